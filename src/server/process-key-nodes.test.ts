import { copyFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { afterAll, beforeAll, describe, it, type TestContext } from 'vitest'
import { rotateKeyTexts } from '#texts/commands.ts'
import { expectStatus, founder, newChest, newHttpBrowser, type HttpBrowser } from './testing/browser.ts'
import { testedEngines } from './testing/databases.ts'
import {
  copyOfDatabase,
  startCommand,
  startServer,
  temporaryFolder,
  untilSaid,
  type Later,
  type Settings,
} from './testing/process.ts'
import {
  copyOfKeys,
  eventually,
  foundedInstallation,
  keyFileOf,
  rotate,
  verdictOn,
  withDatabase,
  type Founded,
} from './testing/rotated-installation.ts'

/** The installation that every test has a copy of. */
let founded: Founded
const cleanups: (() => void | Promise<void>)[] = []

beforeAll(async () => {
  const later: Later = (work) => void cleanups.unshift(work)
  if (testedEngines.includes('postgres')) founded = await foundedInstallation('postgres', later)
})
afterAll(async () => {
  for (const work of cleanups) await work()
})

/** The settings of nodes on a copy of the installation's database; all key files are those of the installation. */
async function settingsOfNodes(count: number, later: Later): Promise<Settings[]> {
  const database = await copyOfDatabase(founded.settings, later)
  return Array.from({ length: count }, () => ({
    ...database,
    TROUSSEAU_DATA: temporaryFolder(later),
    ...copyOfKeys(founded.settings, later),
  }))
}

/** Gives a node the key file of another one. */
const giveKeys = (from: Settings, to: Settings): void => copyFileSync(keyFileOf(from), keyFileOf(to))

/** Gives the password to one node, and continues the sign-in at another. */
const signInOver = async (from: string, to: string) => {
  const browser = newHttpBrowser(from)
  const { login, password } = founder
  const step1 = await browser.post('/api/auth/step1', { login, password, type: 'LOCAL', source: 'web' })
  const { jwt } = expectStatus(step1, 200).body as { jwt: string }
  return newHttpBrowser(to, browser.cookies).post('/api/auth/2fasecret', { jwt })
}

/** Two running nodes with one key file each. */
async function twoNodes({ onTestFinished: later }: TestContext) {
  const [one = {}, other = {}] = await settingsOfNodes(2, later)
  const [first, second] = await Promise.all([startServer(one, later), startServer(other, later)])
  const cookies = new Map(founded.cookies)
  const [browser, late] = [newHttpBrowser(first.url, cookies), newHttpBrowser(second.url, cookies)]
  return { one, other, first, second, browser, late }
}

describe.runIf(testedEngines.includes('postgres')).concurrent('two nodes with one key file each', () => {
  it('refuse to seal after a missed rotation, and continue once they have the new file', async (test) => {
    const { expect, onTestFinished: later } = test
    const { one, other, first, second, browser, late } = await twoNodes(test)
    const before = founded.chestId
    const listed = (from: HttpBrowser, id: number) => from.get(`/api/explorer/data/?chestId=${id}`)
    expectStatus(await listed(late, before), 200)

    // The second node is not waited for, and keeps its old file.
    await rotate(one)
    const refused = await late.post('/api/chest/', { name: 'Perdu', type: 'service' })
    expect([refused.status, refused.body]).toMatchObject([503, { code: 'KEYS_OUTDATED' }])
    expect(refused.headers.get('retry-after')).toBe('3')
    expect((await late.get('/health/ready')).body).toMatchObject({ code: 'KEYS_OUTDATED' })
    // The first node reloads its file by itself.
    await expect.poll(async () => (await browser.get('/health/ready')).status, eventually).toBe(200)
    const meanwhile = await newChest(browser, 'Pendant')
    expect((await listed(late, meanwhile)).status).toBe(503)

    giveKeys(one, other)
    await expect.poll(async () => (await late.get('/health/ready')).status, eventually).toBe(200)
    const after = await newChest(late, 'Après')
    await second.end('SIGTERM')
    await first.end('SIGTERM')
    const again = await startServer(one, later)
    const everything = newHttpBrowser(again.url, browser.cookies)
    for (const id of [before, meanwhile, after]) expectStatus(await listed(everything, id), 200)
  })

  it('are waited for by rotate-key, which continues once the other has the file', async (test) => {
    const { expect, onTestFinished: later } = test
    const { one, other, first, second, browser, late } = await twoNodes(test)
    const command = startCommand('rotate-key', one)
    const name = `${hostname()}:${new URL(second.url).port}`
    await untilSaid(command, rotateKeyTexts.waiting(2, name))
    // Nothing has changed for the users.
    const chestIds = [await newChest(browser), await newChest(late)]
    expect((await late.get('/health/ready')).status).toBe(200)
    expect(command.said.stdout).not.toContain(rotateKeyTexts.activated(2))
    giveKeys(one, other)
    const { code, stdout } = await command.outcome
    expect([code, stdout]).toEqual([0, expect.stringContaining(rotateKeyTexts.retired(1))])
    chestIds.push(await newChest(browser), await newChest(late))
    // The copy was made while the first key was marked, and still has it; the first node has lost it by now.
    await expect.poll(() => first.stdout(), eventually).toContain('"versions":[2]')
    expectStatus(await signInOver(second.url, first.url), 200)
    expectStatus(await signInOver(first.url, second.url), 200)
    await second.end('SIGTERM')
    await first.end('SIGTERM')
    const again = newHttpBrowser((await startServer(one, later)).url, browser.cookies)
    for (const id of chestIds) expectStatus(await again.get(`/api/explorer/data/?chestId=${id}`), 200)
  })
})

/** Running nodes with one key file each; the commands use the key file of the first. */
async function someNodes(count: number, { expect, onTestFinished: later }: TestContext) {
  let all = await settingsOfNodes(count, later)
  const settingsOf = (index: number): Settings => all[index] ?? {}
  const start = () => Promise.all(all.map((settings) => startServer(settings, later)))
  let servers = await start()
  const browsers = () => servers.map((server) => newHttpBrowser(server.url, new Map(founded.cookies)))
  const chestIds = [founded.chestId, ...(await Promise.all(browsers().map((browser) => newChest(browser))))]
  const command = () => startCommand('rotate-key', settingsOf(0))
  return {
    settings: () => settingsOf(0),
    servers: () => servers,
    /** Gives other nodes the key file of the first. */
    share: (...indexes: number[]) => {
      for (const index of indexes) giveKeys(settingsOf(0), settingsOf(index))
    },
    nameOf: (index: number) => `${hostname()}:${new URL(servers[index]?.url ?? '').port}`,
    command,
    /** Runs a rotation until it has said something, and kills it. */
    killedAfter: async (line: string) => {
      const dying = command()
      await untilSaid(dying, line)
      dying.child.kill('SIGKILL')
      await dying.outcome
    },
    /** Reads every chest through nodes, and writes through each of them. */
    expectServed: async (...indexes: number[]) => {
      for (const browser of browsers().filter((_, index) => indexes.includes(index))) {
        for (const id of chestIds) expectStatus(await browser.get(`/api/explorer/data/?chestId=${id}`), 200)
        chestIds.push(await newChest(browser))
      }
    },
    end: async () => {
      for (const server of servers) expect((await server.end('SIGTERM')).code).toBe(0)
    },
    /** Starts the nodes again, on another database if one is given; the chests made since the copy are gone. */
    start: async (to?: { url: string; chests: number }) => {
      if (to) all = all.map((settings) => ({ ...settings, DATABASE_URL: to.url }))
      chestIds.length = to?.chests ?? chestIds.length
      servers = await start()
    },
    /** Starts one of the nodes again, which are equal: they have the same key file. */
    startOne: async () => {
      servers = [await startServer(settingsOf(0), later)]
    },
    chests: () => chestIds.length,
    /** Kills a node, and returns how to start it again under its name. */
    kill: async (index: number) => {
      const { url: address = '' } = servers[index] ?? {}
      await servers[index]?.end('SIGKILL')
      return async () => {
        const settings = { ...settingsOf(index), TROUSSEAU_PORT: new URL(address).port }
        servers[index] = await startServer(settings, later)
      }
    },
  }
}

// One after the other, beside the nodes above.
describe.runIf(testedEngines.includes('postgres')).concurrent('more nodes with one key file each', () => {
  describe('in turn', { concurrent: false }, () => {
    it('serve every chest while a rotation dies at each step, one node is late and one asleep', async (test) => {
      const { expect } = test
      const nodes = await someNodes(3, test)
      const { share, nameOf, command, killedAfter, expectServed } = nodes
      const asleep = nodes.servers()[2]?.child
      asleep?.kill('SIGSTOP')
      await withDatabase(nodes.settings(), async ({ db }) => {
        const anHour = 3_600_000
        const sleeping = db.updateTable('key_nodes').set({ seen_at: Date.now() - anHour })
        const { numUpdatedRows } = await sleeping.where('name', '=', nameOf(2)).executeTakeFirstOrThrow()
        expect(numUpdatedRows).toBe(1n)
      })
      await killedAfter(rotateKeyTexts.published(2))
      await expectServed(0, 1)
      const both = [nameOf(1), nameOf(2)].toSorted().join(', ')
      await killedAfter(rotateKeyTexts.waiting(2, both))
      await expectServed(0, 1)
      share(1)
      await killedAfter(rotateKeyTexts.waiting(2, nameOf(2)))
      await expectServed(0, 1)

      // The sleeping node wakes up with the former file while the rotation waits for it.
      const waiting = command()
      await untilSaid(waiting, rotateKeyTexts.silent(nameOf(2)))
      asleep?.kill('SIGCONT')
      await expectServed(0, 1, 2)
      expect(waiting.said.stdout).not.toContain(rotateKeyTexts.activated(2))
      waiting.child.kill('SIGKILL')
      await waiting.outcome
      share(2)
      await killedAfter(rotateKeyTexts.activated(2))
      await expectServed(0, 1, 2)
      await killedAfter(rotateKeyTexts.columns.chestKeys)
      await expectServed(0, 1, 2)
      await killedAfter(rotateKeyTexts.retired(1))
      await expectServed(0, 1, 2)

      await nodes.end()
      await nodes.startOne()
      await expectServed(0)
      expect(await verdictOn(nodes.settings())).toBe(0)
    })

    it('serve every chest when a node is killed while a rotation waits for it, and another after the activation', async (test) => {
      const { expect } = test
      const nodes = await someNodes(3, test)
      const { share, nameOf, expectServed } = nodes
      await nodes.killedAfter(rotateKeyTexts.published(2))
      share(1)
      const rotating = nodes.command()
      const { said } = rotating
      await untilSaid(rotating, rotateKeyTexts.waiting(2, nameOf(2)))
      const restartThird = await nodes.kill(2)
      await expectServed(0, 1)
      expect(said.stdout).not.toContain(rotateKeyTexts.activated(2))
      // The process of its name that starts minutes later deletes the record of the killed one.
      share(2)
      await withDatabase(nodes.settings(), ({ db }) =>
        db
          .updateTable('key_nodes')
          .set({ seen_at: Date.now() - 180_000 })
          .where('name', '=', nameOf(2))
          .execute(),
      )
      await restartThird()
      await untilSaid(rotating, rotateKeyTexts.activated(2))
      const restartSecond = await nodes.kill(1)
      await expectServed(0, 2)
      const { code, stdout } = await rotating.outcome
      expect([code, stdout]).toEqual([0, expect.stringContaining(rotateKeyTexts.done)])
      await restartSecond()
      await expectServed(0, 1, 2)
      await nodes.end()
      await nodes.startOne()
      await expectServed(0)
      expect(await verdictOn(nodes.settings())).toBe(0)
    })

    it('serve a database restored to before the key was activated, and the rotation begins again there', async (test) => {
      const { expect } = test
      const nodes = await someNodes(2, test)
      await nodes.killedAfter(rotateKeyTexts.published(2))
      nodes.share(1)
      await nodes.end()
      const copy = await copyOfDatabase(nodes.settings(), test.onTestFinished)
      const chests = nodes.chests()
      await nodes.start()
      await nodes.killedAfter(rotateKeyTexts.columns.chestKeys)
      await nodes.expectServed(0, 1)
      await nodes.end()

      await nodes.start({ url: copy['DATABASE_URL'] ?? '', chests })
      await nodes.expectServed(0, 1)
      const { code, stdout } = await nodes.command().outcome
      expect([code, stdout]).toEqual([0, expect.stringContaining(rotateKeyTexts.done)])
      await nodes.expectServed(0, 1)
      await nodes.end()
      await nodes.startOne()
      await nodes.expectServed(0)
      expect(await verdictOn(nodes.settings())).toBe(0)
    })
  })
})
