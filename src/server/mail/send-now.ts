import { Refusal } from '#domain/refusals.ts'
import type { Outbox } from './outbox.ts'

/**
 * Tries a mail at once. A slow server keeps nobody waiting, and one that is away loses nothing: the mail leaves later.
 * @throws Refusal MAIL_WAS_NOT_SEND when the mail server refuses it, or is away; what was done stays done
 */
export async function sendNow(outbox: Pick<Outbox, 'attempt'>, mail: number): Promise<void> {
  const outcome = await outbox.attempt(mail)
  if (outcome === 'refused' || outcome === 'delayed') throw new Refusal('MAIL_WAS_NOT_SEND')
}
