import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Engine } from '#server/platform/database/engine.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { hkdf } from '#server/platform/crypto/hkdf.ts'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import { requireSealingKey } from '#server/platform/root-keys/sealing-keys.ts'
import { storedFingerprints } from '#server/root-keys/proof.ts'
import type { RowCounts } from './copy-database.ts'

export const manifestName = 'manifest.json'
export const backupFormat = 1
/** An increment: versions from before they existed refuse it by this number. */
export const incrementFormat = 2

/** A file inside a backup. */
export type BackedUpFile = { readonly name: string; readonly bytes: number; readonly sha256: string }

/** What a backup holds, as its first file says. */
export type Manifest = {
  readonly format: typeof backupFormat | typeof incrementFormat
  readonly program: string
  readonly engine: Engine
  readonly at: string
  /** Rows of every table. */
  readonly tables: RowCounts
  /** Bytes of attachments, as limits count them. */
  readonly attachmentBytes: number
  /** The last signed state of the journal; null before the first. */
  readonly checkpoint: string | null
  /** Fingerprints of the root keys that the database knows, by version. */
  readonly rootKeys: Readonly<Record<string, string>>
  /** The version of the root key that `mac` is made with. */
  readonly rootVersion: number
  readonly files: readonly BackedUpFile[]
  /** Of an increment: what it adds its pages to, and the database that it yields. */
  readonly base?: ManifestBase
}

export type ManifestBase = {
  /** The whole backup beside it, and the SHA-256 of its database. */
  readonly name: string
  readonly sha256: string
  readonly pageBytes: number
  readonly result: BackedUpFile
}

/**
 * Returns what the database says about itself, at the moment of the copy.
 * @throws Refusal KEYS_OUTDATED on a node without the root key that the database names
 */
export async function factsOf(
  db: Kysely<Tables>,
  keyring: Keyring,
): Promise<Pick<Manifest, 'attachmentBytes' | 'checkpoint' | 'rootKeys' | 'rootVersion'>> {
  const { bytes } = await db
    .selectFrom('attachments')
    .select((of) => of.fn.sum<number | string | null>('stored_bytes').as('bytes'))
    .where('discard_at', 'is', null)
    .executeTakeFirstOrThrow()
  const checkpoint = await db
    .selectFrom('journal_checkpoints')
    .select('note')
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    attachmentBytes: Number(bytes ?? 0),
    checkpoint: checkpoint?.note ?? null,
    rootKeys: Object.fromEntries(await storedFingerprints(db)),
    rootVersion: await requireSealingKey(db, keyring),
  }
}

/**
 * Anybody who knows the recipient can seal a file: the MAC under the root key proves that this installation made it, and by
 * the digests of its files that nobody has changed it.
 */
const macOf = (keyring: Keyring, version: number, text: string): Buffer =>
  createHmac('sha256', hkdf(keyring.root(version).key, 'trousseau|backup|manifest'))
    .update(text)
    .digest()

/** Writes a manifest: its text, and a line with the MAC over it. */
export function writeManifest(keyring: Keyring, manifest: Manifest): Buffer {
  const text = JSON.stringify(manifest, null, 2)
  return Buffer.from(`${text}\n${macOf(keyring, manifest.rootVersion, text).toString('hex')}\n`)
}

/** Reads a manifest; null for a text that is none of this version. `isOwn`: whether a keyring proves it. */
export function readManifest(bytes: Buffer): { manifest: Manifest; isOwn(keyring: Keyring): boolean } | null {
  const [, text = '', mac = ''] = /^(\{.*\})\n([0-9a-f]{64})\n$/s.exec(bytes.toString('utf8')) ?? []
  try {
    const manifest = JSON.parse(text) as Manifest
    const format = manifest.base ? incrementFormat : backupFormat
    if (manifest.format !== format) return null
    return {
      manifest,
      isOwn: (keyring) =>
        keyring.versions.includes(manifest.rootVersion) &&
        timingSafeEqual(macOf(keyring, manifest.rootVersion, text), Buffer.from(mac, 'hex')),
    }
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
