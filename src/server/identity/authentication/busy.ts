import type { PasswordHasher } from '#server/platform/crypto/password-hash.ts'
import type { Secret } from '#server/platform/crypto/secret.ts'
import type { Turn } from '#server/platform/crypto/work-bound.ts'
import { orBusy } from '#server/platform/http/busy.ts'
import type { Throttle, Ticket } from '#server/platform/http/throttle.ts'
import type { Apart } from '#server/platform/http/tries-apart.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { Directory } from '#server/identity/directory/directory.ts'

export type PasswordVerdict = Awaited<ReturnType<PasswordHasher['verify']>>

/** Hashes a password, unless too many hashes are under way. @throws Refusal SERVER_BUSY */
export const hashOrBusy = (
  hasher: PasswordHasher,
  password: Secret<string>,
  turn: Turn,
): Promise<Secret<string>> => orBusy(() => hasher.hash(password, turn))

/** Compares a password with its hash, unless too many wait for that. @throws Refusal SERVER_BUSY */
export const verifyOrBusy = (
  hasher: PasswordHasher,
  stored: Secret<string> | undefined,
  password: Secret<string>,
  turn: Turn,
): Promise<PasswordVerdict> => orBusy(() => hasher.verify(stored, password, turn))

/**
 * Counts a try of a password, unless no verification could start now: a flood of tries then costs no write.
 * @throws Refusal TOO_MANY_TRIES, SERVER_BUSY
 */
export const takeTicketOrBusy = (
  { hasher, directory }: Pick<PlatformDeps, 'hasher'> & { readonly directory: Directory | null },
  throttle: Throttle,
  { ip, as, type }: { readonly ip: string; readonly as: Apart | null; readonly type: 'LOCAL' | 'DIST' },
): Promise<Ticket> => {
  const verifier = (type === 'DIST' && directory) || hasher
  return orBusy(() => throttle.take(ip, { as, isFull: (turn) => verifier.isFull(turn) }))
}
