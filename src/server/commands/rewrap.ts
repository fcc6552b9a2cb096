import { sql, type Kysely, type Transaction } from 'kysely'
import { placeOfChestKey } from '../chests/chest-keys.ts'
import { rewrapChestKey } from '../crypto/chest-key.ts'
import { asSealed, type Sealed } from '../crypto/envelope.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { openPasswordHash, sealPasswordHash } from '../crypto/password-hash.ts'
import { rewrapInstallationKey } from '../dashboard/queries.ts'
import type { Tables } from '../database/tables.ts'
import { openMail, sealMail } from '../mail/sealing.ts'
import { openRecoveryKey, sealRecoveryKey } from '../recovery-codes/queries.ts'
import { openTotp, sealTotp } from '../sign-in/totp.ts'
import { rewrapAbout } from '../sso/queries.ts'

/** Small enough that a running server's writes pass between two batches. */
const batchRows = 200

/** Moves some rows under the active root key, `limit` at most. @returns how many were found under another */
type Rewrap = (tx: Transaction<Tables>, keyring: Keyring, limit: number) => Promise<number>

/**
 * Everything that a root key seals directly: what a rotation has to move. A feature that seals something under
 * a root or system key and keeps it adds its row here.
 *
 * Each change states the old bytes as its condition: what the server replaced meanwhile is left as it is, and
 * found again if that was still under the old key.
 */
export const rewraps = {
  chestKeys: async (tx, keyring, limit) => {
    const root = keyring.root()
    const rows = await tx
      .selectFrom('chest_keys')
      .select(['chest_id', 'version', 'root_version', 'wrapped'])
      .where('root_version', '<>', root.version)
      .limit(limit)
      .execute()
    for (const row of rows) {
      const place = placeOfChestKey(row.chest_id, row.version)
      const wrapped = rewrapChestKey(keyring.root(row.root_version), root, place, asSealed(row.wrapped))
      await tx
        .updateTable('chest_keys')
        .set({ wrapped, root_version: root.version })
        .where('chest_id', '=', row.chest_id)
        .where('version', '=', row.version)
        .where('wrapped', '=', row.wrapped)
        .execute()
    }
    return rows.length
  },

  passwordHashes: async (tx, keyring, limit) => {
    const rows = await tx
      .selectFrom('password_hashes')
      .select(['id', 'user_id', 'hash'])
      .where(underAnother('hash', keyring.active))
      .limit(limit)
      .execute()
    for (const row of rows) {
      const opened = openPasswordHash(keyring, row.user_id, asSealed(row.hash))
      await tx
        .updateTable('password_hashes')
        .set({ hash: sealPasswordHash(keyring, row.user_id, opened) })
        .where('id', '=', row.id)
        .where('hash', '=', row.hash)
        .execute()
    }
    return rows.length
  },

  totpSecrets: async (tx, keyring, limit) => {
    const rows = await tx
      .selectFrom('users')
      .select(['id', 'totp_secret'])
      .where(underAnother('totp_secret', keyring.active))
      .limit(limit)
      .execute()
    for (const { id, totp_secret: old } of rows) {
      if (old === null) continue
      const secret = openTotp(keyring, id, asSealed(old))
      await tx
        .updateTable('users')
        .set({ totp_secret: sealTotp(keyring, id, secret) })
        .where('id', '=', id)
        .where('totp_secret', '=', old)
        .execute()
    }
    return rows.length
  },

  recoveryKeys: async (tx, keyring, limit) => {
    const rows = await tx
      .selectFrom('recovery_sets')
      .select(['user_id', 'key'])
      .where(underAnother('key', keyring.active))
      .limit(limit)
      .execute()
    for (const row of rows) {
      const opened = openRecoveryKey(keyring, row.user_id, asSealed(row.key))
      await tx
        .updateTable('recovery_sets')
        .set({ key: sealRecoveryKey(keyring, row.user_id, opened) })
        .where('user_id', '=', row.user_id)
        .where('key', '=', row.key)
        .execute()
    }
    return rows.length
  },

  // Of `sso_requests` nothing: their codes are looked for by keyed hashes, and serve no longer than their key.
  ssoIdentities: async (tx, keyring, limit) => {
    const rows = await tx
      .selectFrom('sso_identities')
      .select(['user_id', 'about'])
      .where(underAnother('about', keyring.active))
      .limit(limit)
      .execute()
    for (const { user_id: userId, about } of rows) {
      await tx
        .updateTable('sso_identities')
        .set({ about: rewrapAbout(keyring, userId, asSealed(about)) })
        .where('user_id', '=', userId)
        .where('about', '=', about)
        .execute()
    }
    return rows.length
  },

  installationKeys: async (tx, keyring, limit) => {
    const rows = await tx
      .selectFrom('installation_keys')
      .select(['name', 'wrapped'])
      .where(underAnother('wrapped', keyring.active))
      .limit(limit)
      .execute()
    for (const { name, wrapped } of rows) {
      await tx
        .updateTable('installation_keys')
        .set({ wrapped: rewrapInstallationKey(keyring, name, asSealed(wrapped)) })
        .where('name', '=', name)
        .where('wrapped', '=', wrapped)
        .execute()
    }
    return rows.length
  },

  outboxMails: async (tx, keyring, limit) => {
    const rows = await tx
      .selectFrom('outbox')
      .select(['id', 'sealed'])
      .where('sealed', 'is not', null)
      .where(underAnother('sealed', keyring.active))
      .limit(limit)
      .execute()
    for (const { id, sealed } of rows) {
      const old = sealed as Sealed
      await tx
        .updateTable('outbox')
        .set({ sealed: sealMail(keyring, id, openMail(keyring, id, asSealed(old))) })
        .where('id', '=', id)
        .where('sealed', '=', old)
        .execute()
    }
    return rows.length
  },
} as const satisfies Record<string, Rewrap>

export type RewrapName = keyof typeof rewraps

/** Moves all rows of one kind, a batch a transaction. @returns how many were moved */
export async function rewrapAll(
  db: Kysely<Tables>,
  keyring: Keyring,
  name: RewrapName,
  limit = batchRows,
): Promise<number> {
  let moved = 0
  for (;;) {
    const found = await db.transaction().execute((tx) => rewraps[name](tx, keyring, limit))
    if (found === 0) return moved
    moved += found
  }
}

/** An envelope's bytes 2 to 5 are the version of its key (`envelope.ts`); SQL counts them from 3. */
function underAnother(column: string, active: number) {
  const version = Buffer.alloc(4)
  version.writeUInt32BE(active)
  return sql<boolean>`substr(${sql.ref(column)}, 3, 4) <> ${version}`
}
