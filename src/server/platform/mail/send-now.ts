import { Refusal } from '#domain/platform/refusals.ts'
import type { Outbox } from './outbox.ts'

type Attempts = Pick<Outbox, 'attempt'>

/** The wait for a mail without which its reader cannot go on, in milliseconds: longer than for other mails. */
const awaitedMs = 8_000

/**
 * Tries to send a mail immediately. A slow server blocks no caller, and with an unreachable one the mail leaves later.
 * @returns whether the server has accepted it, or has not answered yet
 * @throws Refusal MAIL_WAS_NOT_SEND when the mail server does not accept it now; the action stays done
 */
export async function sendNow(outbox: Attempts, mail: number): Promise<'sent' | 'waiting'> {
  const outcome = await outbox.attempt(mail)
  if (outcome === 'refused' || outcome === 'delayed') throw new Refusal('MAIL_WAS_NOT_SEND')
  return outcome
}

/**
 * Sends a mail without which its reader cannot go on.
 * @param onRefused called when the server refuses it permanently
 * @throws Refusal MAIL_WAS_NOT_SEND unless the mail server has accepted it
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
