import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, it, type TestContext } from 'vitest'
import { confirmKeysTexts, doctorTexts, rotateKeyTexts } from '#texts/commands.ts'
import { keyErrorTexts } from '#texts/platform/server.ts'
import { confirmKeysCommand } from './commands/confirm-keys.ts'
import { doctorCommand } from './commands/doctor.ts'
import { readConfig } from './config.ts'
import { checkpointsFile } from './platform/journal/sealer.ts'
import { expectStatus, newChest, newHttpBrowser } from './testing/browser.ts'
import { eachEngine } from './testing/databases.ts'
import { dumpOf, tablesOf } from './testing/dump.ts'
import {
  runToEnd,
  startCommand,
  startServer,
  temporaryFolder,
  untilSaid,
  type Later,
  type Settings,
} from './testing/process.ts'
import {
  copyOfBackup,
  copyOfInstallation,
  copyOfKeys,
  eventually,
  foundedInstallation,
  rotate,
  runCommand,
  verdictOn,
  withDatabase,
  type Founded,
} from './testing/rotated-installation.ts'

const contentOf = (settings: Settings) =>
  withDatabase(settings, async ({ db }) => dumpOf(db, [...(await tablesOf(db)), 'journal', 'sessions']))

describe.concurrent('the root key and its database', () => {
  eachEngine((engine) => {
    /** Before the rotation; the backup that a test restores. */
    let founded: Founded
    let rotated: Settings
    const cleanups: (() => void | Promise<void>)[] = []

    /** An installation whose key was rotated. Each test has copies of both states. */
    beforeAll(async () => {
      const later: Later = (work) => void cleanups.unshift(work)
      founded = await foundedInstallation(engine, later)
      rotated = await copyOfInstallation(founded.settings, later)
      await rotate(rotated)
    })
    afterAll(async () => {
      for (const work of cleanups) await work()
    })

    const copyNow = ({ onTestFinished: later }: TestContext) => copyOfInstallation(rotated, later)
    const copyBackup = ({ onTestFinished: later }: TestContext) => copyOfBackup(founded.settings, later)

    /** Expects a start that serves: the earlier item is decrypted, and a new chest can be created. */
    const expectServes = async ({ expect, onTestFinished: later }: TestContext, settings: Settings) => {
      const server = await startServer(settings, later)
      const again = newHttpBrowser(server.url, new Map(founded.cookies))
      expect((await again.get(`/api/item/${founded.item}/copy`)).body).toBe('secret')
      await newChest(again, 'Encore un')
      expect((await server.end('SIGTERM')).code).toBe(0)
    }
    const expectRefused = async ({ expect }: TestContext, settings: Settings, sentence: string) => {
      const before = await contentOf(settings)
      const { code, stderr, stdout } = await runToEnd(settings)
      expect([code, stderr, stdout]).toEqual([1, `${sentence}\n`, ''])
      expect(await contentOf(settings), 'nothing is written').toEqual(before)
    }

    it('a rotation beside a working server, killed and run again, loses nothing', async (test) => {
      const { expect, onTestFinished: later } = test
      const now = await copyNow(test)
      const server = await startServer(now, later)
      const worker = newHttpBrowser(server.url, founded.cookies)
      const chestIds: number[] = []
      let isOver = false
      const working = (async () => {
        // A person, not a flood.
        for (; !isOver; await pause(10)) chestIds.push(await newChest(worker))
      })()
      // Each printed line is between two steps.
      for (const moment of [rotateKeyTexts.published(3), rotateKeyTexts.activated(3)]) {
        const dying = startCommand('rotate-key', now)
        await untilSaid(dying, moment)
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
      expect(await verdictOn(now)).toBe(0)
      const again = newHttpBrowser((await startServer(now, later)).url, founded.cookies)
      for (const id of chestIds.slice(-20))
        expectStatus(await again.get(`/api/explorer/data/?chestId=${id}`), 200)
      expect((await again.get(`/api/item/${founded.item}/copy`)).body).toBe('secret')
    })

    describe('keys and a database of different times', () => {
      it('an old backup is refused with the keys after the rotation, and served with its own', async (test) => {
        const backup = await copyBackup(test)
        const mixed = { ...backup, ...copyOfKeys(rotated, test.onTestFinished) }
        await expectRefused(test, mixed, keyErrorTexts.KEYRING_INCOMPLETE(1))
        await expectServes(test, backup)
      })

      it('a newer backup is refused with the keys before the rotation, and served with its own', async (test) => {
        const now = await copyNow(test)
        const mixed = { ...now, ...copyOfKeys(founded.settings, test.onTestFinished) }
        await expectRefused(test, mixed, keyErrorTexts.KEYRING_INCOMPLETE(2))
        await expectServes(test, now)
      })

      it('a restored backup is rotated under a number never used before', async (test) => {
        const backup = await copyBackup(test)
        // What a start with the wrong keys has left in installations of former versions.
        await withDatabase(backup, ({ db }) =>
          db.insertInto('settings').values({ name: 'root-key.2', value: '0123456789abcdef' }).execute(),
        )
        await expectServes(test, backup)
        await rotate(backup)
        await expectServes(test, backup)
        test.expect(await verdictOn(backup)).toBe(0)
      })
    })

    describe('a wrong fingerprint in the database', () => {
      const copyMisnamed = async (test: TestContext) => {
        const now = await copyNow(test)
        const wrong = { value: '0123456789abcdef' }
        await withDatabase(now, ({ db }) =>
          db.updateTable('settings').set(wrong).where('name', '=', 'root-key.2').execute(),
        )
        return now
      }

      it('is reported at the start, named by the doctor and corrected by confirm-keys', async (test) => {
        const { expect } = test
        const now = await copyMisnamed(test)
        await expectRefused(test, now, keyErrorTexts.KEYRING_MISNAMED(2))
        expect((await runCommand(doctorCommand, now)).said).toContain(`✗ ${doctorTexts.keys.misnamed(2)}`)
        const { code, said } = await runCommand(confirmKeysCommand, now)
        expect([code, said]).toEqual([
          0,
          [confirmKeysTexts.proved(2), confirmKeysTexts.corrected(2), confirmKeysTexts.done],
        ])
        expect(await verdictOn(now)).toBe(0)
        await expectServes(test, now)
        await rotate(now)
        await expectServes(test, now)
      })

      it('is kept when the loaded keys do not unseal every row', async (test) => {
        const { expect, onTestFinished: later } = test
        const now = await copyMisnamed(test)
        const file = join(temporaryFolder(later), 'root.key')
        const foreign = { version: 2, key: Buffer.alloc(32, 7).toString('base64') }
        writeFileSync(file, JSON.stringify({ format: 1, active: 2, keys: [foreign] }), { mode: 0o600 })
        const wrong = { ...now, TROUSSEAU_ROOT_KEY_FILE: file }
        for (const settings of [wrong, { ...now, ...copyOfKeys(founded.settings, later) }]) {
          const before = await contentOf(now)
          await expect(runCommand(confirmKeysCommand, settings)).rejects.toThrow(
            confirmKeysTexts.closed('chestKeys', 1),
          )
          expect(await contentOf(now)).toEqual(before)
        }
        await expectRefused(test, wrong, keyErrorTexts.KEYRING_FOREIGN(2))
      })

      it('is corrected despite values that can be regenerated, which are discarded if no key unseals them', async (test) => {
        const { expect } = test
        const now = await copyMisnamed(test)
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
        const { said } = await runCommand(confirmKeysCommand, now)
        // The daily check would take the next chain for forged.
        const kept = readdirSync(dataFolder).filter((name) => name.startsWith('checkpoints'))
        expect(kept).toEqual([expect.stringMatching(/^checkpoints-until-[\d-]+\.txt$/)])
        expect(said).toContain(confirmKeysTexts.givenUp('outboxMails', 1))
        expect(said).toContain(confirmKeysTexts.givenUp('installationKeys', 1))
        await expectServes(test, now)
      })
    })
  })
})
