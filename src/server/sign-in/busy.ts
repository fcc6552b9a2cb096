import { Refusal } from '#domain/refusals.ts'
import type { PasswordHasher } from '../crypto/password-hash.ts'
import type { Secret } from '../crypto/secret.ts'
import { BusyError, type Lane } from '../crypto/work-bound.ts'

const busySeconds = 2

export type PasswordVerdict = Awaited<ReturnType<PasswordHasher['verify']>>

/** A hash, or a 429 when too many are under way. @throws Refusal SERVER_BUSY */
export const hashWithin = (hasher: PasswordHasher, password: Secret<string>): Promise<Secret<string>> =>
  orBusy(() => hasher.hash(password))

/** A comparison, or a 429 when too many are under way. @throws Refusal SERVER_BUSY */
export const verifyWithin = (
  hasher: PasswordHasher,
  stored: Secret<string> | undefined,
  password: Secret<string>,
  lane?: Lane,
): Promise<PasswordVerdict> => orBusy(() => hasher.verify(stored, password, lane))

/** Costly work, or a 429 when too much is under way. @throws Refusal SERVER_BUSY */
export async function orBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof BusyError ? new Refusal('SERVER_BUSY', { retryAfterSeconds: busySeconds }) : error
  }
}
