import type { ColumnType, Generated } from 'kysely'

/** 0 or 1 in both engines. */
export type Flag = 0 | 1
/** Milliseconds since the epoch, UTC, in both engines. */
export type Millis = number
/** A column that only inserts set. */
export type Fixed<T> = ColumnType<T, T, never>

/** The MAC that proves that the server wrote the row, and when it was computed (access/proved-rows.ts). */
export type Proven = { mac: Generated<string | null>; mac_at: Generated<Millis | null> }
/** Tells the row from any other that ever had its id: random text, given once (access/marks.ts). */
export type Marked = { mark: Generated<string | null> }
/** The marks of the banks that it is attached to, in order and separated by spaces: what its proof says of `bank_…`. */
export type OnBanks = { bank_marks: Generated<string> }
