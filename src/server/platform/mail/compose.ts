import { deviceOf } from '#domain/platform/devices.ts'
import { signInLimits } from '#domain/platform/limits.ts'
import { formatExactDate } from '#texts/platform/format.ts'
import { mailFooter, mailTexts, type MailText } from '#texts/platform/mails.ts'
import { escaped } from '#server/platform/html.ts'
import type { Mail } from './mail.ts'
import type { Sender } from './settings.ts'
import type { Message } from './transport.ts'

type Frame = {
  readonly publicUrl: string
  readonly from: Sender
  readonly messageId: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** Mails name the time zone beside each time, since people read them anywhere. */
const timeZone = 'Europe/Paris'
const hour = 3_600_000
const minute = 60_000

/** Composes a mail: text and HTML, without anything that a mail program would have to fetch. */
export function composeMail(mail: Mail, { publicUrl, from, messageId, at }: Frame): Message {
  const text = textOf(mail, publicUrl)
  return {
    messageId,
    date: new Date(at),
    from: { name: from.name, address: from.address },
    to: { name: '', address: mail.to },
    envelope: { from: from.address, to: [mail.to] },
    subject: text.subject,
    text: plainOf(text),
    html: htmlOf(text),
    // Suppresses automatic replies (RFC 3834), and bounces of bounces.
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': 'fr',
    },
  }
}

function textOf(mail: Mail, publicUrl: string): MailText {
  // In the fragment, which no server, proxy or log receives; the login is for password managers.
  const linkTo = ({ token, login }: { token: string; login: string }, page = 'password') =>
    `${publicUrl}/auth/${page}#token=${token}&login=${encodeURIComponent(login)}`
  const minutes = signInLimits.resetLinkMs / minute
  switch (mail.template) {
    case 'invitation': {
      // The page then offers the alternatives to a password.
      const hours = signInLimits.invitationLinkMs / hour
      return mailTexts.invitation({ ...mail.values, address: `${linkTo(mail.values)}&invitation`, hours })
    }
    case 'passwordReset':
    case 'passwordLink':
      return mailTexts[mail.template]({ ...mail.values, address: linkTo(mail.values), minutes })
    case 'secondFactorLink': {
      const address = linkTo(mail.values, 'second-factor')
      return mailTexts.secondFactorLink({ ...mail.values, address, minutes })
    }
    case 'mailCode': {
      const lifetime = signInLimits.mailCodeMs / minute
      return mailTexts.mailCode({ ...mail.values, address: `${publicUrl}/auth`, minutes: lifetime })
    }
    case 'secondFactorAsked':
      return mailTexts.secondFactorAsked({ ...mail.values, address: `${publicUrl}/routes/user` })
    case 'dueItems':
      return mailTexts.dueItems({ ...mail.values, address: `${publicUrl}/routes/dashboard` })
    case 'alerts': {
      const { alerts, ...values } = mail.values
      const [only] = alerts
      const path = only && alerts.length === 1 ? only.journal : '/routes/administration'
      return mailTexts.alerts({
        ...values,
        alerts: alerts.map(({ at, ...alert }) => ({ ...alert, date: formatExactDate(at, timeZone) })),
        address: `${publicUrl}${path}`,
      })
    }
    case 'accountChanged': {
      const { seen, ...values } = mail.values
      const place = seen && {
        ...deviceOf(seen.userAgent),
        ip: seen.ip,
        date: formatExactDate(seen.at, timeZone),
      }
      return mailTexts.accountChanged({ ...values, ...(place && { place }), address: `${publicUrl}/auth` })
    }
    case 'journalCheckpoint':
      return mailTexts.journalCheckpoint({ ...mail.values, address: `${publicUrl}/auth` })
    default:
      return mailTexts[mail.template]({ ...mail.values, address: `${publicUrl}/auth` })
  }
}

function plainOf({ paragraphs, lines, link, notes = [] }: MailText): string {
  return [
    ...paragraphs,
    ...(lines === undefined ? [] : [lines]),
    ...(link ? [link.address] : []),
    ...notes,
    `-- \n${mailFooter}`,
  ].join('\n\n')
}

/** Inline styles, since mail programs support no others. */
const styles = {
  body: 'margin:0;padding:24px;background:#f4f4f1;font:16px/1.5 sans-serif;color:#1d2420',
  card: 'max-width:560px;margin:0 auto;padding:24px 32px;background:#ffffff;border-radius:8px',
  link: 'display:inline-block;padding:12px 20px;border-radius:6px;background:#155e4b;color:#ffffff;font-weight:bold;text-decoration:none',
  address: 'font-size:13px;color:#4a544f;word-break:break-all',
  lines: 'font-size:13px;white-space:pre-wrap;word-break:break-all',
  note: 'font-size:14px;color:#4a544f',
} as const

function htmlOf({ subject, paragraphs, lines, link, notes = [] }: MailText): string {
  const paragraph = (text: string, style = '') =>
    `<p${style === '' ? '' : ` style="${style}"`}>${escaped(text)}</p>`
  const button = link
    ? [
        `<p><a href="${escaped(link.address)}" style="${styles.link}">${escaped(link.label)}</a></p>`,
        paragraph(link.address, styles.address),
      ]
    : []
  return [
    '<!doctype html>',
    `<html lang="fr"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    `<body style="${styles.body}"><div style="${styles.card}">`,
    ...paragraphs.map((text) => paragraph(text)),
    ...(lines === undefined ? [] : [`<pre style="${styles.lines}">${escaped(lines)}</pre>`]),
    ...button,
    ...[...notes, mailFooter].map((text) => paragraph(text, styles.note)),
    '</div></body></html>',
  ].join('\n')
}
