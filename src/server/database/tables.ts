import type { ColumnType, Generated } from 'kysely'
import type { Role, UserType } from '#domain/roles.ts'
import type { Sealed } from '#server/crypto/envelope.ts'

/** 0 or 1 in both engines. */
export type Flag = 0 | 1
/** Milliseconds since the epoch, UTC, in both engines. */
export type Millis = number
/** A column that only inserts set. */
type Fixed<T> = ColumnType<T, T, never>

export type UsersTable = {
  id: Fixed<number>
  login: string
  /** Folded login, null once the user is deleted so that the login becomes free again. */
  login_key: string | null
  email: string
  email_key: string | null
  /** What lists search and are ordered by (domain/user-keys.ts). */
  search_key: Generated<string>
  first_name: string
  last_name: string
  role: Role
  type: UserType
  state_id: number
  ad_id: number | null
  ad_sam_account: string | null
  last_bank_id: number | null
  last_chest_id: number | null
  read_features: Flag
  second_factor: 'totp' | 'mail'
  totp_secret: Sealed | null
  /** Drawn by the server, becomes `totp_secret` at its first confirmed use. */
  totp_pending: Sealed | null
  qr_scanned: Flag
  /** The last TOTP step taken, so that no code works twice. */
  last_step: number
  failures: number
  blocks: number
  blocked_until: Millis | null
  created_at: Fixed<Millis>
  created_by: Fixed<number | null>
  deleted_at: Millis | null
}

/** The current hash is the row with the greatest id; older rows are the password history. */
export type PasswordHashesTable = {
  id: Generated<number>
  user_id: Fixed<number>
  hash: Sealed
  created_at: Fixed<Millis>
  /** Set when an administrator took the password away: it opens nothing and stands in the history only. */
  ended_at: Millis | null
}

export type SessionsTable = {
  id: Fixed<string>
  secret_hash: Fixed<Uint8Array>
  user_id: Fixed<number>
  created_at: Fixed<Millis>
  last_seen_at: Millis
  expires_at: Fixed<Millis>
  ip: Fixed<string>
  user_agent: Fixed<string>
}

/** One row a step-1 token; `used_at` is set in the statement that consumes it. */
export type SignInStepsTable = {
  jti: Fixed<string>
  user_id: Fixed<number>
  /** SHA-256 of the `__Host-pre` cookie to which the token is bound. */
  binding_hash: Fixed<Uint8Array>
  expires_at: Fixed<Millis>
  used_at: Millis | null
}

/** Failures under logins that nobody has; `key` is a keyed hash of what was typed. */
export type UnknownLoginsTable = {
  key: Fixed<Uint8Array>
  failures: number
  blocks: number
  blocked_until: Millis | null
  tried_at: Millis
}

export type BanksTable = {
  id: Generated<number>
  label: string
  description: string
  max_user: number | null
  active: Flag
  create_by: Fixed<number | null>
  created_at: Fixed<Millis>
}
export type BankUsersTable = { id: Generated<number>; bank_id: Fixed<number>; user_id: Fixed<number> }
export type BankTeamsTable = { id: Generated<number>; bank_id: Fixed<number>; team_id: Fixed<number> }
export type BankChestsTable = { id: Generated<number>; bank_id: Fixed<number>; chest_id: Fixed<number> }

export type TeamsTable = {
  id: Generated<number>
  name: string
  description: string
  created_by: Fixed<number | null>
  created_at: Fixed<Millis>
}
export type TeamUsersTable = { team_id: Fixed<number>; user_id: Fixed<number> }

export type ChestsTable = {
  id: Fixed<number>
  name: string
  description: string
  /** Folded name and description: what the back office's search looks in. */
  search_text: string
  type: string
  guardian: Flag
  /** Grows with each change of content: the in-memory index is checked against it at each request. */
  revision: number
  /** The last revision that destroyed content had: an index that is older must be made anew. */
  destroyed_revision: Generated<number>
  /** The version of the chest key that new content is sealed under. */
  key_version: number
  /** Grows with each change of the master key; 0: it never had one. Open locks name the one that they opened. */
  lock_version: Generated<number>
  /** While content is being sealed anew: the version of the key that the rest is still sealed under. */
  former_key_version: number | null
  created_by: Fixed<number | null>
  created_at: Fixed<Millis>
  deleted_at: Millis | null
}

export type ChestKeysTable = {
  chest_id: Fixed<number>
  version: Fixed<number>
  /** The version of the root key that wraps it: rotation looks for the old ones. */
  root_version: number
  wrapped: Sealed
  /** Guardian chests only: 16 bytes for Argon2id. */
  salt: Uint8Array | null
}

/** One row an opened lock: a guardian chest's key for one session, sealed under what the row does not hold. */
export type ChestUnlocksTable = {
  /** SHA-256 of the handle that the browser keeps. */
  handle_hash: Fixed<Uint8Array>
  session_id: Fixed<string>
  chest_id: Fixed<number>
  lock_version: Fixed<number>
  sealed: Fixed<Sealed>
  created_at: Fixed<Millis>
  expires_at: Millis
}

/** Wrong master keys of a session for a chest; those under way are counted already. */
export type MasterKeyTriesTable = {
  session_id: Fixed<string>
  chest_id: Fixed<number>
  tries: number
  tried_at: Millis
}

/** A chest whose content is being sealed anew under another key, and how far that has come. */
export type ChestRenewalsTable = {
  chest_id: Fixed<number>
  done: number
  total: Fixed<number>
  /** The table that is being gone through, and after which row the next batch begins. */
  step: 'folders' | 'items'
  after_revision: number
  after_id: number
  begun_at: Fixed<Millis>
}

export type GrantFlags = {
  can_read: Flag
  can_create: Flag
  can_update: Flag
  can_delete: Flag
  can_export: Flag
}
export type ChestUserRightsTable = GrantFlags & { chest_id: Fixed<number>; user_id: Fixed<number> }
export type ChestTeamRightsTable = GrantFlags & { chest_id: Fixed<number>; team_id: Fixed<number> }

/** What folders and items share: where they stand, their sealed parts, who made them. */
type ElementColumns = {
  id: Fixed<number>
  chest_id: number
  /** The element's own key under the chest key; bound to the element, its chest and its parent. */
  wrapped_key: Sealed
  meta: Sealed
  /** The row revision at which `meta` was sealed (bound into the ciphertext). */
  meta_revision: number
  revision: number
  /** The chest's revision at which this row last changed: what an index that knows an older one reads again. */
  chest_revision: number
  created_by: Fixed<number>
  created_at: Fixed<Millis>
  updated_at: Millis
  deleted_at: Millis | null
  /** The trash entry that took it away; a folder's content shares the folder's entry. */
  trash_id: number | null
}
export type FoldersTable = ElementColumns & { parent_id: number | null }
export type ItemsTable = ElementColumns & {
  folder_id: number | null
  category_id: number
  has_password: Flag
  has_otp: Flag
  password: Sealed | null
  password_revision: number
  otp: Sealed | null
  otp_revision: number
}

/** Old values of a field, sealed under the element's key; at most ten a field. */
export type VersionsTable = {
  id: Fixed<number>
  element: Fixed<'folder' | 'item'>
  element_id: Fixed<number>
  field: Fixed<string>
  sealed: Sealed
  created_by: Fixed<number>
  created_at: Fixed<Millis>
}

export type HistoryTable = {
  id: Generated<number>
  chest_id: Fixed<number>
  element: Fixed<'folder' | 'item'>
  element_id: Fixed<number>
  action: Fixed<string>
  param_name: Fixed<string | null>
  user_id: Fixed<number>
  /** Kept beside the id: history keeps the name of a deleted user. */
  user_name: Fixed<string>
  created_at: Fixed<Millis>
}

export type TrashEntriesTable = {
  id: Generated<number>
  chest_id: Fixed<number>
  element: Fixed<'folder' | 'item'>
  element_id: Fixed<number>
  deleted_by: Fixed<number>
  deleted_at: Fixed<Millis>
}

/** What a person marked, each thing once; the ids grow in the order in which it was done. */
export type FavouriteChestsTable = Favourite & { chest_id: Fixed<number> }
export type FavouriteItemsTable = Favourite & { item_id: Fixed<number> }
type Favourite = { id: Generated<number>; user_id: Fixed<number>; created_at: Fixed<Millis> }

export type CategoriesTable = { id: Fixed<number>; name: string }

export type JournalTable = {
  seq: Generated<number>
  at: Fixed<Millis>
  actor_id: Fixed<number | null>
  actor_name: Fixed<string | null>
  session_id: Fixed<string | null>
  ip: Fixed<string>
  action: Fixed<string>
  outcome: Fixed<'done' | 'refused'>
  chest_id: Fixed<number | null>
  /** Canonical JSON of object ids and names of changed fields; never a value. */
  objects: Fixed<string>
}

/** A mail on its way. What it says is sealed, and wiped once it was sent or given up. */
export type OutboxTable = {
  id: Fixed<number>
  template: Fixed<string>
  /** The same at every try, so that a mail that came twice is known for one. */
  message_id: Fixed<string>
  sealed: Sealed | null
  state: 'waiting' | 'sent' | 'failed'
  attempts: number
  next_at: Millis
  /** Who is sending it, until when: another node takes it over afterwards. */
  lease: string | null
  leased_until: Millis | null
  /** A code, never the server's own words, which may quote the mail. */
  last_error: string | null
  tried_at: Millis | null
  created_at: Fixed<Millis>
}

/** A one-time link to set a password; the row keeps the token's SHA-256 only. */
export type PasswordLinksTable = {
  token_hash: Fixed<Uint8Array>
  user_id: Fixed<number>
  purpose: Fixed<'invitation' | 'reset'>
  created_at: Fixed<Millis>
  expires_at: Millis
  /** When it was used, or ended by a newer one. */
  used_at: Millis | null
}

/** Which node runs a job, and until when the others leave it to that node. */
export type JobLeasesTable = { name: Fixed<string>; holder: string; until: Millis }

export type SettingsTable = { name: Fixed<string>; value: string }

export type Tables = {
  users: UsersTable
  password_hashes: PasswordHashesTable
  sessions: SessionsTable
  sign_in_steps: SignInStepsTable
  unknown_logins: UnknownLoginsTable
  banks: BanksTable
  bank_users: BankUsersTable
  bank_teams: BankTeamsTable
  bank_chests: BankChestsTable
  teams: TeamsTable
  team_users: TeamUsersTable
  chests: ChestsTable
  chest_keys: ChestKeysTable
  chest_unlocks: ChestUnlocksTable
  master_key_tries: MasterKeyTriesTable
  chest_renewals: ChestRenewalsTable
  chest_user_rights: ChestUserRightsTable
  chest_team_rights: ChestTeamRightsTable
  folders: FoldersTable
  items: ItemsTable
  versions: VersionsTable
  history: HistoryTable
  trash_entries: TrashEntriesTable
  favourite_chests: FavouriteChestsTable
  favourite_items: FavouriteItemsTable
  categories: CategoriesTable
  journal: JournalTable
  job_leases: JobLeasesTable
  settings: SettingsTable
  outbox: OutboxTable
  password_links: PasswordLinksTable
}
