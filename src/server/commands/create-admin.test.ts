import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commandTexts, createAdminTexts } from '#texts/commands.ts'
import { databaseProblems } from '#texts/platform/server.ts'
import { openPasswordHash } from '#server/platform/crypto/password-hash.ts'
import { keySourceOf } from '#server/platform/crypto/key-sources.ts'
import { openKeyring } from '#server/platform/crypto/keyring.ts'
import { readConfig } from '../config.ts'
import { eachEngine } from '../testing/databases.ts'
import { readGuide } from '#server/identity/sign-in/first-start.ts'
import { isSetupOpen } from '#server/identity/sign-in/setup.ts'
import { UsageError } from './command.ts'
import { createAdminCommand } from './create-admin.ts'
import { firstAdministrator, testInstallation, type TestInstallation } from './testing.ts'

const { args } = firstAdministrator
const [password = ''] = firstAdministrator.answers

eachEngine((engine) => {
  let home: TestInstallation
  beforeEach(async () => {
    home = await testInstallation(engine)
  })
  afterEach(() => home.close())

  const users = () => home.database.db.selectFrom('users').select(['id', 'login', 'role']).execute()

  describe('create-admin', () => {
    it('creates a super administrator from options and a password on the standard input', async () => {
      const { code, said } = await home.run(createAdminCommand, { args, answers: [password] })
      expect([code, said]).toEqual([0, [expect.stringContaining('« c.dupre » créé')]])
      expect(await users()).toMatchObject([{ login: 'c.dupre', role: 'ROLE_SUPER_ADMINISTRATOR' }])
      expect(await isSetupOpen({ db: home.database.db, config: readConfig(home.env) })).toBe(false)
    })

    it('opens the guide of the first start for the first account only', async () => {
      await home.run(createAdminCommand, { args, answers: [password] })
      const other = ['--login', 'autre', ...args.slice(2, 6), '--email', 'autre@exemple.fr']
      await home.run(createAdminCommand, { args: other, answers: [password] })
      const first = (await users()).find(({ login }) => login === 'c.dupre')
      expect(await readGuide(home.database.db)).toEqual({ user: first?.id, passed: {} })
    })

    it('opens no guide on an installation that has accounts but no record of its set-up', async () => {
      await home.run(createAdminCommand, { args, answers: [password] })
      await home.database.db.deleteFrom('settings').execute()
      const other = ['--login', 'autre', ...args.slice(2, 6), '--email', 'autre@exemple.fr']
      await home.run(createAdminCommand, { args: other, answers: [password] })
      expect(await readGuide(home.database.db)).toBe(null)
    })

    it('asks for missing options on a terminal, and for the password twice', async () => {
      const answers = ['c.dupre', 'Camille', 'Dupré', 'c@exemple.fr', password, password]
      expect((await home.run(createAdminCommand, { answers, interactive: true })).code).toBe(0)
      const again = [...answers.slice(0, 4), password, `${password}!`]
      await expect(home.run(createAdminCommand, { answers: again, interactive: true })).rejects.toThrow(
        'diffèrent',
      )
    })

    it('refuses a password that is not UTF-8, which would be stored as another one', async () => {
      const run = home.run(createAdminCommand, { args, answers: [`${password}\uFFFD`] })
      await expect(run).rejects.toThrow(commandTexts.notUtf8)
      expect(await users()).toEqual([])
    })

    it('shows a generated password once, and stores it', async () => {
      const { said } = await home.run(createAdminCommand, { args: [...args, '--generate'] })
      const drawn = /: (\S{20})$/.exec(said[0] ?? '')?.[1] ?? ''
      const row = await home.database.db.selectFrom('password_hashes').selectAll().executeTakeFirstOrThrow()
      const keyring = openKeyring(await keySourceOf(readConfig(home.env)).load({ mayCreate: false }))
      expect(openPasswordHash(keyring, { id: row.user_id, mark: row.user_mark }, row.hash).reveal()).toMatch(
        /^\$argon2id/,
      )
      expect(drawn).toHaveLength(20)
      expect(row.must_change, 'the terminal has seen it').toBe(1)
    })

    it('works when administrators exist, and reports a login in use', async () => {
      await home.run(createAdminCommand, { args, answers: [password] })
      const other = ['--login', 'autre', ...args.slice(2, 6), '--email', 'autre@exemple.fr']
      expect((await home.run(createAdminCommand, { args: other, answers: [password] })).code).toBe(0)
      await expect(home.run(createAdminCommand, { args, answers: [password] })).rejects.toMatchObject({
        code: 'USER_LOGIN_IS_ALREADY_USED',
      })
      expect(await users()).toHaveLength(2)
    })

    it('refuses a database that a newer version has migrated, without a change', async () => {
      const log = home.database.db.withTables<{ migrations: { id: string; applied_at: number } }>()
      await log.insertInto('migrations').values({ id: '9999-tomorrow', applied_at: 1 }).execute()
      await expect(home.run(createAdminCommand, { args, answers: [password] })).rejects.toThrow(
        databaseProblems.FROM_THE_FUTURE('9999-tomorrow'),
      )
      expect(await users()).toEqual([])
    })

    it('refuses a weak password, an invalid field, an unknown option and no password', async () => {
      const run = (more: string[], answers: string[]) => home.run(createAdminCommand, { args: more, answers })
      await expect(run(args, ['court'])).rejects.toMatchObject({ code: 'PASSWORD_TOO_WEAK' })
      const named = [...args.slice(0, 4), '--last-name', 'Vantibulaire', '--email', 'xylocratique@exemple.fr']
      await expect(run(named, ['Vantibulaire-Xylocratique-1987'])).rejects.toMatchObject({
        code: 'PASSWORD_TOO_WEAK',
      })
      await expect(run(['--login', 'a b', ...args.slice(2)], [password])).rejects.toThrow('sans espace')
      const unknown: [string[], string][] = [
        [[...args, '--password', password], commandTexts.badOption('--password')],
        [[...args, `--password=${password}`], commandTexts.badOption('--password')],
        [['--login'], commandTexts.valueMissing('--login')],
        [['--login', '--generate'], commandTexts.valueMissing('--login')],
        [[...args, '--generate=x'], commandTexts.noValue('--generate')],
        [[...args, password], commandTexts.badOption(createAdminTexts.stray)],
      ]
      for (const [more, said] of unknown)
        await expect(run(more, [password])).rejects.toThrow(new UsageError(said))
      await expect(run(args, [])).rejects.toThrow('entrée standard')
      await expect(run(args.slice(0, 4), [password])).rejects.toThrow('--last-name')
      expect(await users()).toEqual([])
    })
  })
})
