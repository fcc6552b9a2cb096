import { describe, expect, it } from 'vitest'
import { configTexts } from '#texts/platform/server.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import { readSender, readSmtpUrl } from './settings.ts'

const from = 'trousseau@exemple.fr'

describe('the address of a mail server', () => {
  it.each([
    ['smtp://mail.exemple.fr', { host: 'mail.exemple.fr', port: 587, tls: 'required', auth: null }],
    ['smtp://mail.exemple.fr:25?tls=none', { port: 25, tls: 'none' }],
    ['smtps://mail.exemple.fr', { port: 465, tls: 'immediate' }],
    ['smtp://localhost:1025', { port: 1025, tls: 'none' }],
    ['smtp://[::1]:1025', { host: '::1', tls: 'none' }],
    ['smtp://127.0.0.1?tls=required', { tls: 'required' }],
  ])('%s is understood', (text, expected) => {
    expect(readSmtpUrl(text)).toMatchObject(expected)
  })

  it('may have a user and a password with any characters, which never print', () => {
    const settings = readSmtpUrl('smtp://moi%40exemple.fr:p%40ss%3A%2F%C3%A9@mail.exemple.fr')
    expect(settings?.auth?.user).toBe('moi@exemple.fr')
    expect(settings?.auth?.password.reveal()).toBe('p@ss:/é')
    expect(JSON.stringify(settings)).not.toContain('p@ss')
  })

  it.each([
    'mail.exemple.fr',
    'http://mail.exemple.fr',
    'smtp://',
    'smtp://mail.exemple.fr/chemin',
    'smtp://mail.exemple.fr?tls=peut-etre',
    'smtp://mail.exemple.fr?ssl=1',
    'smtp://moi@mail.exemple.fr',
    'smtp://moi:%ff@mail.exemple.fr',
  ])('%s is none', (text) => {
    expect(readSmtpUrl(text)).toBeNull()
  })
})

describe('the sender of mails', () => {
  it('is an address, with or without a name', () => {
    expect(readSender(from, 'Trousseau')).toEqual({ name: 'Trousseau', address: from })
    expect(readSender(`Coffre de la mairie <${from}>`, 'Trousseau')).toEqual({
      name: 'Coffre de la mairie',
      address: from,
    })
  })

  it.each(['', 'personne', `Un\r\nBcc: autre@exemple.fr <${from}>`, `<${from}> suite`, `${from}, ${from}`])(
    'is not %j',
    (text) => {
      expect(readSender(text, 'Trousseau')).toBeNull()
    },
  )
})

it('a server that could not send mails does not start, and explains the correction', () => {
  const start = (env: Record<string, string>) => () => readConfig(env)
  expect(start({ SMTP_URL: 'mail.exemple.fr' })).toThrow(new ConfigError(configTexts.smtpUrl))
  expect(start({ SMTP_URL: 'smtp://mail.exemple.fr' })).toThrow(new ConfigError(configTexts.mailFromMissing))
  expect(start({ TROUSSEAU_MAIL_FROM: 'nous' })).toThrow(new ConfigError(configTexts.mailFrom('nous')))
  expect(readConfig({}).smtp).toBeNull()
})
