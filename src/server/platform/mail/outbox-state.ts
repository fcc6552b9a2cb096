import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import { refusedMails } from './refused-senders.ts'
import { countStates } from './rows.ts'
import { sentenceOfError, type Transport } from './transport.ts'

export type MailState = {
  readonly transport: Transport['kind']
  readonly waiting: number
  readonly failed: number
  /** When the oldest waiting mail was queued. */
  readonly oldestAt: number | null
  readonly lastError: string | null
  /** The mails that wait because the server refuses their sender, with the reason in French; null when none does. */
  readonly refused: {
    readonly count: number
    readonly oldestAt: number
    readonly nextAt: number
    readonly reason: string
  } | null
}

/** Returns how many mails wait or failed, and why. */
export async function outboxState(db: Kysely<Tables>, transport: Transport['kind']): Promise<MailState> {
  const { lastError, ...counts } = await countStates(db)
  const refused = await refusedMails(db)
  return {
    transport,
    ...counts,
    lastError: lastError && sentenceOfError(lastError),
    refused: refused && {
      count: refused.count,
      oldestAt: refused.oldestAt,
      nextAt: refused.nextAt,
      reason: sentenceOfError(refused.error),
    },
  }
}
