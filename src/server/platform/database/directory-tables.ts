import type { Generated } from 'kysely'
import type { Fixed, Millis } from './column-types.ts'

/**
 * Who of a directory an account is, by what never changes there: noted at the first sign-in, so that nobody who comes
 * later under the same name inherits the account.
 */
export type DirectoryLinksTable = {
  user_id: Fixed<number>
  ad_id: Fixed<number>
  entry_key: Fixed<string>
  linked_at: Fixed<Millis>
}

/** Whoever is in this group of the directory is in this team. */
export type DirectoryGroupsTable = {
  id: Generated<number>
  ad_id: Fixed<number>
  entry_key: Fixed<string>
  /** As they were when the line was made: people read them, nothing is decided by them. */
  dn: Fixed<string>
  name: Fixed<string>
  team_id: Fixed<number>
  created_by: Fixed<number | null>
  created_at: Fixed<Millis>
}
