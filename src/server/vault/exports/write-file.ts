import type { ExportFormat } from '#domain/vault/export-formats.ts'
import type { Argon2Cost } from '#server/platform/crypto/argon2id-input.ts'
import type { Secret } from '#server/platform/crypto/secret.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import { sealBitwardenTexts } from '#server/vault/imports/formats/bitwarden-crypto.ts'
import { writeKdbx } from '#server/vault/imports/formats/kdbx/write.ts'
import { sealArchive } from '#server/vault/imports/formats/archive/container.ts'
import { archiveParts, requireReadable } from './archive.ts'
import { bitwardenTexts } from './bitwarden.ts'
import { csvRows } from './csv.ts'
import { toKdbxTree } from './kdbx.ts'
import type { ExportContent } from './model.ts'
import { partsOf } from './parts.ts'
import { toSheet } from './sheet.ts'

export type FileOptions = {
  readonly installation: string
  /** The login of who exports. */
  readonly madeBy: string
  readonly now: number
  /** Whether the person asked for old values. */
  readonly withOld: boolean
  /** Null in the formats without a password. */
  readonly password: Secret<string> | null
  readonly randomBytes: (count: number) => Uint8Array
  /** The cost of a guess at the password; that of the format by default. */
  readonly cost?: Argon2Cost | undefined
}

/** Writes the content in a format, in parts; a sheet, which has a hundred items at most, is one. */
export async function* writeFile(
  content: ExportContent,
  format: ExportFormat,
  { installation, madeBy, now, withOld, password, randomBytes, cost }: FileOptions,
): AsyncGenerator<Uint8Array> {
  if (format === 'kdbx') {
    yield* writeKdbx(
      toKdbxTree(content, installation, now),
      { password, ...(cost && { cost }) },
      createYielder(),
    )
    return
  }
  if (format === 'trousseau') {
    // Sealing begins with a header: what is refused is refused before it.
    await requireReadable(content)
    const lines = archiveParts(content, { installation, now, withOld })
    if (password !== null) yield* sealArchive(lines, password, cost)
    return
  }
  if (format === 'csv') {
    yield* partsOf(csvRows(content, createYielder()))
    return
  }
  if (format === 'sheet') {
    yield await toSheet(content, madeBy, now)
    return
  }
  const plain = bitwardenTexts(content, installation, createYielder())
  if (format === 'bitwarden-clear') yield* partsOf(plain)
  else if (password !== null) yield* partsOf(sealBitwardenTexts(partsOf(plain), password, randomBytes))
}
