import { readFileSync } from 'node:fs'
import { Secret } from '#server/platform/crypto/secret.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import { readFile, type FileReading, type ReadFile } from '../formats.ts'
import type { FoundEntry } from '../found.ts'
import type { KdbxTree } from './kdbx-tree.ts'
import { writeKdbx, type KdbxProtection } from './write.ts'

/** A database that another program wrote; see `fixtures/README.md`. */
export const fixture = (name: string): Buffer => readFileSync(new URL(`./fixtures/${name}`, import.meta.url))

/** A key that is derived at once. */
export const cheap = { memory: 1024, passes: 1, parallelism: 1 } as const

export const essai = new Secret('essai')

/** Writes a database in one piece, with a cheap key. */
export async function written(tree: KdbxTree, protection: Partial<KdbxProtection> = {}): Promise<Buffer> {
  const parts: Buffer[] = []
  const whole = { password: essai, cost: cheap, ...protection }
  for await (const part of writeKdbx(tree, whole, createYielder())) parts.push(part)
  return Buffer.concat(parts)
}

/** Reads a file and throws if it is refused. */
export async function opened(
  bytes: Uint8Array,
  reading: FileReading = { password: essai },
): Promise<ReadFile> {
  const read = await readFile(bytes, reading)
  if ('ok' in read) throw new Error(read.code)
  return read
}

/** Returns why a file is refused; null if it is read. */
export async function faultOf(
  bytes: Uint8Array,
  reading: FileReading = { password: essai },
): Promise<string | null> {
  const read = await readFile(bytes, reading)
  return 'ok' in read ? read.code : null
}

/** The bytes of an entry's files, by name. */
export const filesIn = async (entry: FoundEntry): Promise<Record<string, Buffer | null>> =>
  Object.fromEntries(
    await Promise.all(
      entry.files.map(async (file) => {
        const bytes = await file.read()
        return [file.name, bytes === null ? null : Buffer.from(bytes)] as const
      }),
    ),
  )
