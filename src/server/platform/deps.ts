import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { KeyHolder } from './crypto/key-holder.ts'
import type { PasswordHasher } from './crypto/password-hash.ts'
import type { Columns } from './database/columns.ts'
import type { Database } from './database/open.ts'
import type { Tables } from './database/tables.ts'
import type { RenderFragment } from './http/render-fragment.ts'
import type { Journal } from './journal/journal.ts'
import type { RefusalLog } from './journal/refusal-log.ts'
import type { Outbox } from './mail/outbox.ts'
import type { PlatformSettings } from './settings.ts'
import type { Clock, RandomBytes } from './sources.ts'
import type { StrengthGauge } from './strength/strength.ts'

/** What the platform offers to features: each picks what it needs, and declares what it needs of other features. */
export type PlatformDeps = {
  readonly config: PlatformSettings
  readonly db: Kysely<Tables>
  readonly pingDatabase: Database['ping']
  readonly columns: Columns
  readonly keys: KeyHolder
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly log: Logger
  readonly journal: Journal
  readonly refusals: RefusalLog
  readonly hasher: PasswordHasher
  readonly renderFragment: RenderFragment
  readonly outbox: Outbox
  readonly strength: StrengthGauge
}
