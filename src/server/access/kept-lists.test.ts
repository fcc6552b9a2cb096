import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/platform/database/open.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { eachEngine, openTestDatabase, type TestDatabase } from '../testing/databases.ts'
import { startOfficeWorld, type OfficeWorld } from '../testing/offices.ts'
import { createKeptLists } from './kept-lists.ts'

/** Columns that no cached list shows, searches or checks: all others in these tables raise the revision. */
const unshown: Record<string, readonly string[]> = {
  banks: [],
  bank_users: [],
  bank_teams: [],
  bank_chests: [],
  teams: [],
  team_users: [],
  chest_user_rights: [],
  chest_team_rights: [],
  chests: [
    'bank_marks',
    'created_at',
    'destroyed_revision',
    'former_key_version',
    'id',
    'judged_by',
    'key_version',
    'lock_version',
    'mac',
    'mac_at',
    'mark',
    'renew_days',
    'revision',
  ],
  users: [
    'ad_id',
    'ad_sam_account',
    'bank_marks',
    'blocked_until',
    'blocks',
    'created_at',
    'email',
    'email_key',
    'failures',
    'id',
    'last_bank_id',
    'last_chest_id',
    'last_sign_in_at',
    'last_step',
    'login_key',
    'mac',
    'mac_at',
    'mark',
    'qr_scanned',
    'read_features',
    'second_factor',
    'team_marks',
    'totp_mark',
    'totp_secret',
    'type',
    'used_steps',
  ],
}

const revisionOf = async (db: Kysely<Tables>): Promise<number> =>
  (await db.selectFrom('office_revision').select('revision').executeTakeFirstOrThrow()).revision

eachEngine((engine) => {
  describe('the revision of what the back offices manage', () => {
    let at: OfficeWorld
    let db: Kysely<Tables>
    const raises = async (change: () => Promise<unknown>): Promise<boolean> => {
      const before = await revisionOf(db)
      await change()
      return (await revisionOf(db)) > before
    }
    const run = (text: string) => sql.raw(text).execute(db)

    beforeAll(async () => {
      at = await startOfficeWorld(engine)
      db = at.app.deps.db
      const { world, admin, mairie } = at
      const team = await world.addTeam('Astreinte', [admin], [mairie])
      await world.grantTeam(await world.addChest('Coffre', admin, [mairie]), team)
    })
    afterAll(() => at.app.close())

    it('grows with a change of each column that a list shows, searches or checks', async () => {
      const tables = await db.introspection.getTables()
      const silent: Record<string, string[]> = {}
      for (const table of Object.keys(unshown)) {
        const columns = tables.find(({ name }) => name === table)?.columns ?? []
        expect(columns).not.toEqual([])
        silent[table] = []
        for (const { name } of columns) {
          if (!(await raises(() => run(`update ${table} set ${name} = ${name}`)))) silent[table].push(name)
        }
        silent[table].sort()
      }
      expect(silent).toEqual(unshown)
    })

    it('grows with each committed insertion and deletion', async () => {
      const copy =
        'insert into bank_users (bank_id, user_id) select 2, user_id from bank_users where bank_id = 1'
      expect(await raises(() => run(copy))).toBe(true)
      for (const table of ['bank_users', 'bank_teams', 'bank_chests', 'team_users', 'chest_team_rights'])
        expect(await raises(() => run(`delete from ${table}`))).toBe(true)
      expect(await raises(() => run(`delete from team_users`))).toBe(false)
      const undone = () =>
        db.transaction().execute(async (tx) => {
          await sql`delete from chest_user_rights`.execute(tx)
          throw new Error('undone')
        })
      expect(await raises(() => expect(undone()).rejects.toThrow('undone'))).toBe(false)
    })

    it('grows by each of two concurrent transactions, neither waiting for the end of the other', async () => {
      const before = await revisionOf(db)
      const rename = (id: number, name: string, meanwhile: () => Promise<unknown>) =>
        db.transaction().execute(async (tx) => {
          await tx.updateTable('users').set({ first_name: name }).where('id', '=', id).execute()
          await meanwhile()
        })
      const other = () => rename(at.neighbour.id, 'Dominique', async () => undefined)
      // On SQLite they run one after the other.
      const together = engine === 'postgres'
      await rename(at.admin.id, 'Camille', async () => (together ? other() : undefined))
      if (!together) await other()
      expect(await revisionOf(db)).toBe(before + 2)
    })
  })

  describe('a cached list', () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await openTestDatabase(engine)
    })
    afterAll(() => database.close())

    const change = ({ db }: { db: Kysely<Tables> }) =>
      db
        .insertInto('teams')
        .values({ name: 'Astreinte', description: '', created_by: null, created_at: 1 })
        .execute()
    const counting = (most?: number) => {
      const lists = createKeptLists(database.db, most)
      let made = 0
      const of = (asked: readonly unknown[], text = 'x') =>
        lists.of(asked, async () => ({ text, made: ++made }))
      return { lists, of, made: () => made }
    }

    it('is the same object while nothing changes, and another one for another query', async () => {
      const { of, made } = counting()
      const first = await of(['chests', 1, { search: 'a' }])
      expect(await of(['chests', 1, { search: 'a' }])).toBe(first)
      for (const asked of [
        ['chests', 2, { search: 'a' }],
        ['chests', 1, {}],
        ['teams', 1, { search: 'a' }],
      ])
        expect(await of(asked)).not.toBe(first)
      expect(made()).toBe(4)
    })

    it('is read again after a change, even one of another node', async () => {
      const { of } = counting()
      const other = await openDatabase(database.options)
      const first = await of(['chests', 1])
      await change(other)
      const second = await of(['chests', 1])
      expect(second).not.toBe(first)
      await change(database)
      expect(await of(['chests', 1])).not.toBe(second)
      await other.close()
    })

    it('is not cached when something changed while it was read', async () => {
      const { lists } = counting()
      const slow = Promise.withResolvers<{ text: string }>()
      const begun = Promise.withResolvers<void>()
      const old = lists.of(['a'], () => {
        begun.resolve()
        return slow.promise
      })
      await begun.promise
      await change(database)
      expect(await lists.of(['a'], async () => ({ text: 'new' }))).toEqual({ text: 'new' })
      slow.resolve({ text: 'old' })
      expect(await old).toEqual({ text: 'old' })
      expect(await lists.of(['a'], async () => ({ text: 'never' }))).toEqual({ text: 'new' })
    })

    it('is read once for concurrent requests, and not cached when that fails', async () => {
      const { of, lists, made } = counting()
      await Promise.all([1, 2, 3].map(() => of(['a'])))
      expect(made()).toBe(1)
      const failing = lists.of(['b'], () => Promise.reject(new Error('no')))
      await expect(failing).rejects.toThrow('no')
      expect(await of(['b'])).toEqual({ text: 'x', made: 2 })
    })

    it('is evicted when it is the least recently used of too many', async () => {
      const { of } = counting(2_000)
      const half = 'x'.repeat(700)
      const [one, two] = [await of(['one'], half), await of(['two'], half)]
      expect(await of(['one'], half)).toBe(one)
      await of(['three'], half)
      expect(await of(['one'], half)).toBe(one)
      expect(await of(['two'], half)).not.toBe(two)
    })

    it('is evicted also when many lists are empty, so that empty searches are bounded', async () => {
      const { lists } = counting(100_000)
      const search = (word: string) => lists.of(['chests', 1, { search: word }], async () => ({ rows: [] }))
      const first = await search('0')
      expect(await search('0')).toBe(first)
      for (let word = 1; word <= 1_000; word += 1) await search(`${word}`)
      expect(await search('0')).not.toBe(first)
      expect(await search('1000')).toBe(await search('1000'))
    })
  })
})
