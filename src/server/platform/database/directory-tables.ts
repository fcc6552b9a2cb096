import type { Generated } from 'kysely'
import type { Fixed, Millis } from './column-types.ts'

/**
 * The directory entry of an account, by its permanent identifier. Stored at the first sign-in, so that a later person of
 * the same name does not inherit the account.
 */
export type DirectoryLinksTable = {
  user_id: Fixed<number>
  ad_id: Fixed<number>
  entry_key: Fixed<string>
  linked_at: Fixed<Millis>
}

/** A mapping: members of this directory group are members of this team. */
export type DirectoryGroupsTable = {
  id: Generated<number>
  ad_id: Fixed<number>
  entry_key: Fixed<string>
  /** As they were when the mapping was created; for display only. */
  dn: Fixed<string>
  name: Fixed<string>
  team_id: Fixed<number>
  created_by: Fixed<number | null>
  created_at: Fixed<Millis>
}
