import { createHash } from 'node:crypto'
import { attachmentLimits, managerImportLimits } from '#domain/platform/limits.ts'
import { attachmentName } from '#domain/vault/attachments.ts'
import type { ImportFailReason } from '#texts/vault/imports.ts'
import { paced } from '#server/vault/attachments/store.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import type { ImportFile } from '../model.ts'
import type { FoundFile, FoundNote } from './found.ts'

export type JudgedFiles = { readonly files: readonly ImportFile[]; readonly notes: readonly FoundNote[] }

/**
 * Returns a function that brings the files of an entry under the limits. It reads each of them once, for its digest, one at
 * a time, and keeps none. What is not imported is named in the notes.
 * @param fileBytes the size of a file at most
 */
export function createFileJudge(fileBytes: number): (files: readonly FoundFile[]) => Promise<JudgedFiles> {
  let left: number = managerImportLimits.attachedBytes
  return async (given) => {
    const files: ImportFile[] = []
    const refused = new Map<ImportFailReason, FoundFile[]>()
    for (const file of given) {
      const size = file.size ?? 0
      const isTooMany = files.length >= attachmentLimits.perItem || size > left
      const reason = size > fileBytes ? 'ATTACHMENT_TOO_LARGE' : isTooMany ? 'ATTACHMENTS_TOO_MANY' : null
      const read = reason ?? (await readFound(file, Math.min(fileBytes, left)))
      if (typeof read === 'string') refused.set(read, [...(refused.get(read) ?? []), file])
      else {
        left -= read.size
        files.push(read)
      }
    }
    return { files, notes: [...refused].flatMap(([reason, list]) => leftOf(reason, list)) }
  }
}

/** Returns the note that names files that are not imported; none without any. */
export const leftOf = (reason: ImportFailReason, files: readonly FoundFile[]): FoundNote[] =>
  files.length === 0 ? [] : [{ reason, detail: files.map(({ name }) => attachmentName(name)).join(', ') }]

/** Reads a file for its digest. @returns the reason where it cannot be imported */
async function readFound(file: FoundFile, most: number): Promise<ImportFile | ImportFailReason> {
  const bytes = await file.read()
  if (bytes === null) return 'ATTACHMENT_MISSING'
  // The size that the file declares may be unknown, or wrong.
  if (bytes.length > most) return 'ATTACHMENT_TOO_LARGE'
  return {
    name: attachmentName(file.name),
    size: bytes.length,
    digest: await digestOfFile(paced(bytes)),
    read: () => file.read(),
  }
}

/** Returns the digest of a file (`ImportFile`), and yields to other requests between its parts. */
export async function digestOfFile(parts: AsyncIterable<Uint8Array>): Promise<string> {
  const yielder = createYielder()
  const hash = createHash('sha256')
  for await (const part of parts) {
    hash.update(part)
    const pause = yielder.step(32)
    if (pause) await pause
  }
  return hash.digest('base64url')
}
