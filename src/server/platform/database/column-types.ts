import type { ColumnType } from 'kysely'

/** 0 or 1 in both engines. */
export type Flag = 0 | 1
/** Milliseconds since the epoch, UTC, in both engines. */
export type Millis = number
/** A column that only inserts set. */
export type Fixed<T> = ColumnType<T, T, never>
