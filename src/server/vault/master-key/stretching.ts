import type { Secret } from '#server/platform/crypto/secret.ts'

/**
 * Stretches a given master key with Argon2id, within the limit of concurrent costly work. `onTurn` runs before,
 * once the work may begin; if it throws, nothing is stretched. @throws Refusal SERVER_BUSY
 */
export type StretchMasterKey = (
  masterKey: Secret<string>,
  salt: Uint8Array,
  person: number,
  onTurn?: () => Promise<void>,
) => Promise<Buffer>

/** Refuses a master key that could not be stretched for this user now. @throws Refusal SERVER_BUSY */
export type RequireTurn = (person: number) => void
