import { doctorTexts } from '#texts/commands.ts'
import type { SmtpSettings } from '#server/platform/mail/settings.ts'
import { verifyServer } from '#server/platform/mail/smtp-transport.ts'
import { sentenceOfError } from '#server/platform/mail/state.ts'
import { SendFailure } from '#server/platform/mail/transport.ts'
import type { Finding } from './doctor-database.ts'

/** Timeout of the mail server, in milliseconds. */
const patienceMs = 5_000

/** Checks that mails can be sent. Without a mail server they are written to files, which is no fault. */
export async function checkMail(smtp: SmtpSettings | null): Promise<Finding[]> {
  const { mail } = doctorTexts
  if (smtp === null) return [{ state: 'unknown', text: mail.none }]
  const server = `${smtp.host}:${smtp.port}`
  try {
    await verifyServer(smtp, patienceMs)
    return [{ state: 'good', text: mail.good(server) }]
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error
    return [{ state: 'bad', text: mail.bad(server, sentenceOfError(error.code)) }]
  }
}
