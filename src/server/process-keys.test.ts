import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { confirmKeysTexts, doctorTexts } from '#texts/commands.ts'
import { keyErrorTexts } from '#texts/keys.ts'
import { confirmKeysCommand } from './commands/confirm-keys.ts'
import type { Command } from './commands/command.ts'
import { doctorCommand } from './commands/doctor.ts'
import { rotateKeys } from './commands/rotate-key.ts'
import { testAnswers } from './commands/testing.ts'
import { readConfig } from './config.ts'
import { holderOf } from './crypto/key-holder.ts'
import { keySourceOf } from './crypto/key-sources.ts'
import { databaseOf } from './installation.ts'
import { confirmKeys } from './root-keys/proof.ts'
import {
  expectStatus,
  foundAndSignIn,
  newChest,
  newHttpBrowser,
  type HttpBrowser,
} from './testing/browser.ts'
import { eachEngine } from './testing/databases.ts'
import { dumpOf, tablesOf } from './testing/dump.ts'
import {
  copyOfDatabase,
  emptyInstallation,
  runToEnd,
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

/** Turns the root key over while no server runs. */
const rotate = (settings: Settings): Promise<void> =>
  withDatabase(settings, async (database) => {
    const keys = holderOf(
      keySourceOf(readConfig(settings)),
      async () => false,
      (keyring) => confirmKeys(database, keyring),
    )
    await keys.reload()
    const quiet = { say: () => undefined, pause: async () => undefined, note: async () => undefined }
    await rotateKeys({ db: database.db, keys, clock: Date.now, ...quiet })
  })

const contentOf = (settings: Settings) =>
  withDatabase(settings, async ({ db }) => dumpOf(db, [...(await tablesOf(db)), 'journal', 'sessions']))

const run = async (command: Command, settings: Settings) => {
  const { terminal, said } = testAnswers([])
  const code = await command({ env: settings, args: [], terminal, clock: Date.now })
  return { code, said }
}

eachEngine((engine) => {
  let now: Settings
  let backup: Settings
  let browser: HttpBrowser
  let item: number
  const keyFile = (settings: Settings): string => settings['TROUSSEAU_ROOT_KEY_FILE'] ?? ''

  /** An installation with an item, whose key was turned over after a backup of the database and of the key file. */
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

  /** A start that serves: the item of before opens, and a new chest can be made. */
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

  describe('keys and a database of different moments', () => {
    it('refuses an old backup with the keys of after the rotation, and takes its own', async () => {
      const mixed = { ...backup, TROUSSEAU_ROOT_KEY_FILE: keyFile(now) }
      await expectRefused(mixed, keyErrorTexts.KEYRING_INCOMPLETE(1))
      await expectServes(backup)
    })

    it('refuses a newer backup with the keys of before the rotation, and takes its own', async () => {
      const mixed = { ...now, TROUSSEAU_ROOT_KEY_FILE: keyFile(backup) }
      await expectRefused(mixed, keyErrorTexts.KEYRING_INCOMPLETE(2))
      await expectServes(now)
    })

    it('turns the key over again on a restored backup, under a number that nobody had before', async () => {
      // What a start with the keys of another moment has left in the installations of former versions.
      await withDatabase(backup, ({ db }) =>
        db.insertInto('settings').values({ name: 'root-key.2', value: '0123456789abcdef' }).execute(),
      )
      await expectServes(backup)
      await rotate(backup)
      await expectServes(backup)
      expect((await run(doctorCommand, backup)).code).toBe(0)
    })
  })

  describe('a wrong fingerprint that stands in the database', () => {
    beforeEach(() =>
      withDatabase(now, ({ db }) =>
        db
          .updateTable('settings')
          .set({ value: '0123456789abcdef' })
          .where('name', '=', 'root-key.2')
          .execute(),
      ),
    )

    it('is told at the start, named by the doctor, corrected by confirm-keys', async () => {
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

    it('is left alone where the keys at hand do not open everything', async () => {
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

    it('is corrected beside what can be made anew, which is given up where no key opens it', async () => {
      await withDatabase(now, async ({ db }) => {
        const lost = { template: 'loginReminder', message_id: '<1@exemple.fr>', state: 'waiting' } as const
        const numbers = { id: 999, attempts: 0, next_at: 1, created_at: Date.now() }
        const sealed = Buffer.alloc(60)
        sealed.set([1, 1, 0, 0, 0, 9])
        await db
          .insertInto('outbox')
          .values({ ...lost, ...numbers, sealed: sealed as never })
          .execute()
      })
      expect((await run(confirmKeysCommand, now)).said).toContain(confirmKeysTexts.givenUp('outboxMails', 1))
      await expectServes(now)
    })
  })
})
