import { createHmac, type KeyObject } from 'node:crypto'
import type { Kysely } from 'kysely'
import { dataKeyFrom, type DataKey } from '#server/platform/crypto/data-key.ts'
import { hkdf } from '#server/platform/crypto/hkdf.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import {
  drawInstallationKey,
  dropInstallationKey,
  storedInstallationKey,
} from '#server/platform/root-keys/installation-keys.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

/**
 * Keys derived from the installation's key of figures: 32 random bytes, generated once and wrapped under the
 * root key. The key survives rotations, because marks under another key would not match.
 */
export type FiguresKey = {
  /** HMAC-SHA256 of passwords, of which the first 8 bytes are the mark. */
  readonly marks: KeyObject
  /** Seals the indicators stored each day. */
  readonly kept: DataKey
}

const name = 'figures'

/**
 * Returns a function that reads the key, and generates it at first use. Two nodes that do so concurrently get
 * the same key.
 */
export function createFiguresKeys({
  db,
  keys,
}: Pick<PlatformDeps, 'db' | 'keys'>): () => Promise<FiguresKey> {
  let known: FiguresKey | undefined
  return async () => {
    known ??= derived(
      (await storedInstallationKey(db, keys.keyring, name)) ??
        (await db.transaction().execute((tx) => drawInstallationKey(tx, keys.keyring, name))),
    )
    return known
  }
}

function derived(key: DataKey): FiguresKey {
  const marks = dataKeyFrom(key.version, hkdf(key.key, 'trousseau|figures|marks'))
  const kept = dataKeyFrom(key.version, hkdf(key.key, 'trousseau|figures|kept'))
  return { marks: marks.key, kept }
}

/** Deletes a key that nothing can unwrap any more, and the data sealed under it. Both start again. */
export async function dropFiguresKey(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('kept_figures').execute()
  await db.deleteFrom('chest_summaries').execute()
  await dropInstallationKey(db, name)
}

/** Returns the mark of a password: equal for equal passwords, and revealing nothing without the key. */
export function markOf(
  { marks }: Pick<FiguresKey, 'marks'>,
  password: string,
): { high: number; low: number } {
  const digest = createHmac('sha256', marks).update(password, 'utf8').digest()
  return { high: digest.readUInt32BE(0), low: digest.readUInt32BE(4) }
}
