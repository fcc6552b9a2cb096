import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eachEngine, openTestDatabase, type TestDatabase } from '#server/testing/databases.ts'
import { migrate, MIGRATION_LOCK, migrationState, type Migration } from './migrate.ts'
import { migrations } from './migrations/all.ts'
import { openDatabase } from './open.ts'
import { DatabaseProblem } from './problems.ts'

const step = (id: string, work?: (db: Kysely<unknown>) => Promise<unknown>): Migration => ({
  id,
  async up(db, columns) {
    await columns
      .table(db, `made_by_${id.slice(0, 4)}`)
      .addColumn('id', columns.id, columns.primary)
      .execute()
    await work?.(db)
  },
})
const first = step('0001-first')
const second = step('0002-second')
const third = step('0003-third')

const interrupted = join(import.meta.dirname, '../../testing/interrupted-migration.ts')

describe('migrate', () => {
  eachEngine((engine) => {
    let database: TestDatabase<Record<string, { id: number }>>
    beforeEach(async () => {
      database = await openTestDatabase(engine, [])
    })
    afterEach(() => database.close())

    const has = async (name: string) => {
      const tables = await database.db.introspection.getTables()
      return tables.some((table) => table.name === name)
    }

    it('applies what is missing, in order, once', async () => {
      expect(await migrate(database, [first])).toEqual(['0001-first'])
      expect(await migrate(database, [first, second, third])).toEqual(['0002-second', '0003-third'])
      expect(await migrate(database, [first, second, third])).toEqual([])
    })

    it('gives an empty database its present tables', async () => {
      expect(await migrate(database, migrations)).toEqual(migrations.map((migration) => migration.id))
      expect(await has('items')).toBe(true)
    })

    it('[UPGR-02] tells a database between two releases from one of a newer version', async () => {
      await migrate(database, [first, third])
      const late = migrate(database, [first, second, third])
      await expect(late).rejects.toMatchObject({ code: 'OTHER_ORDER' })
      await expect(late).rejects.toThrow(/0002-second.*développement/)
      // Renamed before a release: its number is no newer one.
      const renamed = migrate(database, [first, step('0003-renamed'), step('0004-fourth')])
      await expect(renamed).rejects.toThrow(/0003-third.*développement/)
      const fault = { code: 'OTHER_ORDER', id: '0002-second' }
      expect(await migrationState(database.db, [first, second, third])).toEqual({
        pending: ['0002-second'],
        fault,
      })
    })

    it('[UPGR-02] refuses a database of a newer version, with a sentence that explains what to do', async () => {
      await migrate(database, [first, second])
      const refusal = migrate(database, [first])
      await expect(refusal).rejects.toBeInstanceOf(DatabaseProblem)
      await expect(refusal).rejects.toMatchObject({ code: 'FROM_THE_FUTURE' })
      await expect(refusal).rejects.toThrow(/0002-second.*Installez/)
    })

    it('rolls back a failed migration, and resumes there', async () => {
      const failing = step('0002-second', (db) => sql`select * from no_such_table`.execute(db))
      await expect(migrate(database, [first, failing, third])).rejects.toThrow('no_such_table')
      expect([await has('made_by_0001'), await has('made_by_0002')]).toEqual([true, false])
      expect(await migrate(database, [first, second, third])).toEqual(['0002-second', '0003-third'])
    })

    it('rolls back a migration during which the process was killed', async () => {
      await database.disconnect()
      const child = spawn(process.execPath, [interrupted, JSON.stringify(database.options)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await once(child.stdout, 'data')
      child.kill('SIGKILL')
      await once(child, 'exit')
      const again = await openDatabase<Record<string, { id: number }>>(database.options)
      expect(await migrate(again, [first])).toEqual(['0001-first'])
      const names = (await again.db.introspection.getTables()).map((table) => table.name)
      expect(names).not.toContain('half_made')
      await again.close()
    })

    if (engine === 'postgres') {
      it('waits for a node that migrates for longer than a statement waits for a lock', async () => {
        if (database.options.kind !== 'postgres') throw new Error('not PostgreSQL')
        const late = await openDatabase({ ...database.options, lockMs: 100 })
        const migrated = await database.db.transaction().execute(async (tx) => {
          await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx)
          const migrating = migrate(late, [first])
          const waiting = sql`select from pg_stat_activity where datname = current_database()
            and wait_event = 'advisory' and clock_timestamp() - query_start > '300 ms'`
          const count = async () => (await waiting.execute(database.db)).rows.length
          await Promise.race([migrating, expect.poll(count, { timeout: 20_000 }).toBe(1)])
          return { migrating }
        })
        expect(await migrated.migrating).toEqual(['0001-first'])
        await late.close()
      })

      it('waits for a table that a backup reads, which others go on using, and says when it gives up', async () => {
        await migrate(database, [first])
        const altering = step('0002-second', (db) =>
          sql`alter table made_by_0001 add column note text`.execute(db),
        )
        const times = { lockMs: 50, pauseMs: 20, limitMs: 60_000 }
        const blocked: string[] = []
        const migrated = await database.db.transaction().execute(async (tx) => {
          await sql`lock table made_by_0001 in access share mode`.execute(tx)
          const refused = migrate(database, [first, altering], { times: { ...times, limitMs: 0 } })
          await expect(refused).rejects.toMatchObject({ code: 'MIGRATION_BLOCKED' })
          await expect(refused).rejects.toThrow('0002-second')
          const migrating = migrate(database, [first, altering], {
            times,
            onBlocked: (id) => blocked.push(id),
          })
          await expect.poll(() => blocked.length, { timeout: 20_000 }).toBeGreaterThan(1)
          expect(await database.db.selectFrom('made_by_0001').select('id').execute()).toEqual([])
          return { migrating }
        })
        expect(await migrated.migrating).toEqual(['0002-second'])
        expect(new Set(blocked)).toEqual(new Set(['0002-second']))
      })
    }

    it('runs once when several nodes start concurrently', async () => {
      const nodes = await Promise.all([1, 2, 3].map(() => openDatabase(database.options)))
      const applied = await Promise.all(nodes.map((node) => migrate(node, [first, second, third])))
      expect(applied.flat().toSorted()).toEqual(['0001-first', '0002-second', '0003-third'])
      await Promise.all(nodes.map((node) => node.close()))
    })
  })
})
