import { readFileSync } from 'node:fs'
import pino from 'pino'
import { certificateLimits } from '#domain/platform/limits.ts'
import { doctorTexts } from '#texts/commands.ts'
import { directoryFaultTexts } from '#texts/identity/directory.ts'
import { connectionFault } from '#texts/platform/connection-faults.ts'
import type { Config } from '../config.ts'
import { DirectoryAway } from '#server/identity/directory/away.ts'
import { createDirectory } from '#server/identity/directory/directory.ts'
import type { DirectorySettings } from '#server/identity/directory/settings.ts'
import type { Database } from '#server/platform/database/open.ts'
import { expiryOf } from '#server/platform/http/certificate.ts'
import { untrustedProxies } from '#server/platform/http/untrusted-proxies.ts'
import { refusedMails } from '#server/platform/mail/refused-senders.ts'
import type { Sender, SmtpSettings } from '#server/platform/mail/settings.ts'
import { verifyServer } from '#server/platform/mail/smtp-probe.ts'
import { SendFailure, sentenceOfError } from '#server/platform/mail/transport.ts'
import type { Finding } from './doctor-database.ts'

/** Timeout of the mail server, in milliseconds. */
const patienceMs = 5_000

const said = (text: string, code: string, explanation: string | null): string =>
  `${text} ${doctorTexts.code(code, explanation)}`

/** Checks that mails can be sent from the configured address; none is. Without a mail server they are written to files, which is no fault. */
export async function checkMail(smtp: SmtpSettings | null, from: Sender): Promise<Finding[]> {
  const { mail } = doctorTexts
  if (smtp === null) return [{ state: 'unknown', text: mail.none }]
  const server = `${smtp.host}:${smtp.port}`
  try {
    const { recipient, refusal } = await verifyServer(smtp, from.address, patienceMs)
    const good: Finding = { state: 'good', text: mail.good(server) }
    return refusal === null ? [good] : [good, { state: 'unknown', text: mail.recipient(recipient, refusal) }]
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error
    if (error.kind === 'sender')
      return [{ state: 'bad', text: mail.sender(server, from.address, error.detail) }]
    const text = mail.bad(server, sentenceOfError(error.code))
    const explanation = connectionFault(error.detail, mail.settings)
    return [{ state: 'bad', text: explanation === null ? text : said(text, error.detail, explanation) }]
  }
}

/** Reports the mails that wait because the server refuses their sender; sends none, since the server does. */
export async function checkWaitingMails({ db }: Pick<Database, 'db'>): Promise<Finding[]> {
  const refused = await refusedMails(db)
  if (refused === null) return []
  const { count, error, oldestAt } = refused
  return [{ state: 'bad', text: doctorTexts.mail.refused(count, sentenceOfError(error), oldestAt) }]
}

/** Checks how long the TLS certificates are still valid: the server's own, and the one for the SIEM. A proxy's is not known here. */
export function checkCertificates({ tls, siem }: Pick<Config, 'tls' | 'siem'>, now: number): Finding[] {
  const client = siem.syslog?.tls?.client
  return [
    ...(tls === null ? [] : [checkCertificate(tls.cert, doctorTexts.certificate, now)]),
    ...(client ? [checkCertificate(client.certFile, doctorTexts.siemCertificate, now)] : []),
  ]
}

type CertificateTexts = Readonly<Record<'good' | 'expiring' | 'expired', (at: number) => string>>

function checkCertificate(file: string, texts: CertificateTexts, now: number): Finding {
  const expiresAt = expiryOf(readFileSync(file, 'utf8'))
  if (expiresAt <= now) return { state: 'bad', text: texts.expired(expiresAt) }
  return expiresAt - now < certificateLimits.expiringMs
    ? { state: 'bad', text: texts.expiring(expiresAt) }
    : { state: 'good', text: texts.good(expiresAt) }
}

/** Checks that the directory answers under TLS, accepts the service account and contains a person. */
export async function checkDirectory(settings: DirectorySettings | null): Promise<Finding[]> {
  const texts = doctorTexts.directory
  if (settings === null) return [{ state: 'unknown', text: texts.none }]
  const server = `${settings.host}:${settings.port}`
  try {
    const findsAnybody = await createDirectory(settings, pino({ level: 'silent' })).findsAnybody()
    return [findsAnybody ? { state: 'good', text: texts.good(server) } : { state: 'bad', text: texts.nobody }]
  } catch (error) {
    if (!(error instanceof DirectoryAway)) throw error
    const { reason, code } = error
    const text = texts.away[reason](server)
    if (code === null) return [{ state: 'bad', text }]
    const explanation = directoryFaultTexts[code] ?? connectionFault(code, texts.settings)
    return [{ state: 'bad', text: said(text, code, explanation) }]
  }
}

/**
 * Checks for proxies whose `X-Forwarded-For` is not trusted. One at a public address is not certainly a
 * fault: any client of the server may send that header.
 */
export async function checkProxies({ db }: Database, config: Config, now: number): Promise<Finding[]> {
  const texts = doctorTexts.proxies
  const found = await untrustedProxies(db, config, now)
  if (found.length === 0) return [{ state: 'good', text: texts.good }]
  return found.map(({ address, isNear }) =>
    isNear
      ? { state: 'bad', text: texts.untrusted(address) }
      : { state: 'unknown', text: texts.distant(address) },
  )
}
