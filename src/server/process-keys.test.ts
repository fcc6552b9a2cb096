import { copyFileSync, readdirSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { confirmKeysTexts, doctorTexts, rotateKeyTexts } from '#texts/commands.ts'
import { keyErrorTexts } from '#texts/platform/server.ts'
import { confirmKeysCommand } from './commands/confirm-keys.ts'
import type { Command } from './commands/command.ts'
import { doctorCommand } from './commands/doctor.ts'
import { rotateKeys } from './commands/rotate-key.ts'
import { testAnswers } from './commands/testing.ts'
import { readConfig } from './config.ts'
import { holderOf } from './platform/crypto/key-holder.ts'
import { keySourceOf } from './platform/crypto/key-sources.ts'
import { confirmFor, databaseOf } from './installation.ts'
import { checkpointsFile } from './platform/journal/sealer.ts'
import {
  expectStatus,
  foundAndSignIn,
  founder,
  newChest,
  newHttpBrowser,
  type HttpBrowser,
} from './testing/browser.ts'
import { eachEngine, testedEngines } from './testing/databases.ts'
import { dumpOf, tablesOf } from './testing/dump.ts'
import {
  copyOfDatabase,
  emptyInstallation,
  runToEnd,
  startCommand,
  startServer,
  temporaryFolder,
  type Settings,
} from './testing/process.ts'

const withDatabase = async <Result>(
  settings: Settings,
  work: (database: Awaited<ReturnType<typeof databaseOf>>) => Promise<Result>,
): Promise<Result> => {
  const database = await databaseOf(readConfig(settings))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Allows for a busy machine. */
const eventually = { timeout: 30_000, interval: 100 } as const

/** Rotates the root key past nodes that do not have it. */
const rotate = (settings: Settings): Promise<void> =>
  withDatabase(settings, async (database) => {
    const keys = holderOf(
      keySourceOf(readConfig(settings)),
      async () => false,
      confirmFor(database, readConfig(settings)),
    )
    await keys.reload()
    // Each time it waits, the operator forgets the nodes that it waits for.
    const pause = async () => void (await database.db.deleteFrom('key_nodes').execute())
    const quiet = { say: () => undefined, note: async () => undefined }
    await rotateKeys({ db: database.db, keys, clock: Date.now, pause, ...quiet })
  })

const contentOf = (settings: Settings) =>
  withDatabase(settings, async ({ db }) => dumpOf(db, [...(await tablesOf(db)), 'journal', 'sessions']))

const run = async (command: Command, settings: Settings) => {
  const { terminal, said } = testAnswers([])
  const code = await command({ env: settings, args: [], terminal, clock: Date.now })
  return { code, said }
}

/** Gives the password to one node, and continues the sign-in at another. */
const signInOver = async (from: string, to: string) => {
  const browser = newHttpBrowser(from)
  const { login, password } = founder
  const step1 = await browser.post('/api/auth/step1', { login, password, type: 'LOCAL', source: 'web' })
  const { jwt } = expectStatus(step1, 200).body as { jwt: string }
  return newHttpBrowser(to, browser.cookies).post('/api/auth/2fasecret', { jwt })
}

describe.runIf(testedEngines.includes('postgres'))('two nodes with one key file each', () => {
  it('refuse to seal after a missed rotation, and continue once they have the new file', async () => {
    const folder = temporaryFolder()
    const { DATABASE_URL: url = '' } = await emptyInstallation('postgres')
    const settingsOf = (name: string): Settings => ({
      DATABASE_URL: url,
      TROUSSEAU_DATA: temporaryFolder(),
      TROUSSEAU_ROOT_KEY_FILE: join(folder, name),
    })
    const [one, other] = [settingsOf('one.key'), settingsOf('other.key')]
    const first = await startServer(one)
    const browser = await foundAndSignIn(first.url, first.setupToken())
    const before = await newChest(browser, 'Avant')
    copyFileSync(join(folder, 'one.key'), join(folder, 'other.key'))
    const second = await startServer(other)
    const late = newHttpBrowser(second.url, browser.cookies)
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

    copyFileSync(join(folder, 'one.key'), join(folder, 'other.key'))
    await expect.poll(async () => (await late.get('/health/ready')).status, eventually).toBe(200)
    const after = await newChest(late, 'Après')
    await second.end('SIGTERM')
    await first.end('SIGTERM')
    const again = await startServer(one)
    const everything = newHttpBrowser(again.url, browser.cookies)
    for (const id of [before, meanwhile, after]) expectStatus(await listed(everything, id), 200)
  })

  it('are waited for by rotate-key, which continues once the other has the file', async () => {
    const folder = temporaryFolder()
    const { DATABASE_URL: url = '' } = await emptyInstallation('postgres')
    const settingsOf = (name: string): Settings => ({
      DATABASE_URL: url,
      TROUSSEAU_DATA: temporaryFolder(),
      TROUSSEAU_ROOT_KEY_FILE: join(folder, name),
    })
    const [one, other] = [settingsOf('one.key'), settingsOf('other.key')]
    const first = await startServer(one)
    const browser = await foundAndSignIn(first.url, first.setupToken())
    copyFileSync(join(folder, 'one.key'), join(folder, 'other.key'))
    const second = await startServer(other)
    const late = newHttpBrowser(second.url, browser.cookies)
    const command = startCommand('rotate-key', one)
    const name = `${hostname()}:${new URL(second.url).port}`
    await expect.poll(() => command.said.stdout, eventually).toContain(rotateKeyTexts.waiting(2, name))
    // Nothing has changed for the users.
    const chestIds = [await newChest(browser), await newChest(late)]
    expect((await late.get('/health/ready')).status).toBe(200)
    expect(command.said.stdout).not.toContain(rotateKeyTexts.activated(2))
    copyFileSync(join(folder, 'one.key'), join(folder, 'other.key'))
    const { code, stdout } = await command.outcome
    expect([code, stdout]).toEqual([0, expect.stringContaining(rotateKeyTexts.retired(1))])
    chestIds.push(await newChest(browser), await newChest(late))
    // The copy was made while the first key was marked, and still has it; the first node has lost it by now.
    await expect.poll(() => first.stdout(), eventually).toContain('"versions":[2]')
    expectStatus(await signInOver(second.url, first.url), 200)
    expectStatus(await signInOver(first.url, second.url), 200)
    await second.end('SIGTERM')
    await first.end('SIGTERM')
    const again = newHttpBrowser((await startServer(one)).url, browser.cookies)
    for (const id of chestIds) expectStatus(await again.get(`/api/explorer/data/?chestId=${id}`), 200)
  })
})

describe.runIf(testedEngines.includes('postgres'))('three nodes with one key file each', () => {
  /** Three running nodes; the commands use the key file of the first. */
  const threeNodes = async () => {
    const folder = temporaryFolder()
    let { DATABASE_URL: url = '' } = await emptyInstallation('postgres')
    const file = (index: number) => join(folder, `${index}.key`)
    const dataFolders = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
    const settingsOf = (index: number): Settings => ({
      DATABASE_URL: url,
      TROUSSEAU_DATA: dataFolders[index] ?? '',
      TROUSSEAU_ROOT_KEY_FILE: file(index),
    })
    const first = await startServer(settingsOf(0))
    const founder = await foundAndSignIn(first.url, first.setupToken())
    /** Gives other nodes the key file of the first. */
    const share = (...indexes: number[]) => {
      for (const index of indexes) copyFileSync(file(0), file(index))
    }
    share(1, 2)
    let servers = [first, await startServer(settingsOf(1)), await startServer(settingsOf(2))]
    const browsers = () => servers.map((server) => newHttpBrowser(server.url, founder.cookies))
    const chestIds = await Promise.all(browsers().map((browser) => newChest(browser)))
    const command = () => startCommand('rotate-key', settingsOf(0))
    return {
      settings: () => settingsOf(0),
      servers: () => servers,
      share,
      nameOf: (index: number) => `${hostname()}:${new URL(servers[index]?.url ?? '').port}`,
      command,
      /** Runs a rotation until it has said something, and kills it. */
      killedAfter: async (line: string) => {
        const dying = command()
        await expect.poll(() => dying.said.stdout, { ...eventually, interval: 1 }).toContain(line)
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
      /** Starts the three nodes again, on another database if one is given; the chests made since the copy are gone. */
      start: async (to?: { url: string; chests: number }) => {
        url = to?.url ?? url
        chestIds.length = to?.chests ?? chestIds.length
        servers = await Promise.all([0, 1, 2].map((index) => startServer(settingsOf(index))))
      },
      chests: () => chestIds.length,
      /** Kills a node, and returns how to start it again under its name. */
      kill: async (index: number) => {
        const { url: address = '' } = servers[index] ?? {}
        await servers[index]?.end('SIGKILL')
        return async () => {
          const settings = { ...settingsOf(index), TROUSSEAU_PORT: new URL(address).port }
          servers[index] = await startServer(settings)
        }
      },
    }
  }

  it('serve every chest while a rotation dies at each step, one node is late and one asleep', async () => {
    const nodes = await threeNodes()
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
    await expect.poll(() => waiting.said.stdout, eventually).toContain(rotateKeyTexts.silent(nameOf(2)))
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

    share(1, 2)
    await nodes.end()
    await nodes.start()
    await expectServed(0, 1, 2)
    expect((await run(doctorCommand, nodes.settings())).code).toBe(0)
  })

  it('serve every chest when a node is killed while a rotation waits for it, and another after the activation', async () => {
    const nodes = await threeNodes()
    const { share, nameOf, expectServed } = nodes
    await nodes.killedAfter(rotateKeyTexts.published(2))
    share(1)
    const rotating = nodes.command()
    const { said } = rotating
    await expect.poll(() => said.stdout, eventually).toContain(rotateKeyTexts.waiting(2, nameOf(2)))
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
    await expect
      .poll(() => said.stdout, { ...eventually, interval: 1 })
      .toContain(rotateKeyTexts.activated(2))
    const restartSecond = await nodes.kill(1)
    await expectServed(0, 2)
    const { code, stdout } = await rotating.outcome
    expect([code, stdout]).toEqual([0, expect.stringContaining(rotateKeyTexts.done)])
    await restartSecond()
    await expectServed(0, 1, 2)
    await nodes.end()
    await nodes.start()
    await expectServed(0, 1, 2)
    expect((await run(doctorCommand, nodes.settings())).code).toBe(0)
  })

  it('serve a database restored to before the key was activated, and the rotation begins again there', async () => {
    const nodes = await threeNodes()
    await nodes.killedAfter(rotateKeyTexts.published(2))
    nodes.share(1, 2)
    await nodes.end()
    const copy = await copyOfDatabase(nodes.settings())
    const chests = nodes.chests()
    await nodes.start()
    await nodes.killedAfter(rotateKeyTexts.columns.chestKeys)
    await nodes.expectServed(0, 1, 2)
    await nodes.end()

    await nodes.start({ url: copy['DATABASE_URL'] ?? '', chests })
    await nodes.expectServed(0, 1, 2)
    const { code, stdout } = await nodes.command().outcome
    expect([code, stdout]).toEqual([0, expect.stringContaining(rotateKeyTexts.done)])
    await nodes.expectServed(0, 1, 2)
    nodes.share(1, 2)
    await nodes.end()
    await nodes.start()
    await nodes.expectServed(0, 1, 2)
    expect((await run(doctorCommand, nodes.settings())).code).toBe(0)
  })
})

eachEngine((engine) => {
  let now: Settings
  let backup: Settings
  let browser: HttpBrowser
  let item: number
  const keyFile = (settings: Settings): string => settings['TROUSSEAU_ROOT_KEY_FILE'] ?? ''

  /** An installation with an item. Its key was rotated after a backup of the database and of the key file. */
  beforeEach(async () => {
    const folder = temporaryFolder()
    now = { ...(await emptyInstallation(engine)), TROUSSEAU_ROOT_KEY_FILE: join(folder, 'root.key') }
    const server = await startServer(now)
    browser = await foundAndSignIn(server.url, server.setupToken())
    const chestId = await newChest(browser)
    const made = await browser.post('/api/item/', { chestId, name: 'Serveur', password: 'secret' })
    item = (expectStatus(made, 201).body as { id: number }).id
    await server.end('SIGTERM')
    backup = { ...(await copyOfDatabase(now)), TROUSSEAU_ROOT_KEY_FILE: join(folder, 'before.key') }
    copyFileSync(keyFile(now), keyFile(backup))
    await rotate(now)
  })

  /** Expects a start that serves: the earlier item is decrypted, and a new chest can be created. */
  const expectServes = async (settings: Settings) => {
    const server = await startServer(settings)
    const again = newHttpBrowser(server.url, browser.cookies)
    expect((await again.get(`/api/item/${item}/copy`)).body).toBe('secret')
    await newChest(again, 'Encore un')
    expect((await server.end('SIGTERM')).code).toBe(0)
  }
  const expectRefused = async (settings: Settings, sentence: string) => {
    const before = await contentOf(settings)
    const { code, stderr, stdout } = await runToEnd(settings)
    expect([code, stderr, stdout]).toEqual([1, `${sentence}\n`, ''])
    expect(await contentOf(settings), 'nothing is written').toEqual(before)
  }

  it('a rotation beside a working server, killed and run again, loses nothing', async () => {
    const server = await startServer(now)
    const worker = newHttpBrowser(server.url, browser.cookies)
    const chestIds: number[] = []
    let isOver = false
    const working = (async () => {
      while (!isOver) chestIds.push(await newChest(worker))
    })()
    // Each printed line is between two steps.
    for (const moment of [rotateKeyTexts.published(3), rotateKeyTexts.activated(3)]) {
      const dying = startCommand('rotate-key', now)
      await expect.poll(() => dying.said.stdout, { ...eventually, interval: 1 }).toContain(moment)
      dying.child.kill('SIGKILL')
      await dying.outcome
    }
    const { code, stdout } = await startCommand('rotate-key', now).outcome
    expect([code, stdout]).toEqual([0, expect.stringContaining(rotateKeyTexts.done)])
    const made = chestIds.length
    await expect.poll(() => chestIds.length, eventually).toBeGreaterThan(made + 3)
    isOver = true
    await working
    expect((await server.end('SIGTERM')).code).toBe(0)
    expect((await run(doctorCommand, now)).code).toBe(0)
    const again = newHttpBrowser((await startServer(now)).url, browser.cookies)
    for (const id of chestIds.slice(-20))
      expectStatus(await again.get(`/api/explorer/data/?chestId=${id}`), 200)
    expect((await again.get(`/api/item/${item}/copy`)).body).toBe('secret')
  })

  describe('keys and a database of different times', () => {
    it('an old backup is refused with the keys after the rotation, and served with its own', async () => {
      const mixed = { ...backup, TROUSSEAU_ROOT_KEY_FILE: keyFile(now) }
      await expectRefused(mixed, keyErrorTexts.KEYRING_INCOMPLETE(1))
      await expectServes(backup)
    })

    it('a newer backup is refused with the keys before the rotation, and served with its own', async () => {
      const mixed = { ...now, TROUSSEAU_ROOT_KEY_FILE: keyFile(backup) }
      await expectRefused(mixed, keyErrorTexts.KEYRING_INCOMPLETE(2))
      await expectServes(now)
    })

    it('a restored backup is rotated under a number never used before', async () => {
      // What a start with the wrong keys has left in installations of former versions.
      await withDatabase(backup, ({ db }) =>
        db.insertInto('settings').values({ name: 'root-key.2', value: '0123456789abcdef' }).execute(),
      )
      await expectServes(backup)
      await rotate(backup)
      await expectServes(backup)
      expect((await run(doctorCommand, backup)).code).toBe(0)
    })
  })

  describe('a wrong fingerprint in the database', () => {
    beforeEach(() =>
      withDatabase(now, ({ db }) =>
        db
          .updateTable('settings')
          .set({ value: '0123456789abcdef' })
          .where('name', '=', 'root-key.2')
          .execute(),
      ),
    )

    it('is reported at the start, named by the doctor and corrected by confirm-keys', async () => {
      await expectRefused(now, keyErrorTexts.KEYRING_MISNAMED(2))
      expect((await run(doctorCommand, now)).said).toContain(`✗ ${doctorTexts.keys.misnamed(2)}`)
      const { code, said } = await run(confirmKeysCommand, now)
      expect([code, said]).toEqual([
        0,
        [confirmKeysTexts.proved(2), confirmKeysTexts.corrected(2), confirmKeysTexts.done],
      ])
      expect((await run(doctorCommand, now)).code).toBe(0)
      await expectServes(now)
      await rotate(now)
      await expectServes(now)
    })

    it('is kept when the loaded keys do not unseal every row', async () => {
      const file = join(temporaryFolder(), 'root.key')
      const foreign = { version: 2, key: Buffer.alloc(32, 7).toString('base64') }
      writeFileSync(file, JSON.stringify({ format: 1, active: 2, keys: [foreign] }), { mode: 0o600 })
      const wrong = { ...now, TROUSSEAU_ROOT_KEY_FILE: file }
      for (const settings of [wrong, { ...now, TROUSSEAU_ROOT_KEY_FILE: keyFile(backup) }]) {
        const before = await contentOf(now)
        await expect(run(confirmKeysCommand, settings)).rejects.toThrow(
          confirmKeysTexts.closed('chestKeys', 1),
        )
        expect(await contentOf(now)).toEqual(before)
      }
      await expectRefused(wrong, keyErrorTexts.KEYRING_FOREIGN(2))
    })

    it('is corrected despite values that can be regenerated, which are discarded if no key unseals them', async () => {
      await withDatabase(now, async ({ db }) => {
        const lost = { template: 'loginReminder', message_id: '<1@exemple.fr>', state: 'waiting' } as const
        const numbers = { id: 999, attempts: 0, next_at: 1, created_at: Date.now() }
        const sealed = Buffer.alloc(60)
        sealed.set([1, 1, 0, 0, 0, 9])
        await db
          .insertInto('outbox')
          .values({ ...lost, ...numbers, sealed: sealed as never })
          .execute()
        await db
          .updateTable('installation_keys')
          .set({ wrapped: sealed as never })
          .where('name', '=', 'journal')
          .execute()
      })
      const { dataFolder } = readConfig(now)
      writeFileSync(join(dataFolder, checkpointsFile), 'those of the lost key')
      const { said } = await run(confirmKeysCommand, now)
      // The daily check would take the next chain for forged.
      const kept = readdirSync(dataFolder).filter((name) => name.startsWith('checkpoints'))
      expect(kept).toEqual([expect.stringMatching(/^checkpoints-until-[\d-]+\.txt$/)])
      expect(said).toContain(confirmKeysTexts.givenUp('outboxMails', 1))
      expect(said).toContain(confirmKeysTexts.givenUp('installationKeys', 1))
      await expectServes(now)
    })
  })
})
