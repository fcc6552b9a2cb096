import { Refusal } from '#domain/platform/refusals.ts'
import type { PasswordHasher } from '#server/platform/crypto/password-hash.ts'
import type { Secret } from '#server/platform/crypto/secret.ts'
import { BusyError, type Turn } from '#server/platform/crypto/work-bound.ts'
import type { Deps } from '#server/deps.ts'
import type { Throttle, Ticket } from '#server/platform/http/throttle.ts'
import type { Apart } from '#server/platform/http/tries-apart.ts'

const busySeconds = 2

/** Too much costly work is under way, for everybody or for this person. */
export const serverBusy = (): Refusal => new Refusal('SERVER_BUSY', { retryAfterSeconds: busySeconds })

export type PasswordVerdict = Awaited<ReturnType<PasswordHasher['verify']>>

/** A hash, or a 429 when too many are under way. @throws Refusal SERVER_BUSY */
export const hashWithin = (
  hasher: PasswordHasher,
  password: Secret<string>,
  turn: Turn,
): Promise<Secret<string>> => orBusy(() => hasher.hash(password, turn))

/** A comparison, or a 429 when too many are under way. @throws Refusal SERVER_BUSY */
export const verifyWithin = (
  hasher: PasswordHasher,
  stored: Secret<string> | undefined,
  password: Secret<string>,
  turn: Turn,
): Promise<PasswordVerdict> => orBusy(() => hasher.verify(stored, password, turn))

/**
 * Counts a try of a password, unless none could be judged now: a flood of them then costs no write.
 * @throws Refusal TOO_MANY_TRIES, SERVER_BUSY
 */
export const takeWithin = (
  { hasher, directory }: Pick<Deps, 'hasher' | 'directory'>,
  throttle: Throttle,
  { ip, as, type }: { readonly ip: string; readonly as: Apart | null; readonly type: 'LOCAL' | 'DIST' },
): Promise<Ticket> => {
  const judge = (type === 'DIST' && directory) || hasher
  return orBusy(() => throttle.take(ip, { as, isFull: (turn) => judge.isFull(turn) }))
}

/** Costly work, or a 429 when too much is under way. @throws Refusal SERVER_BUSY */
export async function orBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof BusyError ? serverBusy() : error
  }
}
