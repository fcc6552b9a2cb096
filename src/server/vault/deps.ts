import type { Argon2Cost } from '#server/platform/crypto/argon2id-input.ts'
import type { KeptLists } from '#server/access/kept-lists.ts'
import type { LockCost } from '#server/platform/crypto/master-key.ts'
import type { Secret } from '#server/platform/crypto/secret.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { ChestKeys } from './chests/chest-keys.ts'
import type { ChestIndexes } from './chest-index/chest-indexes.ts'
import type { Summaries } from './summaries/summaries.ts'

/** What the platform and the vault offer to the vault's features: each picks what it needs. */
export type VaultDeps = PlatformDeps & {
  readonly chestKeys: ChestKeys
  readonly indexes: ChestIndexes
  readonly keptLists: KeptLists
  readonly requireTurn: RequireTurn
  /** The cost of new locks, and of those that are raised. */
  readonly masterKeyCost: Argon2Cost
  /** The cost of exported files; undefined for that of each format. */
  readonly exportCost: Argon2Cost | undefined
  readonly stretchMasterKey: StretchMasterKey
  readonly summaries: Summaries
}

/**
 * Stretches a given master key with Argon2id, within the limit of concurrent costly work. `onTurn` runs before,
 * once the work may begin; if it throws, nothing is stretched. @throws Refusal SERVER_BUSY
 */
export type StretchMasterKey = (
  masterKey: Secret<string>,
  lock: LockCost,
  person: number,
  onTurn?: () => Promise<void>,
) => Promise<Buffer>

/** Refuses a master key that could not be stretched for this user now. @throws Refusal SERVER_BUSY */
export type RequireTurn = (person: number) => void
