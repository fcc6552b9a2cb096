import type { Kysely } from 'kysely'
import { unwrapKey, wrapKey } from '#server/platform/crypto/chest-key.ts'
import { dataKeyFrom, type DataKey } from '#server/platform/crypto/data-key.ts'
import { asSealed, keyVersionOf, type Sealed } from '#server/platform/crypto/envelope.ts'
import { hkdf } from '#server/platform/crypto/hkdf.ts'
import type { HeldKey, Keyring, SealingKeys } from '#server/platform/crypto/keyring.ts'
import type { SealPlace } from '#server/platform/crypto/place.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { hashToken, sameBytes } from '#server/platform/crypto/token.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { LruMap } from '#server/platform/lru-map.ts'

/** What opens a guardian chest for one request. */
export type Unlock = {
  /** The chest's key. Ask `chestKeys.open` for it, never this: it knows which version the content is under. */
  readonly key: DataKey
  /** The state of the lock that it opened; another one closes it. */
  readonly lockVersion: number
  /** SHA-256 of the handle; null where the master key itself was sent, for this request alone. */
  readonly handleHash: Uint8Array | null
  /** Milliseconds since the epoch; null as above. */
  readonly expiresAt: number | null
}

/** A session's id and the secret half of its cookie, of which the database keeps the SHA-256 only. */
export type UnlockSession = { readonly id: string; readonly secret: Secret<string> }

/** A header of more handles is cut: so many chests are open at once for nobody. */
const mostHandles = 50

/** The handles that a request carries in `X-Chest-Handle`, separated by commas. */
export const handlesIn = (header: string | undefined): Secret<string>[] =>
  header === undefined
    ? []
    : header
        .split(',', mostHandles)
        .map((part) => part.trim())
        .filter(isHandle)
        .map((handle) => new Secret(handle))

/** Whether a text has the form of a handle (`newToken`). */
export const isHandle = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

/**
 * The key that seals an unlock row: HKDF-SHA256(secret of the session, "trousseau|unlock|handle"), salted with the
 * system key `sessions`. The database has neither the secret nor the handle, so that database and root key together
 * open nothing; the salt makes what a browser keeps useless without the root key.
 */
function sealingKeyOf(system: DataKey | HeldKey, secret: Secret<string>, handle: Secret<string>): DataKey {
  const salt = system.key.export()
  const bytes = hkdf(Buffer.from(secret.reveal(), 'utf8'), `trousseau|unlock|${handle.reveal()}`, { salt })
  const key = dataKeyFrom(system.version, bytes)
  bytes.fill(0)
  salt.fill(0)
  return key
}

const placeOf = (chestId: number, lockVersion: number): SealPlace => ({
  table: 'chest_unlocks',
  rowId: chestId,
  field: 'sealed',
  parentId: chestId,
  revision: lockVersion,
})

/** Seals an open chest's key for a session and a handle. */
export const sealUnlock = (
  keys: SealingKeys,
  { secret, handle }: { secret: Secret<string>; handle: Secret<string> },
  { chestId, lockVersion, key }: { chestId: number; lockVersion: number; key: DataKey },
): Sealed =>
  wrapKey(sealingKeyOf(keys.system('sessions'), secret, handle), placeOf(chestId, lockVersion), key)

const liveUnlocks = prepared(
  (db: Kysely<Tables>, params: Params<{ session: string; now: number }>) =>
    db
      .selectFrom('chest_unlocks')
      .select(['handle_hash', 'chest_id', 'lock_version', 'sealed', 'expires_at'])
      .where('session_id', '=', params('session'))
      .where('expires_at', '>', params('now')),
  { isQuick: true },
)

type OpenedRow = {
  readonly sessionId: string
  readonly chestId: number
  readonly lockVersion: number
  readonly sealed: Uint8Array
  readonly hash: Uint8Array
  readonly key: DataKey
}

/**
 * Rows that this node has opened, by their handle, so that a request need not open its row again: a third of the time
 * of a list. They stand for what is in the row, never for the row: each request reads it, and the one that is not there,
 * or not the same to the byte, opens nothing.
 */
export type OpenedRows = Map<string, OpenedRow>

/** So many people at work on guardian chests at once. */
const mostOpened = 1_000

export const createOpenedRows = (): OpenedRows => new LruMap(mostOpened)

/**
 * The guardian chests that a session's handles open, by chest id. Read from the database at each request, so that
 * what closes a lock closes it everywhere. A row that does not open (swapped, altered, sealed under a root key that
 * is gone) opens nothing.
 *
 * @param only leaves the other chests out
 */
export async function readUnlocks(
  db: Kysely<Tables>,
  keyring: Keyring,
  {
    session,
    handles,
    now,
    opened,
  }: { session: UnlockSession; handles: readonly Secret<string>[]; now: number; opened: OpenedRows },
  only?: number,
): Promise<Map<number, Unlock>> {
  const found = new Map<number, Unlock>()
  if (handles.length === 0) return found
  const rows = await liveUnlocks.all(db, { session: session.id, now })
  if (rows.length === 0) return found
  const hashes = handles.map((handle) => ({
    handle,
    hash: opened.get(handle.reveal())?.hash ?? hashToken(handle),
  }))
  for (const row of rows) {
    if (only !== undefined && row.chest_id !== only) continue
    const match = hashes.find(({ hash }) => sameBytes(hash, row.handle_hash))
    const key = match && openRow(keyring, session, match, row, opened)
    if (!key) continue
    const { lock_version: lockVersion, expires_at: expiresAt } = row
    found.set(row.chest_id, { key, lockVersion, handleHash: match.hash, expiresAt })
  }
  return found
}

type Row = { chest_id: number; lock_version: number; sealed: Uint8Array }

/** The chest's key in a row, null when the row does not open. */
function openRow(
  keyring: Keyring,
  session: UnlockSession,
  { handle, hash }: { handle: Secret<string>; hash: Uint8Array },
  row: Row,
  opened: OpenedRows,
): DataKey | null {
  const known = opened.get(handle.reveal())
  if (
    known?.sessionId === session.id &&
    known.chestId === row.chest_id &&
    known.lockVersion === row.lock_version &&
    sameBytes(known.sealed, row.sealed)
  ) {
    return known.key
  }
  try {
    const sealed = asSealed(row.sealed)
    const by = sealingKeyOf(keyring.system('sessions', keyVersionOf(sealed)), session.secret, handle)
    const key = unwrapKey(by, placeOf(row.chest_id, row.lock_version), sealed)
    const { chest_id: chestId, lock_version: lockVersion } = row
    opened.set(handle.reveal(), { sessionId: session.id, chestId, lockVersion, sealed, hash, key })
    return key
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}

const unlockThere = prepared((db: Kysely<Tables>, params: Params<{ hash: Uint8Array }>) =>
  db.selectFrom('chest_unlocks').select('chest_id').where('handle_hash', '=', params('hash')),
)

/** Whether what opened a chest for a request still does: the lock was not closed, nor its key changed, meanwhile. */
export async function isStillOpen(
  tx: Kysely<Tables>,
  chest: { readonly id: number; readonly lockVersion: number; readonly keyVersion: number },
  unlock: Unlock | null,
): Promise<boolean> {
  if (!unlock || unlock.lockVersion !== chest.lockVersion || unlock.key.version !== chest.keyVersion)
    return false
  if (unlock.handleHash === null) return true
  return (await unlockThere.first(tx, { hash: unlock.handleHash }))?.chest_id === chest.id
}
