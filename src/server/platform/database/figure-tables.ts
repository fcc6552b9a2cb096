import type { Sealed } from '#server/platform/crypto/envelope.ts'
import type { Fixed } from './column-types.ts'

/** The summary of a chest's passwords, packed and sealed under the chest's key; a cache (vault/summaries/summaries.ts). */
export type ChestSummariesTable = {
  chest_id: Fixed<number>
  key_version: number
  /** The chest's revision that it shows. */
  revision: number
  sealed: Sealed
}

/** Keys that the installation draws once and keeps, wrapped under the root key. */
export type InstallationKeysTable = { name: Fixed<string>; wrapped: Sealed }

/** The counts of a day (UTC, counted from 1970): sign-ins of a user, one-time messages of a chest. */
export type DailyCountsTable = {
  kind: Fixed<'visit' | 'nota'>
  day: Fixed<number>
  of_id: Fixed<number>
  nb: number
}

/** The indicators of a scope on a day (as above), sealed under the figures' key. */
export type KeptFiguresTable = { scope: Fixed<string>; day: Fixed<number>; sealed: Sealed }
