import { spawnSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Secret as OtpSecret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { expectStatus, founder, newChest, newHttpBrowser } from './testing/browser.ts'
import { processEnv, startServer, temporaryFolder } from './testing/process.ts'

/** The command as people type it, beside the folder of the package. */
const trousseau = join(import.meta.dirname, '../../scripts/trousseau.mjs')

it('a person imports and exports from a shell, in the folder where they are [CMND-07]', async () => {
  const server = await startServer({ TROUSSEAU_DATA: temporaryFolder() })
  const browser = newHttpBrowser(server.url)
  const { login, password } = founder
  expectStatus(await browser.post('/api/setup', { ...founder, token: server.setupToken() }), 201)
  const step1 = await browser.post('/api/auth/step1', { login, password, type: 'LOCAL', source: 'web' })
  const { jwt } = expectStatus(step1, 200).body as { jwt: string }
  const shown = expectStatus(await browser.post('/api/auth/2fasecret', { jwt }), 200)
  const { secret } = shown.body as { secret: string }
  const totp = new TOTP({ secret: OtpSecret.fromBase32(secret) })
  // Of the three codes that the server accepts, each later one once.
  const codeOf = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 })
  expectStatus(await browser.post('/api/auth/step2', { jwt, token: codeOf(-1), source: 'web' }), 200)
  const chest = await newChest(browser)

  const here = temporaryFolder()
  writeFileSync(
    join(here, 'mots-de-passe.csv'),
    'Nom;Identifiant;Mot de passe\r\nGLPI;marie;secret-du-fichier\r\n',
  )
  const run = (args: readonly string[], input: string) => {
    const common = ['--url', server.url, '--login', login, '--chest', String(chest)]
    return spawnSync(process.execPath, [trousseau, ...args, ...common], {
      cwd: here,
      env: { ...processEnv, INIT_CWD: undefined },
      encoding: 'utf8',
      input,
    })
  }
  const given = run(['import', '--yes', 'mots-de-passe.csv'], `${password}\n${codeOf(0)}\n`)
  expect([given.status, given.stderr]).toEqual([0, ''])
  expect(given.stdout).toMatch(/Nouveau\s: 1\smot de passe\n/)
  expect(given.stdout).toMatch(/1\smot de passe importé\./)
  const absent = run(['import', '--yes', 'autre.csv'], '')
  expect([absent.status, absent.stderr]).toEqual([1, 'Le fichier autre.csv ne peut pas être lu.\n'])

  writeFileSync(join(here, 'otp'), secret)
  const refused = run(
    ['export', '--totp-file', 'otp', '--out', 'coffre.trousseau'],
    'pas le bon mot de passe\n',
  )
  expect(refused.status).toBe(1)
  expect(refused.stdout).toBe('')
  const answers = `${password}\n${codeOf(1)}\nArchive-Essai-2026\n`
  const spent = run(['export', '--format', 'trousseau', '--out', 'coffre.trousseau'], answers)
  expect(spent.stderr).toMatch(/entrée standard/)
  expect(() => statSync(join(here, 'coffre.trousseau'))).toThrow('ENOENT')
  expect(given.stdout + spent.stdout + spent.stderr).not.toContain('secret-du-fichier')
  expect(readFileSync(join(here, 'otp'), 'utf8')).toBe(secret)
})
