import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { confirmFor } from '#server/installation.ts'
import { openKeyring } from '#server/platform/crypto/keyring.ts'
import { nextId } from '#server/platform/database/columns.ts'
import { adapterOf, type Engine } from '#server/platform/database/engine.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { eachEngine, openTestDatabase } from '../testing/databases.ts'
import { startOfficeWorld } from '../testing/offices.ts'
import { proveRows } from './authority.ts'
import { nextNumber, observeNumbers } from './numbers.ts'

const setLast = (engine: Engine, db: Kysely<Tables>, table: string, last: number) =>
  engine === 'postgres'
    ? sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${last})`.execute(db)
    : sql`update sqlite_sequence set seq = ${last} where name = ${table}`.execute(db)

eachEngine((engine) => {
  describe('the numbers of accounts, teams, banks and chests', () => {
    it('are never given twice, whatever the database gives [PROV-13]', async () => {
      const at = await startOfficeWorld(engine)
      const db = at.app.plainDb
      const team = async () => {
        const { body } = await at.admin.call('POST', '/api/team/', { name: 'Équipe', description: '' })
        return (body as { id: number }).id
      }
      await team()
      const taken = await team()
      await sql`delete from bank_teams`.execute(db)
      await sql`delete from teams`.execute(db)
      await setLast(engine, db, 'teams', taken - 1)
      const next = await team()
      expect(next).toBe(taken + 1)
      expect(await team(), 'the database goes on from there').toBe(next + 1)
      await at.app.close()
    })

    it('are remembered beside the database, by a node that starts again [PROV-13]', async () => {
      const database = await openTestDatabase(engine)
      const folder = mkdtempSync(join(tmpdir(), 'trousseau-numbers-'))
      const keyring = openKeyring({ active: 1, keys: [{ version: 1, key: randomBytes(32) }] })
      await confirmFor(database, { dataFolder: folder })(keyring)
      const draw = (db: Kysely<Tables>) => db.transaction().execute((tx) => nextNumber(tx, 'chests'))
      await draw(database.db)
      const last = await draw(database.db)
      await setLast(engine, database.db, 'chests', 1)
      const torn = mkdtempSync(join(tmpdir(), 'trousseau-numbers-'))
      writeFileSync(join(torn, 'numbers.highest'), '')
      const beside = await openDatabase(database.options)
      await confirmFor(beside, { dataFolder: torn })(keyring)
      await beside.close()
      rmSync(torn, { recursive: true })
      const again = await openDatabase(database.options)
      await confirmFor(again, { dataFolder: folder })(keyring)
      expect(await draw(again.db)).toBe(last + 1)
      await again.close()
      await database.close()
      rmSync(folder, { recursive: true })
    })

    it('of other nodes are remembered too, if the server wrote their rows [PROV-13]', async () => {
      const database = await openTestDatabase(engine)
      const { db } = database
      const keyring = openKeyring({ active: 1, keys: [{ version: 1, key: randomBytes(32) }] })
      const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'trousseau-numbers-')))
      const [here, there] = folders as [string, string]
      await confirmFor(database, { dataFolder: here })(keyring)
      const other = await openDatabase(database.options)
      await confirmFor(other, { dataFolder: there })(keyring)
      const add = (id: number, mark: string) =>
        sql`insert into banks (id, label, description, active, created_at, mark)
            values (${id}, 'École', '', 1, 1, ${mark})`.execute(db)
      await add(7, 'a')
      await db.transaction().execute((tx) => proveRows(tx, 1))
      await add(90, 'forged')
      await observeNumbers(other.db)
      await sql`delete from banks`.execute(db)
      await setLast(engine, db, 'banks', 6)
      expect(await other.db.transaction().execute((tx) => nextNumber(tx, 'banks'))).toBe(8)
      await other.close()
      await database.close()
      for (const folder of folders) rmSync(folder, { recursive: true })
    })

    it('that another node has drawn meanwhile are not given again [PROV-13]', async () => {
      const database = await openTestDatabase(engine)
      const keyring = openKeyring({ active: 1, keys: [{ version: 1, key: randomBytes(32) }] })
      const folders = [60, 90].map((highest) => {
        const folder = mkdtempSync(join(tmpdir(), 'trousseau-numbers-'))
        writeFileSync(join(folder, 'numbers.highest'), JSON.stringify({ teams: highest }))
        return folder
      })
      const [low, high] = folders as [string, string]
      await confirmFor(database, { dataFolder: low })(keyring)
      const other = await openDatabase(database.options)
      await confirmFor(other, { dataFolder: high })(keyring)
      const draw = (db: Kysely<Tables>) => db.transaction().execute((tx) => nextNumber(tx, 'teams'))
      const there: number[] = []
      // The node that remembers less has drawn a number that is too low, and raises the sequence after the other one.
      const adapter = adapterOf(database.db)
      const perform = adapter.perform.bind(adapter)
      const held = vi.spyOn(adapter, 'perform').mockImplementationOnce(async (...statement) => {
        const result = await perform(...statement)
        if (engine === 'postgres') there.push(await draw(other.db))
        return result as never
      })
      const here = [await draw(database.db)]
      held.mockRestore()
      if (engine === 'sqlite') there.push(await draw(other.db))
      for (let nth = 0; nth < 40; nth += 1) here.push(await draw(database.db))
      const all = [...here, ...there]
      expect(new Set(all).size).toBe(all.length)
      const next = await database.db.transaction().execute((tx) => nextId(tx, 'teams'))
      expect(next, 'the sequence').toBeGreaterThan(Math.max(...all))
      await other.close()
      await database.close()
      for (const folder of folders) rmSync(folder, { recursive: true })
    })

    it('go on where a sequence is further behind than one creation draws [PROV-13]', async () => {
      const database = await openTestDatabase(engine)
      const keyring = openKeyring({ active: 1, keys: [{ version: 1, key: randomBytes(32) }] })
      const folder = mkdtempSync(join(tmpdir(), 'trousseau-numbers-'))
      writeFileSync(join(folder, 'numbers.highest'), JSON.stringify({ teams: 150_000 }))
      await confirmFor(database, { dataFolder: folder })(keyring)
      const draw = () => database.db.transaction().execute((tx) => nextNumber(tx, 'teams'))
      expect([await draw(), await draw(), await draw()]).toEqual([150_001, 150_002, 150_003])
      await database.close()
      rmSync(folder, { recursive: true })
    })
  })
})
