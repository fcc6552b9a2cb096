import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { releases } from '#texts/platform/changelog.ts'
import { upgradeTexts } from '#texts/commands.ts'
import { databaseProblems } from '#texts/platform/server.ts'
import { newAgeKey } from '#server/platform/crypto/age.ts'
import { migrations } from '#server/platform/database/migrations/all.ts'
import { eachEngine } from '../testing/databases.ts'
import { testInstallation, type TestInstallation } from './testing.ts'
import { upgradeCheckCommand } from './upgrade-check.ts'

const ids = migrations.map(({ id }) => id)

eachEngine((engine) => {
  let home: TestInstallation
  beforeEach(async () => {
    home = await testInstallation(engine)
  })
  afterEach(() => home.close())

  const forget = (...gone: string[]) =>
    home.database.db
      .deleteFrom('migrations' as never)
      .where('id' as never, 'in', gone as never)
      .execute()
  const ran = async (): Promise<number> =>
    (await sql<{ id: string }>`select id from migrations`.execute(home.database.db)).rows.length
  const runNode = (seenMsAgo: number) =>
    home.database.db
      .insertInto('key_nodes')
      .values({ node: 'a', name: 'nantes:8420', keys: '{}', seen_at: Date.now() - seenMsAgo })
      .execute()

  it('[UPGR-03] says that there is nothing to do', async () => {
    const { code, said } = await home.run(upgradeCheckCommand)
    expect([code, said.at(-1)]).toEqual([0, upgradeTexts.verdict.nothing])
    expect(said).toContain(`✓ ${upgradeTexts.upToDate}`)
  })

  it('[UPGR-03] names the pending migrations and what an operator does, and changes nothing', async () => {
    const [last = ''] = ids.slice(-1)
    await forget(last)
    const before = await ran()
    const { code, said } = await home.run(upgradeCheckCommand)
    expect([code, said.at(-1), await ran()]).toEqual([0, upgradeTexts.verdict.ready, before])
    expect(said).toContain(`✓ ${upgradeTexts.pending([last])}`)
    expect(said).toContain(`– ${upgradeTexts.backup.none}`)
    for (const line of releases[0]?.operator ?? []) expect(said).toContain(`  ${line}`)
    const { rolling, stopped } = upgradeTexts.nodes
    expect(said).toContain(`✓ ${engine === 'postgres' ? rolling : stopped}`)
  })

  it('[UPGR-03] tells the age of the last backup, and refuses an old one where they are made each night', async () => {
    const [last = ''] = ids.slice(-1)
    await forget(last)
    const set = { TROUSSEAU_BACKUP_KEY: newAgeKey().recipient, TROUSSEAU_BACKUP_DIR: home.folder }
    const made = async (at: number, outcome: string) => {
      const objects = '{"by":"night"}'
      await sql`insert into journal (at, ip, action, outcome, objects) values (${at}, 'local', 'backup.made', ${outcome}, ${objects})`.execute(
        home.database.db,
      )
    }
    const check = async (env: object) => {
      const { code, said } = await home.run(upgradeCheckCommand, { env })
      return [code, said.find((line) => line.includes('auvegarde') && !line.startsWith(' '))]
    }
    const { none, old, good } = upgradeTexts.backup
    expect(await check(set)).toEqual([1, `✗ ${none}`])
    const [before, now] = [Date.now() - 2 * 86_400_000, Date.now()]
    await made(before, 'done')
    await made(now, 'refused')
    expect(await check(set)).toEqual([1, `✗ ${old(before)}`])
    expect(await check({})).toEqual([0, `– ${old(before)}`])
    await made(now, 'done')
    expect(await check(set)).toEqual([0, `✓ ${good(now)}`])
  })

  it.each(['0048-authority', '0053-lock-costs'])(
    '[UPGR-03] refuses while nodes run that do not survive %s',
    async (id) => {
      const from = ids.indexOf(id)
      await forget(...ids.slice(from))
      await runNode(0)
      const { code, said } = await home.run(upgradeCheckCommand)
      if (engine === 'postgres') {
        expect([code, said.at(-1)]).toEqual([1, upgradeTexts.verdict.bad])
        expect(said).toContain(`✗ ${upgradeTexts.nodes.stopFirst(1)}`)
      } else {
        expect(code).toBe(0)
        expect(said).toContain(`– ${upgradeTexts.nodes.single}`)
      }
      await home.database.db.deleteFrom('key_nodes').execute()
      expect((await home.run(upgradeCheckCommand)).said).toContain(`✓ ${upgradeTexts.nodes.stopped}`)
    },
  )

  it('[UPGR-03] refuses a database that this program cannot use', async () => {
    await forget('0013-sso')
    const { code, said } = await home.run(upgradeCheckCommand)
    expect([code, said.at(-1)]).toEqual([1, upgradeTexts.verdict.bad])
    expect(said).toContain(`✗ ${databaseProblems.OTHER_ORDER('0013-sso')}`)
  })
})
