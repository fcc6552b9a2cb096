import { Refusal } from '#domain/platform/refusals.ts'
import type { Outbox } from './outbox.ts'

type Attempts = Pick<Outbox, 'attempt'>

/** Who waits for the mail itself waits longer than who has done something else by it, in milliseconds. */
const awaitedMs = 8_000

/**
 * Tries a mail at once. A slow server keeps nobody waiting, and one that is away loses nothing: the mail leaves later.
 * @returns whether the server has it, or is only slow to say so
 * @throws Refusal MAIL_WAS_NOT_SEND when the mail server does not take it now; what was done stays done
 */
export async function sendNow(outbox: Attempts, mail: number): Promise<'sent' | 'waiting'> {
  const outcome = await outbox.attempt(mail)
  if (outcome === 'refused' || outcome === 'delayed') throw new Refusal('MAIL_WAS_NOT_SEND')
  return outcome
}

/**
 * Sends a mail without which its reader cannot go on.
 * @param onRefused what is to be done besides when the server will never take it
 * @throws Refusal MAIL_WAS_NOT_SEND unless the mail server has it
 */
export async function sendAwaited(
  outbox: Attempts,
  mail: number,
  onRefused?: () => Promise<void>,
): Promise<void> {
  const outcome = await outbox.attempt(mail, awaitedMs)
  if (outcome === 'refused') await onRefused?.()
  if (outcome !== 'sent') throw new Refusal('MAIL_WAS_NOT_SEND')
}
