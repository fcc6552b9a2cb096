import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrate } from '../migrate.ts'
import type { Tables } from '../tables.ts'
import { eachEngine, openTestDatabase, type TestDatabase } from '#server/testing/databases.ts'
import { migrations } from './all.ts'

const day = 24 * 60 * 60 * 1000

/** What the dashboard counts of the time before there was one: migrations 0026, 0027 and 0028 on a database in use. */
eachEngine((engine) => {
  let database: TestDatabase
  let db: Kysely<Tables>
  beforeEach(async () => {
    database = await openTestDatabase(
      engine,
      migrations.filter(({ id }) => id < '0026'),
    )
    db = database.db
    await sql`insert into users (id, login, email, first_name, last_name, role, type, state_id, second_factor, created_at)
      values (1, 'camille', 'camille@exemple.fr', 'Camille', 'Dupré', 'ROLE_INTERVENANT', 'STANDARD', 1, 'totp', 0)`.execute(
      db,
    )
    await sql`insert into chests (id, name, description, type, key_version, created_at)
      values (1, 'Mairie', '', 'service', 1, 0), (2, 'Écoles', '', 'service', 1, 0)`.execute(db)
  })
  afterEach(() => database.close())

  const addItem = (id: number, createdAt: number, hasPassword = 1) =>
    sql`insert into items (id, chest_id, wrapped_key, meta, meta_revision, revision, chest_revision, created_by,
          created_at, updated_at, category_id, has_password)
        values (${id}, 1, ${Buffer.from('clé')}, ${Buffer.from('nom')}, 1, 1, 1, 1, ${createdAt}, ${createdAt}, 1,
          ${hasPassword})`.execute(db)
  const addHistory = (element: string, id: number, param: string | null, at: number) =>
    sql`insert into history (chest_id, element, element_id, action, param_name, user_id, user_name, created_at)
        values (1, ${element}, ${id}, ${param === null ? 'CREATE' : 'UPDATE'}, ${param}, 1, 'camille', ${at})`.execute(
      db,
    )
  const addEvent = (
    action: string,
    outcome: string,
    actor: number | null,
    chest: number | null,
    at: number,
  ) =>
    sql`insert into journal (at, actor_id, ip, action, outcome, chest_id, objects)
        values (${at}, ${actor}, '127.0.0.1', ${action}, ${outcome}, ${chest}, '{}')`.execute(db)

  it('a password is as old as its last change, or as its item', async () => {
    await addItem(1, 1_000)
    await addHistory('item', 1, null, 1_000)
    await addItem(2, 2_000)
    await addHistory('item', 2, 'password', 5_000)
    await addHistory('item', 2, 'password', 9_000)
    // Of another field, and of a folder with the same number.
    await addHistory('item', 2, 'name', 12_000)
    await addHistory('folder', 2, 'password', 13_000)
    await addItem(3, 3_000, 0)
    await addHistory('item', 3, 'password', 8_000)
    await migrate(database, migrations)
    const rows = await db.selectFrom('items').select(['id', 'password_at']).orderBy('id').execute()
    expect(rows).toEqual([
      { id: 1, password_at: 1_000 },
      { id: 2, password_at: 9_000 },
      { id: 3, password_at: null },
    ])
  })

  it('sign-ins and one-time messages that succeeded count on their days, by person and by chest', async () => {
    const today = 20_000
    const noon = today * day + day / 2
    await addEvent('sign-in.done', 'done', 1, null, today * day)
    await addEvent('sign-in.done', 'done', 1, null, (today + 1) * day - 1)
    await addEvent('sign-in.done', 'done', 2, null, noon)
    await addEvent('sign-in.done', 'done', 1, null, (today + 1) * day)
    await addEvent('sign-in.done', 'done', null, null, noon)
    await addEvent('sign-in.done', 'refused', 1, null, noon)
    await addEvent('sign-in.wrong-password', 'done', 1, null, noon)
    await addEvent('nota.create', 'done', 1, 1, noon)
    await addEvent('nota.create', 'done', 2, 1, noon)
    await addEvent('nota.create', 'done', 1, 2, noon)
    await addEvent('nota.create', 'refused', 1, 2, noon)
    await migrate(database, migrations)
    const rows = await db
      .selectFrom('daily_counts')
      .selectAll()
      .orderBy('kind')
      .orderBy('day')
      .orderBy('of_id')
      .execute()
    expect(rows).toEqual([
      { kind: 'nota', day: today, of_id: 1, nb: 2 },
      { kind: 'nota', day: today, of_id: 2, nb: 1 },
      { kind: 'visit', day: today, of_id: 1, nb: 2 },
      { kind: 'visit', day: today, of_id: 2, nb: 1 },
      { kind: 'visit', day: today + 1, of_id: 1, nb: 1 },
    ])
  })

  it('no summary and no day is made up, and nothing else changes', async () => {
    await addItem(1, 1_000)
    const before = await sql<{ revision: number }>`select revision from chests order by id`.execute(db)
    await migrate(database, migrations)
    for (const table of ['chest_summaries', 'installation_keys', 'kept_figures', 'daily_counts'] as const)
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])
    expect((await sql`select revision from chests order by id`.execute(db)).rows).toEqual(before.rows)
    expect(await db.selectFrom('items').select('updated_at').execute()).toEqual([{ updated_at: 1_000 }])
  })
})
