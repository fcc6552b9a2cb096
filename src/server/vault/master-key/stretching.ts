import type { Secret } from '#server/platform/crypto/secret.ts'

/** Argon2id of a master key that a person gives, within the bound of costly work. @throws Refusal SERVER_BUSY */
export type StretchMasterKey = (
  masterKey: Secret<string>,
  salt: Uint8Array,
  person: number,
) => Promise<Buffer>

/** Refuses a master key that could not be stretched for this person now. @throws Refusal SERVER_BUSY */
export type RequireTurn = (person: number) => void
