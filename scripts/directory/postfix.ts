/** A Postfix on this machine that takes two connections of a client at a time, and mails of one sender alone. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCertificate, type TestCertificate } from '#server/testing/directory.ts'
import { ownFolder } from './domain.ts'

export const sender = 'coffre@exemple.fr'
/** An address that exists and is not the client's: Postfix refuses it with 553 5.7.1. */
export const othersSender = 'mairie@exemple.fr'
/** An address of a domain that nobody finds: Postfix refuses it with 450 4.1.8. */
export const misspeltSender = 'coffre@exmeple.fr'

export type MailServer = {
  /** For SMTP_URL, with STARTTLS. */
  readonly url: string
  /** Lines of its log. */
  log(): string[]
  /** The recipients of the mails that it has taken, in order. */
  recipients(): string[]
}

/** Starts it. It belongs to the namespaces of the script and ends with them. */
export function startPostfix(folder: string, authority: TestCertificate): MailServer {
  const { cert, key } = makeCertificate(folder, 'mail', 'DNS:mail.exemple.fr', authority)
  ownFolder('/etc/postfix', join(folder, 'postfix'))
  for (const place of ['/var/spool/postfix', '/var/lib/postfix']) ownFolder(place)
  execFileSync('chown', ['postfix:', '/var/lib/postfix'])
  const master = readFileSync('/usr/share/postfix/master.cf.dist', 'utf8')
  writeFileSync('/etc/postfix/master.cf', master.replace(/^smtp( +inet.*) smtpd$/m, 'submission$1 smtpd'))
  const settings = {
    compatibility_level: '3.6',
    maillog_file: log,
    myhostname: 'mail.exemple.fr',
    mydestination: '',
    mynetworks: '127.0.0.0/8 10.34.0.0/24',
    inet_interfaces: 'all',
    inet_protocols: 'ipv4',
    smtpd_tls_cert_file: cert,
    smtpd_tls_key_file: key,
    smtpd_tls_security_level: 'may',
    // Mails are taken, logged and thrown away.
    default_transport: 'discard',
    relay_transport: 'discard',
    smtpd_client_connection_count_limit: '2',
    smtpd_client_event_limit_exceptions: '',
    // This network has no resolver: the own address is not looked up.
    smtpd_sender_restrictions: `check_sender_access inline:{{${othersSender}=553 5.7.1 Sender address rejected: not owned by user},{${sender}=OK}} reject_unknown_sender_domain`,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  writeFileSync('/etc/postfix/main.cf', lines.join(''))
  execFileSync('postfix', ['start'], { stdio: ['ignore', 'inherit', 'inherit'] })
  return mailServer()
}

const log = '/var/lib/postfix/mail.log'

export function mailServer(): MailServer {
  const read = (): string[] => readFileSync(log, 'utf8').split('\n')
  return {
    url: 'smtp://mail.exemple.fr:587',
    log: read,
    recipients: () => read().flatMap((line) => /to=<([^>]+)>.* status=sent/.exec(line)?.[1] ?? []),
  }
}
