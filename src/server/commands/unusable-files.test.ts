import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { commandTexts, upgradeTexts } from '#texts/commands.ts'
import { fileProblem } from '#texts/platform/file-problems.ts'
import { configTexts, keyErrorTexts } from '#texts/platform/server.ts'
import { newAgeKey } from '#server/platform/crypto/age.ts'
import { accountName } from '#server/platform/file-problem.ts'
import { eachEngine } from '../testing/databases.ts'
import { asOrdinaryAccount, giveToOrdinaryAccount, isAccessOfRoot } from '../testing/ordinary-account.ts'
import { operatorSentence } from '../operator-problem.ts'
import { backupCommand } from './backup.ts'
import { CommandError, type Command } from './command.ts'
import { confirmKeysCommand } from './confirm-keys.ts'
import { createAdminCommand } from './create-admin.ts'
import { doctorCommand } from './doctor.ts'
import { forgetNodeCommand } from './forget-node.ts'
import { migrateCommand } from './migrate.ts'
import { resendEventsCommand } from './resend-events.ts'
import { restoreCommand } from './restore.ts'
import { rotateKeyCommand } from './rotate-key.ts'
import { firstAdministrator, testInstallation, type TestInstallation } from './testing.ts'
import { upgradeCheckCommand } from './upgrade-check.ts'
import { verifyBackupCommand } from './verify-backup.ts'
import { verifyJournalCommand } from './verify-journal.ts'

eachEngine((engine) => {
  describe('a command that cannot use a file says which, and what to do', () => {
    let home: TestInstallation
    let scratch: string
    let keyFile: string
    beforeEach(async () => {
      home = await testInstallation(engine)
      await home.run(createAdminCommand, firstAdministrator)
      scratch = mkdtempSync(join(tmpdir(), 'trousseau-unusable-'))
      keyFile = join(scratch, 'backup.key')
      writeFileSync(keyFile, newAgeKey().identity)
    })
    afterEach(async () => {
      vi.unstubAllEnvs()
      chmodSync(home.folder, 0o700)
      await home.close()
      rmSync(scratch, { recursive: true, force: true })
    })

    /** The commands that work on the installation, and their arguments. */
    const onInstallation: readonly (readonly [Command, readonly string[]])[] = [
      [createAdminCommand, firstAdministrator.args],
      [rotateKeyCommand, []],
      [forgetNodeCommand, ['nantes:8420']],
      [confirmKeysCommand, []],
      [verifyJournalCommand, []],
      [resendEventsCommand, ['--from', '2026-01-01', '--receiver', 'file']],
      [backupCommand, ['/nowhere']],
    ]

    /** Returns the sentence that a command ends with; an error without one is a bug, and fails the test. */
    async function sentenceOf(
      command: Command,
      args: readonly string[] = [],
      env: object = {},
    ): Promise<string> {
      const answers = ['quatre chevaux bleus dans un pré']
      try {
        const { said } = await home.run(command, { args: [...args], answers, env })
        return said.join('\n')
      } catch (error) {
        const sentence = error instanceof CommandError ? error.message : operatorSentence(error)
        if (sentence === null) throw error
        return sentence
      }
    }
    async function sentences(env: object = {}): Promise<Set<string>> {
      const all = new Set<string>()
      for (const [command, args] of onInstallation) all.add(await sentenceOf(command, args, env))
      return all
    }
    const faultsOfDoctor = async (env: object = {}): Promise<string[]> =>
      (await sentenceOf(doctorCommand, [], env))
        .split('\n')
        .filter((line) => line.startsWith('✗'))
        .map((line) => line.slice(2))

    it('a data folder that is not there, which it does not create', async () => {
      const absent = join(scratch, 'absent', 'data')
      // With the root keys elsewhere, as in production, nothing but the folder is missing.
      const key = join(home.folder, 'keys', 'root.key')
      const env = { TROUSSEAU_DATA: absent, TROUSSEAU_ROOT_KEY_FILE: key }
      const missing = configTexts.dataFolderMissing(absent)
      expect(await sentences(env)).toEqual(new Set([missing]))
      expect(await faultsOfDoctor(env)).toContain(missing)
      expect(await sentenceOf(upgradeCheckCommand, [], env)).toContain(
        engine === 'sqlite' ? commandTexts.notInstalled : upgradeTexts.verdict.nothing,
      )
      expect(existsSync(join(scratch, 'absent'))).toBe(false)
    })

    it('a data folder that is a file', async () => {
      const env = { TROUSSEAU_DATA: keyFile }
      const unusable = configTexts.dataFolder(keyFile)
      expect(await sentences(env)).toEqual(new Set([unusable]))
      for (const command of [migrateCommand, doctorCommand])
        expect(await sentenceOf(command, [], env)).toContain(unusable)
      const restoring = await sentenceOf(restoreCommand, ['x.backup', '--key-file', keyFile], env)
      expect(restoring).toBe(unusable)
    })

    /** What a command meets where access(2) does not tell it before. */
    const refusalOf = (mode: number): string => {
      if (mode === 0o500) return fileProblem('EACCES', [join(home.folder, 'authority.proved')], accountName())
      return engine === 'sqlite'
        ? fileProblem('EACCES', [join(home.folder, 'trousseau.db')], accountName())
        : keyErrorTexts.KEYRING_UNREADABLE(join(home.folder, 'keys', 'root.key'), 'EACCES')
    }

    it.each([
      ['written', 0o500],
      ['searched', 0o600],
    ])('a data folder that its account may not have %s', async (_right, mode) => {
      giveToOrdinaryAccount(home.folder)
      chmodSync(home.folder, mode)
      await asOrdinaryAccount(async () => {
        const found = new Set<string>()
        // With the right keys it changes nothing.
        for (const [command, args] of onInstallation.filter(([one]) => one !== confirmKeysCommand))
          found.add(await sentenceOf(command, args))
        expect(found).toEqual(
          new Set([isAccessOfRoot ? refusalOf(mode) : configTexts.dataFolder(home.folder)]),
        )
        // What these end with depends on the engine; none ends with a bug.
        for (const command of [confirmKeysCommand, migrateCommand, doctorCommand]) await sentenceOf(command)
        // SQLite's file is in the folder, and its log is there already: the server runs.
        expect(await sentenceOf(upgradeCheckCommand)).toContain(
          engine === 'sqlite' && mode === 0o600 ? refusalOf(mode) : upgradeTexts.verdict.nothing,
        )
      })
    })

    it('a data folder in a folder that its account may not search', async () => {
      const closed = join(scratch, 'closed')
      const inner = join(closed, 'data')
      mkdirSync(inner, { recursive: true, mode: 0o700 })
      giveToOrdinaryAccount(scratch)
      chmodSync(closed, 0o000)
      await asOrdinaryAccount(async () => {
        const refused = fileProblem('EACCES', [inner], accountName())
        expect(await sentences({ TROUSSEAU_DATA: inner })).toEqual(new Set([refused]))
        expect(await faultsOfDoctor({ TROUSSEAU_DATA: inner })).toContain(refused)
      })
      chmodSync(closed, 0o700)
    })

    it('a root key file that is not there, may not be read, or is a folder', async () => {
      const path = join(home.folder, 'keys', 'root.key')
      const all = async () => {
        const found = await sentences()
        for (const command of [verifyBackupCommand, restoreCommand])
          found.add(await sentenceOf(command, ['x.backup', '--key-file', keyFile]))
        found.add(
          (await faultsOfDoctor()).find((line) => line.includes(path)) ?? 'the doctor did not name it',
        )
        return found
      }
      giveToOrdinaryAccount(home.folder)
      giveToOrdinaryAccount(scratch)
      chmodSync(path, 0o000)
      expect(await asOrdinaryAccount(all)).toEqual(
        new Set([keyErrorTexts.KEYRING_UNREADABLE(path, 'EACCES')]),
      )
      renameSync(path, join(scratch, 'root.key'))
      expect(await all()).toEqual(new Set([keyErrorTexts.KEYRING_MISSING(path)]))
      mkdirSync(path)
      expect(await all()).toEqual(new Set([keyErrorTexts.KEYRING_NO_FILE(path)]))
    })

    it('a root key file whose folder may not be written, before a rotation changes anything', async () => {
      const keys = join(home.folder, 'keys')
      giveToOrdinaryAccount(home.folder)
      chmodSync(keys, 0o500)
      await asOrdinaryAccount(async () => {
        expect(await sentenceOf(rotateKeyCommand)).toBe(
          keyErrorTexts.KEYRING_UNWRITABLE(join(keys, 'root.key'), 'EACCES'),
        )
      })
      chmodSync(keys, 0o700)
      expect(readdirSync(keys)).toEqual(['root.key'])
    })

    it('a folder of backups that may not be read or written, and one for temporary files that is not there', async () => {
      const backups = join(scratch, 'backups')
      mkdirSync(backups)
      giveToOrdinaryAccount(home.folder)
      giveToOrdinaryAccount(scratch)
      const env = { TROUSSEAU_BACKUP_KEY: newAgeKey().recipient }
      const backUp = () => asOrdinaryAccount(() => sentenceOf(backupCommand, [backups], env))
      chmodSync(backups, 0o000)
      const account = await asOrdinaryAccount(async () => accountName())
      expect(await backUp()).toBe(fileProblem('EACCES', [backups], account))
      chmodSync(backups, 0o500)
      const unwritable = await backUp()
      expect(unwritable).toMatch(/\(EACCES\)/)
      expect(unwritable).toContain(`«\u00a0${backups}/`)
      expect(readdirSync(backups)).toEqual([])

      const temporary = join(scratch, 'absent')
      vi.stubEnv('TMPDIR', temporary)
      const verified = await sentenceOf(verifyBackupCommand, ['x.backup', '--key-file', keyFile])
      expect(verified).toMatch(/\(ENOENT\)/)
      expect(verified).toContain(temporary)
    })
  })
})
