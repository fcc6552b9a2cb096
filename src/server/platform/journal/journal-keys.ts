import type { KeyObject } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { dataKeyFrom, type DataKey } from '#server/platform/crypto/data-key.ts'
import { hkdf } from '#server/platform/crypto/hkdf.ts'
import { noteSigner, type NoteSigner } from '#server/platform/crypto/signed-note.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { KeyHolder } from '#server/platform/crypto/key-holder.ts'
import {
  drawInstallationKey,
  dropInstallationKey,
  storedInstallationKey,
} from '#server/platform/root-keys/installation-keys.ts'

/** The keys of the journal, derived from one key of the installation. */
export type JournalKeys = {
  /** Authenticates rows. */
  readonly rows: KeyObject
  /** Authenticates blocks. */
  readonly blocks: KeyObject
  /** Seals the archives of what leaves the journal. */
  readonly archives: KeyObject
  /** Authenticates the lines of exports. */
  readonly exports: KeyObject
  /** Signs checkpoints; its public key is for everybody. */
  readonly signer: NoteSigner
}

/** The name of the log in its checkpoints: each installation has its own. */
const nameOf = (key: DataKey): string =>
  `trousseau/${hkdf(key.key, 'trousseau|journal|name', { length: 8 }).toString('hex')}`

function derived(key: DataKey): JournalKeys {
  const part = (use: string): Buffer => hkdf(key.key, `trousseau|journal|${use}`)
  return {
    rows: dataKeyFrom(key.version, part('rows')).key,
    blocks: dataKeyFrom(key.version, part('blocks')).key,
    archives: dataKeyFrom(key.version, part('archives')).key,
    exports: dataKeyFrom(key.version, part('exports')).key,
    signer: noteSigner(nameOf(key), part('checkpoints')),
  }
}

/** Returns the keys of the journal, which are kept in memory once they are stored; null before the first row. */
export async function storedJournalKeys(
  db: Kysely<Tables>,
  { keyring }: Pick<KeyHolder, 'keyring'>,
): Promise<JournalKeys | null> {
  const key = await storedInstallationKey(db, keyring, 'journal')
  return key && derived(key)
}

/** Returns a function that reads the keys in a transaction, and generates them at the first row ever. */
export function createJournalKeys(
  keys: KeyHolder,
): (db: Kysely<Tables>) => JournalKeys | Promise<JournalKeys> {
  let known: JournalKeys | null = null
  /** The transactions that generated the key: if they are rolled back, there is none. */
  const drawing = new WeakSet<Kysely<Tables>>()
  const find = async (db: Kysely<Tables>): Promise<JournalKeys> => {
    const found = await storedJournalKeys(db, keys)
    if (found !== null) {
      if (!drawing.has(db)) known = found
      return found
    }
    const draw = (tx: Transaction<Tables>) => {
      drawing.add(tx)
      return drawInstallationKey(tx, keys.keyring, 'journal')
    }
    return derived(
      await (db.isTransaction ? draw(db as Transaction<Tables>) : db.transaction().execute(draw)),
    )
  }
  return (db) => known ?? find(db)
}

/** The name of the setting that keeps up to which block the rows that leave first have left. */
export const thinnedSetting = 'journal.thinned'

/**
 * Deletes a key that nothing can unwrap any more, and all that it proved. The rows stay, as rows that are older than the
 * chain, which starts again with the next key.
 */
export async function dropJournalKey(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('journal_checkpoints').execute()
  await db.deleteFrom('journal_blocks').execute()
  await db.deleteFrom('journal_cut').execute()
  await db.deleteFrom('journal_archives').execute()
  await db.deleteFrom('settings').where('name', '=', thinnedSetting).execute()
  // The next blocks list all rows again: alerts have looked at these.
  await db
    .updateTable('alert_cursor')
    .set((row) => ({ block: 0, after_seq: row.ref('seen_seq') }))
    .execute()
  await db.updateTable('journal').set({ mac: null }).execute()
  await dropInstallationKey(db, 'journal')
}
