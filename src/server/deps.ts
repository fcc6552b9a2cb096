import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { KeptLists } from './access/kept-lists.ts'
import type { Config } from './config.ts'
import type { ChestKeys } from './vault/chests/chest-keys.ts'
import type { KeyHolder } from './platform/crypto/key-holder.ts'
import type { Secret } from './platform/crypto/secret.ts'
import type { PasswordHasher } from './platform/crypto/password-hash.ts'
import type { Columns } from './platform/database/columns.ts'
import type { Company, Summaries } from './office/dashboard/queries.ts'
import type { Tables } from './platform/database/tables.ts'
import type { Directory } from './identity/directory/directory.ts'
import type { StrengthGauge } from './vault/contents/strength.ts'
import type { ChestIndexes } from './vault/explorer/chest-indexes.ts'
import type { Journal } from './platform/journal/journal.ts'
import type { RefusalLog } from './platform/journal/refusal-log.ts'
import type { Outbox } from './platform/mail/outbox.ts'
import type { Renewals } from './vault/master-key/renewal.ts'
import type { ResetRequests } from './identity/resets/reset-requests.ts'
import type { Unlocks } from './vault/master-key/unlocks.ts'

/** Milliseconds since the epoch; a parameter, so that tests can move it. */
export type Clock = () => number
export type RandomBytes = (size: number) => Uint8Array

/** HTML of what a page shows, from the page's own component. */
export type RenderFragment = (
  page: 'administration' | 'chest' | 'dashboard' | 'team' | 'trash' | 'user',
  data: unknown,
) => Promise<string>

/** All that features are given; `assemble.ts` alone makes it, each feature picks what it needs. */
export type Deps = {
  readonly config: Config
  readonly db: Kysely<Tables>
  /** Rejects when the database does not answer, or its file is no longer in its place. */
  readonly pingDatabase: () => Promise<void>
  readonly columns: Columns
  readonly keys: KeyHolder
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly log: Logger
  readonly journal: Journal
  readonly refusals: RefusalLog
  readonly hasher: PasswordHasher
  /** Null: the settings name none. */
  readonly directory: Directory | null
  readonly chestKeys: ChestKeys
  readonly indexes: ChestIndexes
  readonly keptLists: KeptLists
  readonly summaries: Summaries
  readonly company: Company
  /** Argon2id of a master key that a person gives, within the bound of costly work. @throws Refusal SERVER_BUSY */
  readonly stretchMasterKey: (masterKey: Secret<string>, salt: Uint8Array, person: number) => Promise<Buffer>
  /** Refuses a master key that could not be stretched for this person now. @throws Refusal SERVER_BUSY */
  readonly requireTurn: (person: number) => void
  readonly unlocks: Unlocks
  readonly renewals: Renewals
  readonly strength: StrengthGauge
  readonly renderFragment: RenderFragment
  readonly outbox: Outbox
  readonly resetRequests: ResetRequests
}
