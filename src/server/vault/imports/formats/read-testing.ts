import { expect } from 'vitest'
import { readFile, type ReadFile } from './formats.ts'
import type { FoundEntry } from './found.ts'

/** Reads a file that must be of a format. @param text its content, or its lines */
export async function readAs(
  format: string,
  text: string | Uint8Array | readonly string[],
  answers: Readonly<Record<string, string>> = {},
): Promise<ReadFile> {
  const content = typeof text === 'string' || text instanceof Uint8Array ? text : text.join('\n')
  const read = await readFile(Buffer.from(content as string), { answers })
  if ('ok' in read) throw new Error(read.code)
  expect(read.format.id).toBe(format)
  return read
}

/** Returns the fields of an entry as `kind label=value`. */
export const fieldsOf = (entry: FoundEntry | undefined): string[] =>
  (entry?.fields ?? []).map(({ kind, label, value }) => `${kind} ${label}=${value}`)

/** Returns what an entry tells as `reason detail`. */
export const toldOf = (entry: FoundEntry | undefined): string[] =>
  (entry?.notesToTell ?? []).map(({ reason, detail }) =>
    detail === undefined ? reason : `${reason} ${detail}`,
  )
