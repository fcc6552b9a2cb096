import type { SMTPConnectionAuth, SMTPConnectionCustomAuthContext } from 'nodemailer/lib/smtp-connection'
import type { SmtpSettings } from './settings.ts'
import { connectionOptions, failureOf, isOfSender } from './smtp-transport.ts'
import { SendFailure } from './transport.ts'

/** What a mail server says to an envelope. */
export type EnvelopeAnswer = {
  /** The address that every domain has to accept (RFC 5321 §4.5.1), with which the server was asked. */
  readonly recipient: string
  /** The codes with which it refused that recipient (`550 5.1.1`); null when it accepts it. */
  readonly refusal: string | null
}

/** The name under which the library runs the commands of the envelope. */
const envelopeMethod = 'ENVELOPE'

/**
 * Checks whether a mail server takes mails from an address: connects, greets it, signs in if the address of the server has
 * an account, gives sender and recipient, and leaves. No mail is sent.
 * @param withinMs the limit for the whole check
 * @throws SendFailure `sender` when it refuses the sender
 */
export async function verifyServer(
  settings: SmtpSettings,
  sender: string,
  withinMs: number,
): Promise<EnvelopeAnswer> {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const recipient = `postmaster@${sender.slice(sender.lastIndexOf('@') + 1)}`
  let answer: EnvelopeAnswer | SendFailure = new SendFailure('unknown')
  const connection = new SMTPConnection({
    ...connectionOptions(settings),
    connectionTimeout: withinMs,
    greetingTimeout: withinMs,
    // The library has no command of the envelope without a message but this one.
    customAuth: {
      [envelopeMethod]: async (context: SMTPConnectionCustomAuthContext) => {
        answer = await giveEnvelope(context, sender, recipient)
      },
    },
  })
  const failed = new Promise<never>((_, reject) => {
    connection.once('error', reject)
    connection.once('end', () => reject(new SendFailure('network', 'ECONNECTION')))
  })
  const timer = setTimeout(() => connection.emit('error', new SendFailure('network', 'ETIMEDOUT')), withinMs)
  const login = (auth: SMTPConnectionAuth) =>
    new Promise<void>((resolve, reject) =>
      connection.login(auth, (error) => (error ? reject(error) : resolve())),
    )
  const work = async (): Promise<void> => {
    await new Promise<void>((resolve, reject) =>
      connection.connect((error) => (error ? reject(error) : resolve())),
    )
    const { auth } = settings
    if (auth) await login({ user: auth.user, pass: auth.password.reveal() })
    await login({ method: envelopeMethod })
  }
  try {
    await Promise.race([work(), failed])
  } catch (error) {
    throw error instanceof SendFailure ? error : failureOf(error)
  } finally {
    clearTimeout(timer)
    connection.removeAllListeners('error').on('error', () => undefined)
    connection.close()
  }
  if (answer instanceof SendFailure) throw answer
  return answer
}

async function giveEnvelope(
  context: SMTPConnectionCustomAuthContext,
  sender: string,
  recipient: string,
): Promise<EnvelopeAnswer | SendFailure> {
  const mail = await context.sendCommand(`MAIL FROM:<${sender}>`)
  if (!isAccepted(mail)) return new SendFailure('sender', codesOf(mail))
  const rcpt = await context.sendCommand(`RCPT TO:<${recipient}>`)
  await context.sendCommand('RSET')
  if (isAccepted(rcpt)) return { recipient, refusal: null }
  // Many servers judge the sender only with the recipient.
  return isOfSender(rcpt.code)
    ? new SendFailure('sender', codesOf(rcpt))
    : { recipient, refusal: codesOf(rcpt) }
}

type Reply = { readonly status: number; readonly code?: string | undefined }

const isAccepted = ({ status }: Reply): boolean => status >= 200 && status < 300
const codesOf = ({ status, code }: Reply): string => [status, code].filter(Boolean).join(' ')
