import type { Generated } from 'kysely'
import type { Role, UserType } from '#domain/platform/roles.ts'
import type { Sealed } from '#server/platform/crypto/envelope.ts'
import type {
  CategoriesTable,
  ChestKeysTable,
  ChestRenewalsTable,
  ChestTeamRightsTable,
  ChestUnlocksTable,
  ChestUserRightsTable,
  ChestsTable,
  FavouriteChestsTable,
  FavouriteItemsTable,
  FoldersTable,
  HistoryTable,
  ItemsTable,
  MasterKeyTriesTable,
  NotasTable,
  TrashEntriesTable,
  VersionsTable,
} from './chest-tables.ts'
import type {
  ChestSummariesTable,
  DailyCountsTable,
  InstallationKeysTable,
  KeptFiguresTable,
} from './figure-tables.ts'
import type {
  PasskeyChallengesTable,
  PasskeysTable,
  RecoveryCodesTable,
  RecoverySetsTable,
} from './account-tables.ts'
import type { Fixed, Flag, Millis } from './column-types.ts'
import type { FactorResetsTable, MailCodesTable, ResetRequestsTable } from './sign-in-mail-tables.ts'
import type { KeyNodesTable, SealingKeyTable } from './key-tables.ts'
import type { DirectoryGroupsTable, DirectoryLinksTable } from './directory-tables.ts'

export type UsersTable = {
  id: Fixed<number>
  login: string
  /** Folded login, null once the user is deleted so that the login becomes free again. */
  login_key: string | null
  email: string
  email_key: string | null
  /** The key that lists search and are ordered by (domain/platform/user-keys.ts). */
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
  /** How many releases of the changelog (`texts/platform/changelog.ts`) this user has read. */
  read_features: number
  second_factor: 'totp' | 'mail'
  totp_secret: Sealed | null
  qr_scanned: Flag
  /** The last accepted TOTP step, so that no code works twice. */
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
  /** Set when an administrator withdrew the password: it is refused and stands in the history only. */
  ended_at: Millis | null
  /** Set for a password that somebody else chose: it leads only to the page that changes it. */
  must_change: Generated<Flag>
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
  /** The time of the last fresh proof, with both factors (access/proof.ts). */
  proved_at: Generated<Millis | null>
  /** The secret of the authenticator that this session is enrolling; one of its codes puts it in force. */
  totp_pending: Generated<Sealed | null>
}

/** One row a step-1 token; `used_at` is set in the statement that consumes it. */
export type SignInStepsTable = {
  jti: Fixed<string>
  user_id: Fixed<number>
  /** SHA-256 of the `__Host-pre` cookie to which the token is bound. */
  binding_hash: Fixed<Uint8Array>
  expires_at: Millis
  used_at: Millis | null
  /** 1: the single sign-on's provider has verified a second factor, and a setting accepts that. */
  is_proven: Generated<Flag>
  /** The secret of the authenticator that this sign-in enrols; one of its codes puts it in force. */
  totp_pending: Generated<Sealed | null>
}

/** Failures under unknown logins; `key` is a keyed hash of what was typed. */
export type UnknownLoginsTable = {
  key: Fixed<Uint8Array>
  failures: number
  blocks: number
  blocked_until: Millis | null
  tried_at: Millis
}

export type SignInNetworksTable = {
  network: Fixed<string>
  /** When the window of the count began. */
  since: Millis
  tries: number
  /** The last sign-in from there. */
  known_at: Millis | null
}

/** A browser that has signed an account in, and may have signed in others: one row for each. */
export type KnownDevicesTable = {
  /** SHA-256 of the browser's cookie. */
  token_hash: Uint8Array
  user_id: Fixed<number>
  /** The last sign-in there. */
  known_at: Millis
  expires_at: Millis
}

/** Wrong tries that are counted apart from a network: http/tries-apart.ts. */
export type TriesApartTable = { who: Fixed<string>; since: Millis; tries: number }

/** The identity of a user at the single sign-on's provider. */
export type SsoIdentitiesTable = {
  user_id: Fixed<number>
  issuer: Fixed<string>
  subject: Fixed<string>
  /** Sealed: name and e-mail from the provider. */
  about: Uint8Array
  linked_at: Fixed<Millis>
  /** The user who linked it; null for its owner, by an invitation. */
  linked_by: Fixed<number | null>
}

/** Unlinked identities, by the keyed hash of their linking code. */
export type SsoRequestsTable = {
  code_hash: Uint8Array
  issuer: Fixed<string>
  subject: Fixed<string>
  about: Uint8Array
  expires_at: Millis
}

/** Returns from the provider that were accepted. */
export type SsoReturnsTable = { state_hash: Fixed<Uint8Array>; expires_at: Fixed<Millis> }

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
export type TeamUsersTable = {
  team_id: Fixed<number>
  user_id: Fixed<number>
  /** Who added the member: a user, or a group of the directory, which also removes them. */
  origin: Generated<'manual' | 'directory'>
}

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

/** A queued mail. Its content is sealed, and wiped once it was sent or given up. */
export type OutboxTable = {
  id: Fixed<number>
  template: Fixed<string>
  /** The same at every try, so that a mail program recognises a duplicate. */
  message_id: Fixed<string>
  sealed: Sealed | null
  state: 'waiting' | 'sent' | 'failed'
  attempts: number
  next_at: Millis
  /** The node that is sending it, and until when: another node may claim it afterwards. */
  lease: string | null
  leased_until: Millis | null
  /** A code, never the server's text, which may quote the mail. */
  last_error: string | null
  tried_at: Millis | null
  created_at: Fixed<Millis>
  /** The user whose link it carries; the list of users shows whether it was sent. */
  invited_user_id: Fixed<number | null>
}

/** A one-time link to set a password; the row stores only the token's SHA-256. */
export type PasswordLinksTable = {
  token_hash: Fixed<Uint8Array>
  user_id: Fixed<number>
  purpose: Fixed<'invitation' | 'reset'>
  created_at: Fixed<Millis>
  expires_at: Millis
  /** When it was used, or revoked by a newer one. */
  used_at: Millis | null
}

/** One row: a number that triggers raise with each change of what the back offices manage. */
export type OfficeRevisionTable = { revision: Fixed<number> }

/** The lease of a job: the node that runs it, and until when. */
export type JobLeasesTable = { name: Fixed<string>; holder: string; until: Millis }

export type SettingsTable = { name: Fixed<string>; value: string }

export type Tables = {
  users: UsersTable
  password_hashes: PasswordHashesTable
  sessions: SessionsTable
  sign_in_steps: SignInStepsTable
  unknown_logins: UnknownLoginsTable
  recovery_sets: RecoverySetsTable
  recovery_codes: RecoveryCodesTable
  passkeys: PasskeysTable
  passkey_challenges: PasskeyChallengesTable
  sign_in_networks: SignInNetworksTable
  known_devices: KnownDevicesTable
  tries_apart: TriesApartTable
  sso_identities: SsoIdentitiesTable
  sso_requests: SsoRequestsTable
  sso_returns: SsoReturnsTable
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
  notas: NotasTable
  journal: JournalTable
  job_leases: JobLeasesTable
  office_revision: OfficeRevisionTable
  settings: SettingsTable
  sealing_key: SealingKeyTable
  key_nodes: KeyNodesTable
  outbox: OutboxTable
  password_links: PasswordLinksTable
  mail_codes: MailCodesTable
  reset_requests: ResetRequestsTable
  factor_resets: FactorResetsTable
  directory_links: DirectoryLinksTable
  directory_groups: DirectoryGroupsTable
  chest_summaries: ChestSummariesTable
  installation_keys: InstallationKeysTable
  daily_counts: DailyCountsTable
  kept_figures: KeptFiguresTable
}
