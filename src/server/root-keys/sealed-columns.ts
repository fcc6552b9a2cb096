import { sql, type Kysely, type Transaction } from 'kysely'
import { placeOfChestKey } from '#server/vault/chests/chest-keys.ts'
import { rewrap } from '#server/platform/crypto/chest-key.ts'
import { asSealed } from '#server/platform/crypto/envelope.ts'
import type { Keyring, SealingKeys, SystemLabel } from '#server/platform/crypto/keyring.ts'
import { placeOfPasswordHash } from '#server/platform/crypto/password-hash.ts'
import type { SealPlace } from '#server/platform/crypto/place.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import { unseal } from '#server/platform/crypto/seal.ts'
import { dropAuthorityKey } from '#server/access/authority.ts'
import { dropFiguresKey } from '#server/vault/summaries/figures-key.ts'
import { dropJournalKey } from '#server/platform/journal/journal-keys.ts'
import {
  placeOfInstallationKey,
  type InstallationKeyName,
} from '#server/platform/root-keys/installation-keys.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { finish } from '#server/platform/mail/rows.ts'
import { placeOfMail } from '#server/platform/mail/sealing.ts'
import { placeOfRecoveryKey } from '#server/identity/recovery-codes/recovery-codes.ts'
import { placeOfPending, type Enrolment } from '#server/identity/authentication/pending-factor.ts'
import { placeOfTotp } from '#server/identity/authentication/totp.ts'
import { placeOfIdentity } from '#server/identity/sso/identities.ts'

/** The values that identify a row. */
type RowIds = Readonly<Record<string, number | string>>

/** Deletes a key that nothing unwraps any more, with what it proved or sealed. */
const dropKey: Record<InstallationKeyName, (tx: Transaction<Tables>) => Promise<void>> = {
  authority: dropAuthorityKey,
  figures: dropFiguresKey,
  journal: dropJournalKey,
}

type SealedColumn = {
  readonly table: string
  readonly column: string
  /** The columns that identify a row, and those that its place needs besides. */
  readonly ids: readonly [string, ...string[]]
  /** The system key that seals the column; null for the root key itself. */
  readonly label: SystemLabel | null
  /** The column that repeats the version of the root key. */
  readonly versionColumn?: 'root_version'
  /** The column with the mark of the account that a value is sealed for. */
  readonly markColumn?: 'user_mark' | 'totp_mark'
  readonly place: (ids: RowIds, mark: string | null) => SealPlace
  /**
   * Discards a row that no key unseals, for columns that can be regenerated. Without it a row is permanent.
   */
  readonly giveUp?: (tx: Transaction<Tables>, ids: RowIds, now: number) => Promise<void>
}

const number = (ids: RowIds, name: string): number => Number(ids[name])

const pendingIn = (table: Enrolment['table'], id: unknown, ids: RowIds): Enrolment => ({
  table,
  id: String(id),
  userId: number(ids, 'user_id'),
})

/** Drops a pending secret that no key unseals: another one is shown. */
async function forgetPending(
  tx: Transaction<Tables>,
  table: Enrolment['table'],
  column: 'jti' | 'id',
  id: unknown,
): Promise<void> {
  await sql`update ${sql.table(table)} set totp_pending = null where ${sql.ref(column)} = ${id}`.execute(tx)
}

/**
 * Everything that a root key seals directly and that outlasts its rotation: what a rotation rewraps, and by
 * what keys are verified. A feature that stores something sealed under a root or system key adds its row
 * here. Values valid for minutes only (tokens, linking codes, unlock rows) are not listed: they end
 * with their key.
 */
export const sealedColumns = {
  chestKeys: {
    table: 'chest_keys',
    column: 'wrapped',
    ids: ['chest_id', 'version'],
    label: null,
    versionColumn: 'root_version',
    place: (ids) => placeOfChestKey(number(ids, 'chest_id'), number(ids, 'version')),
  },
  passwordHashes: {
    table: 'password_hashes',
    column: 'hash',
    ids: ['id', 'user_id'],
    markColumn: 'user_mark',
    label: 'users',
    place: (ids, mark) => placeOfPasswordHash({ id: number(ids, 'user_id'), mark }),
  },
  totpSecrets: {
    table: 'users',
    column: 'totp_secret',
    ids: ['id'],
    markColumn: 'totp_mark',
    label: 'users',
    place: (ids, mark) => placeOfTotp({ id: number(ids, 'id'), mark }),
  },
  recoveryKeys: {
    table: 'recovery_sets',
    column: 'key',
    ids: ['user_id'],
    markColumn: 'user_mark',
    label: 'users',
    place: (ids, mark) => placeOfRecoveryKey({ id: number(ids, 'user_id'), mark }),
  },
  ssoIdentities: {
    table: 'sso_identities',
    column: 'about',
    ids: ['user_id'],
    label: 'users',
    place: (ids) => placeOfIdentity(number(ids, 'user_id')),
  },
  // An authenticator that a person has just scanned stays the one that they confirm.
  pendingOfSignIns: {
    table: 'sign_in_steps',
    column: 'totp_pending',
    ids: ['jti', 'user_id'],
    label: 'users',
    place: (ids) => placeOfPending(pendingIn('sign_in_steps', ids['jti'], ids)),
    giveUp: (tx, { jti }) => forgetPending(tx, 'sign_in_steps', 'jti', jti),
  },
  pendingOfSessions: {
    table: 'sessions',
    column: 'totp_pending',
    ids: ['id', 'user_id'],
    label: 'users',
    place: (ids) => placeOfPending(pendingIn('sessions', ids['id'], ids)),
    giveUp: (tx, { id }) => forgetPending(tx, 'sessions', 'id', id),
  },
  installationKeys: {
    table: 'installation_keys',
    column: 'wrapped',
    ids: ['name'],
    label: null,
    place: (ids) => placeOfInstallationKey(String(ids['name'])),
    giveUp: (tx, { name }) => dropKey[name as InstallationKeyName](tx),
  },
  outboxMails: {
    table: 'outbox',
    column: 'sealed',
    ids: ['id'],
    label: 'users',
    place: (ids) => placeOfMail(number(ids, 'id')),
    giveUp: (tx, ids, now) => finish(tx, { id: number(ids, 'id'), attempts: 0 }, { error: 'unknown', now }),
  },
} as const satisfies Record<string, SealedColumn>

export type SealedColumnName = keyof typeof sealedColumns
export const sealedColumnNames = Object.keys(sealedColumns) as SealedColumnName[]

/** The columns whose content cannot be regenerated. */
export const permanentColumns = sealedColumnNames.filter((name) => !('giveUp' in sealedColumns[name]))

export const columnOf = (name: SealedColumnName): SealedColumn => sealedColumns[name]

export type SealedRow = {
  readonly ids: RowIds
  readonly mark: string | null
  readonly version: number
  readonly sealed: Uint8Array
}

type Found = Record<string, number | string> & {
  key_version: number | Uint8Array
  seal_mark: string | null
  sealed_value: Uint8Array
}

/** Bytes 2 to 5 of an envelope are the version of its key (`envelope.ts`); SQL counts from 1. */
const versionOf = ({ column, versionColumn }: SealedColumn) =>
  versionColumn === undefined ? sql`substr(${sql.ref(column)}, 3, 4)` : sql`${sql.ref(versionColumn)}`

function asStored({ versionColumn }: SealedColumn, version: number): number | Uint8Array {
  if (versionColumn !== undefined) return version
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(version)
  return bytes
}

const readVersion = (stored: number | Uint8Array): number =>
  typeof stored === 'number' ? stored : Buffer.from(stored).readUInt32BE()

/** Returns the versions of root keys that the rows of a column name. */
export async function versionsNamed(db: Kysely<Tables>, name: SealedColumnName): Promise<number[]> {
  const column = columnOf(name)
  const { rows } = await sql<{ key_version: number | Uint8Array }>`
    select distinct ${versionOf(column)} as key_version from ${sql.table(column.table)}
    where ${sql.ref(column.column)} is not null`.execute(db)
  return rows.map((row) => readVersion(row.key_version))
}

/**
 * Returns rows of a column in the order of their ids: under one version, under any but one, or those after a
 * row.
 */
export async function sealedRows(
  db: Kysely<Tables>,
  name: SealedColumnName,
  wanted: {
    readonly under?: number
    readonly notUnder?: number
    readonly after?: SealedRow | undefined
    readonly limit: number
  },
): Promise<SealedRow[]> {
  const column = columnOf(name)
  const ids = sql.join(column.ids.map((id) => sql.ref(id)))
  const { under, notUnder, after, limit } = wanted
  const version = versionOf(column)
  const bounds = [
    ...(under === undefined ? [] : [sql`and ${version} = ${asStored(column, under)}`]),
    ...(notUnder === undefined ? [] : [sql`and ${version} <> ${asStored(column, notUnder)}`]),
    ...(after === undefined
      ? []
      : [sql`and (${ids}) > (${sql.join(column.ids.map((id) => after.ids[id]))})`]),
  ]
  const { rows } = await sql<Found>`
    select ${ids}, ${version} as key_version, ${column.markColumn ? sql.ref(column.markColumn) : sql`null`} as seal_mark, ${sql.ref(column.column)} as sealed_value
    from ${sql.table(column.table)} where ${sql.ref(column.column)} is not null ${sql.join(bounds, sql` `)}
    order by ${ids} limit ${limit}`.execute(db)
  return rows.map(({ key_version: stored, seal_mark: mark, sealed_value: sealed, ...row }) => ({
    ids: row as RowIds,
    mark,
    version: readVersion(stored),
    sealed,
  }))
}

const keyOf = (keyring: Keyring, { label }: SealedColumn, version: number) =>
  label === null ? keyring.root(version) : keyring.system(label, version)

/** Whether the key that a row names unseals it; of a guardian chest's key, the layer under the root key. */
export function unsealsRow(keyring: Keyring, name: SealedColumnName, row: SealedRow): boolean {
  const column = columnOf(name)
  try {
    unseal(keyOf(keyring, column, row.version), column.place(row.ids, row.mark), asSealed(row.sealed)).fill(0)
    return true
  } catch (error) {
    if (error instanceof SealError) return false
    throw error
  }
}

/**
 * Rewraps a row under the sealing root key. The content is not examined, so a guardian chest's key stays
 * wrapped under its master key. The old bytes are the update's condition: a row that the server replaced
 * meanwhile stays unchanged, and is found again if it is still under the old key.
 * @throws SealError when the loaded keys do not unseal it
 */
export async function rewrapRow(
  tx: Transaction<Tables>,
  keyring: Keyring,
  to: SealingKeys,
  name: SealedColumnName,
  { ids, mark, version, sealed }: SealedRow,
): Promise<void> {
  const column = columnOf(name)
  const place = column.place(ids, mark)
  const next = column.label === null ? to.root : to.system(column.label)
  const moved = rewrap(keyOf(keyring, column, version), next, place, asSealed(sealed))
  const changes = [
    sql`${sql.ref(column.column)} = ${moved}`,
    ...(column.versionColumn === undefined ? [] : [sql`${sql.ref(column.versionColumn)} = ${to.version}`]),
  ]
  const same = column.ids.map((id) => sql`${sql.ref(id)} = ${ids[id]}`)
  await sql`update ${sql.table(column.table)} set ${sql.join(changes)}
    where ${sql.join(same, sql` and `)} and ${sql.ref(column.column)} = ${sealed}`.execute(tx)
}

/** Returns the rows of a column that the loaded keys do not unseal. */
export async function* unreadableRows(
  db: Kysely<Tables>,
  keyring: Keyring,
  name: SealedColumnName,
): AsyncGenerator<SealedRow> {
  for (let after: SealedRow | undefined; ;) {
    const rows = await sealedRows(db, name, { after, limit: batchRows })
    yield* rows.filter((row) => !unsealsRow(keyring, name, row))
    after = rows.at(-1)
    if (!after) return
  }
}

/** Returns the first permanent column with values that the loaded keys do not unseal, and their number. */
export async function closedColumn(
  db: Kysely<Tables>,
  keyring: Keyring,
): Promise<{ readonly name: SealedColumnName; readonly count: number } | null> {
  for (const name of permanentColumns) {
    let count = 0
    for await (const _ of unreadableRows(db, keyring, name)) count += 1
    if (count > 0) return { name, count }
  }
  return null
}

const batchRows = 500
