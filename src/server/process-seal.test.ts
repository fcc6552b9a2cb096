import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { errorTexts } from '#texts/platform/errors.ts'
import { keyErrorTexts, sealedPage, serverTexts } from '#texts/platform/server.ts'
import { expectStatus, foundAndSignIn, newChest, newHttpBrowser } from './testing/browser.ts'
import { freePort } from './testing/free-port.ts'
import { runToEnd, startServer, temporaryFolder, until } from './testing/process.ts'

const passphrase = 'une phrase que personne ne devine'
const unseal = { path: '/api/unseal', right: { passphrase }, wrong: { passphrase: `${passphrase}s` } }

it('with a passphrase a node starts sealed, serves only health and unseal, and unseals with the right one', async () => {
  const settings = {
    TROUSSEAU_DATA: temporaryFolder(),
    TROUSSEAU_PORT: String(await freePort()),
    TROUSSEAU_UNSEAL: 'passphrase',
  }
  const first = await startServer(settings)
  expect(first.stderr()).toContain(serverTexts.sealed(`${first.url}/api/unseal`))
  const stranger = newHttpBrowser(first.url)
  // An empty installation: the first passphrase creates the keys, so its strength is checked.
  const short = await stranger.post(unseal.path, { passphrase: 'trop courte' })
  expect([short.status, short.body]).toEqual([
    422,
    { code: 'PASSPHRASE_WRONG', message: keyErrorTexts.PASSPHRASE_SHORT(15) },
  ])
  expectStatus(await stranger.post(unseal.path, unseal.right), 200)
  const browser = await foundAndSignIn(first.url, first.setupToken())
  const chestId = await newChest(browser)
  const made = await browser.post('/api/item/', { chestId, name: 'Serveur', password: 'secret' })
  const { id } = expectStatus(made, 201).body as { id: number }
  await first.end('SIGTERM')

  const file = join(settings.TROUSSEAU_DATA, 'keys/root.key')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).not.toContain('"keys"')

  const second = await startServer(settings)
  expect((await browser.get('/health/live')).status).toBe(200)
  for (const path of [
    '/health/ready',
    '/api/session',
    `/api/item/${id}/copy`,
    '/auth',
    '/routes/explorer',
    '/x',
  ]) {
    const { status, body } = await browser.get(path)
    expect([path, status, body]).toEqual([path, 503, { code: 'SEALED', message: errorTexts.SEALED }])
  }
  const page = await fetch(`${second.url}/routes/explorer`, { headers: { accept: 'text/html' } })
  expect([page.status, await page.text()]).toEqual([503, sealedPage])
  expect((await fetch(`${second.url}/plain.css`)).status).toBe(200)
  expect((await browser.send('POST', unseal.path, unseal.right, {})).status).toBe(403)
  expect((await browser.post(unseal.path, unseal.wrong)).status).toBe(422)
  expect((await browser.get('/health/ready')).status).toBe(503)
  expectStatus(await browser.post(unseal.path, unseal.right), 200)
  expect((await browser.get('/health/ready')).status).toBe(200)
  expect((await browser.get(`/api/item/${id}/copy`)).body).toBe('secret')
  const gone = await browser.post(unseal.path, unseal.right)
  expect([gone.status, gone.text]).toEqual([404, (await browser.post('/api/nowhere', {})).text])
  await second.end('SIGTERM')
  expect(first.stdout() + second.stdout() + second.stderr()).not.toContain(passphrase)

  // Without the setting the file is recognised, and the start prints what to do.
  const { TROUSSEAU_UNSEAL: _, ...plain } = settings
  const { code, stderr } = await runToEnd(plain)
  expect([code, stderr]).toEqual([1, `${keyErrorTexts.KEYRING_SEALED(file)}\n`])
})

it('a key in the environment works, with a warning', async () => {
  const key = Buffer.alloc(32, 7).toString('base64')
  const server = await startServer({ TROUSSEAU_DATA: temporaryFolder(), TROUSSEAU_ROOT_KEY: key })
  expect((await newHttpBrowser(server.url).get('/health/ready')).status).toBe(200)
  await until(() => server.stdout().includes('"level":"warn"'))
  expect(server.stdout()).not.toContain(key)
})
