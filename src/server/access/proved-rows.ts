import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { Selectable, Updateable } from 'kysely'
import { LruMap } from '#server/platform/lru-map.ts'
import type { Tables } from '#server/platform/database/tables.ts'

const rightsColumns = ['can_read', 'can_create', 'can_update', 'can_delete', 'can_export'] as const

/**
 * The tables whose rows carry a MAC, because they decide who somebody is and what they may do: the columns that it covers,
 * beginning with those that identify the row.
 */
export const provedColumns = {
  users: [
    'id',
    'login',
    'email',
    'role',
    'type',
    'state_id',
    'ad_id',
    'ad_sam_account',
    'second_factor',
    'created_by',
    'last_bank_id',
    'deleted_at',
    'mark',
    'bank_marks',
    'team_marks',
  ],
  teams: ['id', 'mark', 'bank_marks', 'created_by'],
  banks: ['id', 'mark', 'active'],
  chests: ['id', 'mark', 'bank_marks', 'created_by', 'deleted_at'],
  chest_user_rights: ['chest_id', 'chest_mark', 'user_id', 'user_mark', ...rightsColumns],
  chest_team_rights: ['chest_id', 'chest_mark', 'team_id', 'team_mark', ...rightsColumns],
  directory_groups: ['ad_id', 'entry_key', 'team_id', 'team_mark'],
  sessions: [
    'id',
    'secret_hash',
    'user_id',
    'user_mark',
    'created_at',
    'expires_at',
    'proved_at',
    'locked_at',
  ],
  sign_in_steps: ['jti', 'user_id', 'user_mark', 'binding_hash', 'is_proven'],
  password_links: ['token_hash', 'user_id', 'user_mark', 'purpose', 'created_at'],
  factor_resets: ['id', 'user_id', 'user_mark', 'token_hash', 'created_at'],
  passkeys: ['credential_id', 'user_id', 'user_mark', 'public_key', 'created_at'],
  sso_identities: ['user_id', 'user_mark', 'issuer', 'subject'],
  directory_links: ['user_id', 'user_mark', 'ad_id', 'entry_key'],
} as const satisfies { readonly [Table in keyof Tables]?: readonly (keyof Tables[Table])[] }

/** The columns that identify a row, where it is not the first covered one alone. */
const identifying: { readonly [Table in ProvedTable]?: readonly Column<Table>[] } = {
  chest_user_rights: ['chest_id', 'user_id'],
  chest_team_rights: ['chest_id', 'team_id'],
  directory_groups: ['ad_id', 'entry_key', 'team_id'],
}

/** Returns the columns that identify a row of a table. */
export const keyColumns = <Table extends ProvedTable>(table: Table): readonly Column<Table>[] =>
  identifying[table] ?? [provedColumns[table][0]]

export type ProvedTable = keyof typeof provedColumns
export const provedTables = Object.keys(provedColumns) as ProvedTable[]
type Column<Table extends ProvedTable> = (typeof provedColumns)[Table][number]

/** The fields of a row that its MAC covers. */
export type ProvedFields<Table extends ProvedTable> = Pick<
  Selectable<Tables[Table]>,
  Column<Table> & keyof Selectable<Tables[Table]>
>

type Changeable<Table extends ProvedTable> = Updateable<Tables[Table]>
/** Changes of a row's columns. */
export type ChangesOf<Table extends ProvedTable> = {
  readonly [Column in keyof Changeable<Table>]?: Exclude<Changeable<Table>[Column], undefined>
}

/** The MAC of a row in base64url, and when it was computed, in milliseconds since the epoch. */
export type Proof = { readonly mac: string; readonly mac_at: number }
/** The same as it is stored: null in a row that the server has not written. */
export type StoredProof = { readonly mac: string | null; readonly mac_at: number | null }

/** Returns a value as JSON that no other value has; undefined for one that no column of the server's holds. */
function plain(value: unknown): unknown {
  if (value === null || typeof value === 'string') return value
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64url') }
  return Number.isSafeInteger(value) ? value : undefined
}

/**
 * Returns the MAC of a row: HMAC-SHA-256 over its table, its covered columns and the time of the MAC. The columns that
 * identify the row are among them, so that it is valid nowhere else.
 */
export function macOf<Table extends ProvedTable>(
  key: KeyObject,
  table: Table,
  row: ProvedFields<Table>,
  at: number,
): string {
  const text = textOf(table, row, at)
  if (text === null) throw new TypeError(`a row of ${table} has a value that cannot be proved`)
  return hmac(key, text)
}

const hmac = (key: KeyObject, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url')

/** Returns what the MAC of a row is computed over; null when a value is none that the server writes. */
function textOf<Table extends ProvedTable>(
  table: Table,
  row: ProvedFields<Table>,
  at: number,
): string | null {
  const values = provedColumns[table].map((column) => plain(fieldOf(row, column)))
  return values.includes(undefined) ? null : JSON.stringify([table, at, ...values])
}

/** Whether a row has the MAC that the server gave it. */
export function isProved<Table extends ProvedTable>(
  key: KeyObject,
  table: Table,
  row: ProvedFields<Table> & StoredProof,
): boolean {
  const { mac, mac_at: at } = row
  if (mac === null || at === null) return false
  const known = knownOf(key)
  const right = known.get(mac)
  if (right?.table === table && right.at === at && hasValues(row, table, right.values)) return true
  const text = textOf(table, row, at)
  if (text === null) return false
  const [computed, stored] = [Buffer.from(hmac(key, text)), Buffer.from(mac)]
  if (stored.length !== computed.length || !timingSafeEqual(stored, computed)) return false
  known.set(mac, { table, at, values: provedColumns[table].map((column) => fieldOf(row, column)) })
  return true
}

const fieldOf = (row: object, column: string): unknown => (row as Readonly<Record<string, unknown>>)[column]

/** Whether the covered columns of a row have these values, in their order. */
const hasValues = (row: object, table: ProvedTable, values: readonly unknown[]): boolean =>
  provedColumns[table].every((column, place) => isEqual(fieldOf(row, column), values[place]))

/** Whether two values of columns are the same; bytes are compared by their content. */
export const isEqual = (one: unknown, other: unknown): boolean =>
  one instanceof Uint8Array && other instanceof Uint8Array ? Buffer.compare(one, other) === 0 : one === other

/** A MAC that was found right: what it was computed over. */
type Right = { readonly table: ProvedTable; readonly at: number; readonly values: readonly unknown[] }
/** A request proves ten rows, mostly those of the last one. */
const rightOnes = new WeakMap<KeyObject, LruMap<string, Right>>()
const mostKnown = 10_000

function knownOf(key: KeyObject): LruMap<string, Right> {
  let known = rightOnes.get(key)
  if (!known) rightOnes.set(key, (known = new LruMap(mostKnown)))
  return known
}

/** What identifies a row, for people: `users 12`. */
export const nameOfRow = <Table extends ProvedTable>(table: Table, row: ProvedFields<Table>): string => {
  const values = keyColumns(table).map((column) => fieldOf(row, column))
  const texts = values.map((value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64url') : String(value),
  )
  return [table, ...texts].join(' ')
}
