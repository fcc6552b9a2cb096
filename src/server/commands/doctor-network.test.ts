import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { doctorTexts } from '#texts/commands.ts'
import { directoryFaultTexts } from '#texts/identity/directory.ts'
import { connectionFault } from '#texts/platform/connection-faults.ts'
import { mailErrorTexts } from '#texts/platform/mails.ts'
import { readSmtpUrl } from '#server/platform/mail/settings.ts'
import {
  startSmtpServer,
  trustTestCertificate,
  type SmtpOptions,
} from '#server/platform/mail/smtp-testing.ts'
import { readConfig } from '../config.ts'
import { startDomain } from '../testing/active-directory.ts'
import {
  makeCertificate,
  makeExpiredCertificate,
  startDirectory,
  type TestDirectory,
} from '../testing/directory.ts'
import { checkDirectory, checkMail } from './doctor-network.ts'

const { away, good, nobody, none, settings } = doctorTexts.directory

let server: TestDirectory
beforeAll(async () => {
  server = await startDirectory()
})
afterAll(() => server.stop())

const said = async (change: Record<string, string>, env = server.env) =>
  (await checkDirectory(readConfig({ ...env, ...change }).directory)).map(({ text }) => text)

/** A sentence of the doctor with the code of Node or of the directory. */
const withCode = (sentence: string, code: string): string => {
  const explanation = directoryFaultTexts[code] ?? connectionFault(code, settings)
  expect(explanation, code).not.toBeNull()
  return `${sentence} ${doctorTexts.code(code, explanation)}`
}

it('the doctor reports the fault of the directory, and the setting that corrects it', async () => {
  const at = new URL(server.env['LDAP_URL'] ?? '').host
  expect(await said({})).toEqual([good(at)])
  expect(await said({ LDAP_USER_FILTER: '(&(uid={login})(employeeType=interne))' })).toEqual([nobody])
  expect(await said({ LDAP_BIND_PASSWORD: 'faux' })).toEqual([withCode(away['service-account'](at), '49')])
  expect(await said({ LDAP_BASE_DN: 'dc=autre,dc=fr' })).toEqual([withCode(away.answer(at), '32')])
  expect(await said({ LDAP_URL: 'ldaps://localhost:9' })).toEqual([
    withCode(away.network('localhost:9'), 'ECONNREFUSED'),
  ])
  expect(await checkDirectory(null)).toEqual([{ state: 'unknown', text: none }])
})

it('the doctor names what is wrong with the certificate of the directory', async () => {
  const at = new URL(server.ldaps).host
  const { cert: other } = makeCertificate(server.folder, 'autre', 'DNS:localhost')
  const tls = away.tls(at)
  expect(await said({ LDAP_URL: server.ldaps, LDAP_CA_FILE: other })).toEqual([
    withCode(tls, 'DEPTH_ZERO_SELF_SIGNED_CERT'),
  ])
  const elsewhere = await startDirectory('DNS:annuaire.exemple.fr')
  onTestFinished(() => elsewhere.stop())
  const there = new URL(elsewhere.ldaps).host
  expect(await said({ LDAP_URL: elsewhere.ldaps }, elsewhere.env)).toEqual([
    withCode(away.tls(there), 'ERR_TLS_CERT_ALTNAME_INVALID'),
  ])
})

it('the authority of the directory is read again when its file changes, and a file without one changes nothing [WTCH-08]', async () => {
  const at = new URL(server.ldaps).host
  const { cert: other } = makeCertificate(server.folder, 'ancienne', 'DNS:localhost')
  const file = join(server.folder, 'renouvelee.crt')
  copyFileSync(other, file)
  const { directory } = readConfig({ ...server.env, LDAP_URL: server.ldaps, LDAP_CA_FILE: file })
  const texts = async () => (await checkDirectory(directory)).map(({ text }) => text)
  expect(await texts()).toEqual([withCode(away.tls(at), 'DEPTH_ZERO_SELF_SIGNED_CERT')])
  copyFileSync(server.env['LDAP_CA_FILE'] ?? '', file)
  expect(await texts()).toEqual([good(at)])
  writeFileSync(file, 'rien')
  expect(await texts()).toEqual([good(at)])
})

it('the doctor says that a certificate has expired, and that a port speaks no TLS', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trousseau-expired-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const domain = await startDomain([], makeExpiredCertificate(folder, 'ancien', 'DNS:localhost'))
  onTestFinished(() => domain.stop())
  const at = new URL(domain.env['LDAP_URL'] ?? '').host
  expect(await said({}, domain.env)).toEqual([withCode(away.tls(at), 'CERT_HAS_EXPIRED')])
  const plain = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 un autre protocole que celui de ce port\r\n')
  }).listen(0, '127.0.0.1')
  await once(plain, 'listening')
  onTestFinished(() => void plain.close())
  const port = (plain.address() as AddressInfo).port
  expect(await said({ LDAP_URL: `ldaps://localhost:${port}` })).toEqual([
    withCode(away.tls(`localhost:${port}`), 'ERR_SSL_WRONG_VERSION_NUMBER'),
  ])
})

it("the doctor names the state of the directory's service account", async () => {
  const domain = await startDomain([])
  onTestFinished(() => domain.stop())
  const account = away['service-account'](new URL(domain.env['LDAP_URL'] ?? '').host)
  for (const reason of ['532', '533', '701', '773', '775'] as const) {
    domain.service.reason = reason
    expect(await said({}, domain.env)).toEqual([withCode(account, `49/${reason}`)])
  }
  domain.service.reason = null
  expect(await said({ LDAP_BIND_PASSWORD: 'faux' }, domain.env)).toEqual([withCode(account, '49/52e')])
  expect(await said({ LDAP_BIND_DN: 'CN=absent,DC=exemple,DC=fr' }, domain.env)).toEqual([
    withCode(account, '49/525'),
  ])
})

describe('the doctor on the mail server', () => {
  const mail = doctorTexts.mail
  const spoken = async (url: string) => (await checkMail(readSmtpUrl(url), from)).map(({ text }) => text)
  const from = { name: 'Trousseau', address: 'trousseau@exemple.fr' }
  const withMailCode = (sentence: string, port: number, code: string): string => {
    const explanation = connectionFault(code, mail.settings)
    expect(explanation, code).not.toBeNull()
    return `${mail.bad(`localhost:${port}`, sentence)} ${doctorTexts.code(code, explanation)}`
  }

  it.each([
    ['immediate', 'smtps', ''],
    ['starttls', 'smtp', '?tls=required'],
  ] as const)('names an untrusted certificate, not a silent server (%s)', async (tls, scheme, query) => {
    const smtp = await startSmtpServer({ tls })
    onTestFinished(() => smtp.close())
    const code = 'DEPTH_ZERO_SELF_SIGNED_CERT'
    const url = `${scheme}://localhost:${smtp.port}${query}`
    expect(await spoken(url)).toEqual([withMailCode(mailErrorTexts.tls(code), smtp.port, code)])
    onTestFinished(trustTestCertificate())
    expect(await spoken(url)).toEqual([mail.good(`localhost:${smtp.port}`)])
  })

  describe('gives sender and recipient, and sends nothing', () => {
    beforeAll(trustTestCertificate)
    const answersOf = async (options: SmtpOptions) => {
      const asked: string[] = []
      const smtp = await startSmtpServer({
        ...options,
        answer: (address) => {
          asked.push(address)
          return options.answer?.(address) ?? null
        },
      })
      onTestFinished(() => smtp.close())
      const account = options.user ? `${options.user.name}:${options.user.password}@` : ''
      const findings = await checkMail(
        readSmtpUrl(`smtp://${account}localhost:${smtp.port}?tls=required`),
        from,
      )
      expect(smtp.received).toEqual([])
      return { findings, asked, at: `localhost:${smtp.port}` }
    }
    const refused = { code: 553, text: '5.7.1 not yours' }

    it('which a server accepts, after the sign-in', async () => {
      const user = { name: 'trousseau', password: 'secret' }
      const { findings, asked, at } = await answersOf({ user })
      expect(findings).toEqual([{ state: 'good', text: mail.good(at) }])
      expect(asked).toEqual(['postmaster@exemple.fr'])
    })

    it.each<[string, SmtpOptions]>([
      ['at MAIL FROM', { answerSender: () => refused }],
      ['at RCPT TO, as Postfix does', { answer: () => refused }],
    ])('and names the sender that it refuses %s', async (_when, options) => {
      const { findings, at } = await answersOf(options)
      expect(findings).toEqual([{ state: 'bad', text: mail.sender(at, from.address, '553 5.7.1') }])
    })

    it('and says when it accepts the sender and not the recipient', async () => {
      const { findings, at } = await answersOf({ answer: () => ({ code: 550, text: '5.1.1 unknown' }) })
      expect(findings).toEqual([
        { state: 'good', text: mail.good(at) },
        { state: 'unknown', text: mail.recipient('postmaster@exemple.fr', '550 5.1.1') },
      ])
    })

    it('and says that the account is refused', async () => {
      const user = { name: 'trousseau', password: 'secret' }
      const smtp = await startSmtpServer({ user })
      onTestFinished(() => smtp.close())
      expect(await spoken(`smtp://trousseau:faux@localhost:${smtp.port}?tls=required`)).toEqual([
        mail.bad(`localhost:${smtp.port}`, mailErrorTexts.sign('535')),
      ])
    })
  })

  it('names a port that refuses connections', async () => {
    const code = 'ECONNREFUSED'
    const expected = withMailCode(mailErrorTexts.network(code), 9, code)
    expect(await spoken('smtps://localhost:9')).toEqual([expected])
  })
})
