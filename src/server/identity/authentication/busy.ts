import { orBusy } from '#server/platform/http/busy.ts'
import type { Throttle, Ticket } from '#server/platform/http/throttle.ts'
import type { Apart } from '#server/platform/http/tries-apart.ts'
import type { PasswordDeps } from '#server/identity/deps.ts'

/**
 * Counts a try of a password, unless no verification could start now: a flood of tries then costs no write.
 * @throws Refusal TOO_MANY_TRIES, SERVER_BUSY
 */
export const takeTicketOrBusy = (
  { hasher, directory }: Pick<PasswordDeps, 'hasher' | 'directory'>,
  throttle: Throttle,
  { ip, as, type }: { readonly ip: string; readonly as: Apart | null; readonly type: 'LOCAL' | 'DIST' },
): Promise<Ticket> => {
  const verifier = (type === 'DIST' && directory) || hasher
  return orBusy(() => throttle.take(ip, { as, isFull: (turn) => verifier.isFull(turn) }))
}
