import MailComposer from 'nodemailer/lib/mail-composer'
import { expect, it } from 'vitest'
import { composeMail } from './compose.ts'
import type { Mail } from './mail.ts'
import { addressOfMail, plainTextOf } from './smtp-testing.ts'

const frame = {
  publicUrl: 'https://coffre.exemple.fr',
  from: { name: 'Trousseau', address: 'trousseau@exemple.fr' },
  messageId: '<one@exemple.fr>',
  at: Date.UTC(2026, 0, 15, 9),
}
const person = { firstName: 'Hélène', login: 'hélène+a' }
const mails: Mail[] = [
  { to: 'h@exemple.fr', template: 'invitation', values: { ...person, token: 'the-token' } },
  { to: 'h@exemple.fr', template: 'passwordReset', values: { ...person, token: 'the-token' } },
  { to: 'h@exemple.fr', template: 'loginReminder', values: person },
  { to: 'h@exemple.fr', template: 'secondFactorReset', values: person },
]

it.each(mails.map((mail) => [mail.template, mail] as const))(
  'the mail %s has the same content in text and HTML, and fetches nothing',
  (_, mail) => {
    const { text, html, subject } = composeMail(mail, frame)
    for (const part of [text, html]) {
      expect(part).toContain('Hélène')
      expect(part).toContain('hélène+a')
    }
    expect(html).not.toMatch(/<(img|link|script|iframe|style)|\ssrc=|url\(/i)
    expect(html.match(/href="[^"]*"/g) ?? []).toHaveLength('token' in mail.values ? 1 : 0)
    expect(subject).not.toBe('')
  },
)

it('a link leads to the public address, with token and login in its fragment', async () => {
  const [mail] = mails
  const raw = await new MailComposer(composeMail(mail ?? expect.fail(), frame)).compile().build()
  const url = new URL(addressOfMail(raw.toString('utf8')))
  expect(url.origin + url.pathname).toBe('https://coffre.exemple.fr/auth/password')
  expect([...new URLSearchParams(url.hash.slice(1))]).toEqual([
    ['token', 'the-token'],
    ['login', 'hélène+a'],
    ['invitation', ''],
  ])
  expect(plainTextOf(raw.toString('utf8'))).toContain('72 heures')
})

it('a name can be neither markup nor a header of the mail', async () => {
  const firstName = '<b>Eve</b>"\r\nBcc: eve@exemple.fr'
  const values = { firstName, login: 'eve' }
  const message = composeMail({ to: 'h@exemple.fr', template: 'loginReminder', values }, frame)
  expect(message.html).toContain('&lt;b&gt;Eve&lt;/b&gt;&quot;')
  const raw = (await new MailComposer(message).compile().build()).toString('utf8')
  const headers = raw.slice(0, raw.indexOf('\r\n\r\n'))
  expect(headers).not.toMatch(/^bcc:/im)
  expect(message.envelope).toEqual({ from: 'trousseau@exemple.fr', to: ['h@exemple.fr'] })
})
