import { join } from 'node:path'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { keyErrorTexts } from '#texts/platform/server.ts'
import { expectStatus, foundAndSignIn, newChest, newHttpBrowser } from './testing/browser.ts'
import { testedEngines } from './testing/databases.ts'
import {
  emptyInstallation,
  migratedInstallation,
  runToEnd,
  startServer,
  temporaryFolder,
  type Settings,
} from './testing/process.ts'

/** The settings of two nodes with one database, one file of root keys, and one data folder each. */
async function settingsOfTwo(): Promise<Settings[]> {
  const { DATABASE_URL: url = '' } = await emptyInstallation('postgres')
  const shared = { DATABASE_URL: url, TROUSSEAU_ROOT_KEY_FILE: join(temporaryFolder(), 'root.key') }
  return [1, 2].map(() => ({ ...shared, TROUSSEAU_DATA: temporaryFolder() }))
}

describe.runIf(testedEngines.includes('postgres'))('two nodes on one PostgreSQL', () => {
  it('start concurrently on an empty database, agree on the keys and serve the same session', async () => {
    const [one, two] = await Promise.all((await settingsOfTwo()).map((settings) => startServer(settings)))
    if (!one || !two) throw new Error('two servers were started')
    // Each prints an address. Using either completes the set-up for both.
    const browser = await foundAndSignIn(one.url, two.setupToken())
    expect((await newHttpBrowser(two.url).get('/setup')).status).toBe(404)

    const elsewhere = newHttpBrowser(two.url, browser.cookies)
    const chestId = await newChest(browser)
    const list = (from: typeof browser) => from.get(`/api/explorer/data/?chestId=${chestId}`)
    expectStatus(await list(elsewhere), 200)
    const item = { chestId, name: 'Serveur', password: 'secret' }
    const { id } = expectStatus(await browser.post('/api/item/', item), 201).body as { id: number }
    expect((await elsewhere.get(`/api/item/${id}/copy`)).body).toBe('secret')
    expect((await list(elsewhere)).text).toContain('"Serveur"')
    const change = { elementType: 'name', elementValue: 'Autre nom' }
    expectStatus(await elsewhere.send('PATCH', `/api/item/${id}`, change), 200)
    expect((await list(browser)).text).toContain('"Autre nom"')

    expectStatus(await elsewhere.post('/api/auth/logout', {}), 200)
    expect((await browser.get('/api/session')).status).toBe(401)
  })

  it('are not ready while they cannot record their keys, and say so', async () => {
    const settings = await migratedInstallation('postgres')
    const rename = async (from: string, to: string) => {
      const client = new Client({ connectionString: settings['DATABASE_URL'] })
      await client.connect()
      await client.query(`alter table ${from} rename to ${to}`)
      await client.end()
    }
    await rename('key_nodes', 'elsewhere')
    const browser = newHttpBrowser((await startServer(settings)).url)
    const ready = async () => (await browser.get('/health/ready')).body
    await expect.poll(ready, { timeout: 30_000 }).toMatchObject({ code: 'NODE_UNRECORDED' })
    await rename('elsewhere', 'key_nodes')
    await expect.poll(ready, { timeout: 30_000 }).toEqual({ status: 'ready' })
  })

  it('are refused with two different root keys', async () => {
    const { DATABASE_URL: url = '' } = await migratedInstallation('postgres')
    const [one, two] = [1, 2].map(() => ({ DATABASE_URL: url, TROUSSEAU_DATA: temporaryFolder() }))
    await startServer(one ?? {})
    // Beside a database with a stored fingerprint no key is created; the key file of another installation is
    // refused.
    const file = join(two?.TROUSSEAU_DATA ?? '', 'keys/root.key')
    const without = await runToEnd(two ?? {})
    expect([without.code, without.stderr]).toEqual([1, `${keyErrorTexts.KEYRING_MISSING(file)}\n`])
    const foreign = Buffer.alloc(32, 7).toString('base64')
    const other = await runToEnd({ ...two, TROUSSEAU_ROOT_KEY: foreign })
    expect([other.code, other.stderr]).toEqual([1, `${keyErrorTexts.KEYRING_FOREIGN(1)}\n`])
  })
})
