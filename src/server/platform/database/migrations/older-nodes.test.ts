import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { eachEngine, openTestDatabase } from '#server/testing/databases.ts'
import { migrate, type Migration } from '../migrate.ts'
import type { Database } from '../open.ts'
import { migrations } from './all.ts'
import { requiredTo, table } from './declarations.ts'

/** Tables whose rows are never deleted: a row of a new table may refer to them, and hinder no older node. */
const lasting = ['users']

/**
 * Returns the statements of a migration after which a node of the version before could fail, or would read something else
 * than it wrote. Such a node knows neither new tables nor new columns: it inserts without them, and deletes what they refer
 * to. A migration that reads rows is refused too: what it then writes depends on them, and the databases here are empty.
 */
function harmful(statements: readonly string[]): string[] {
  const tables = new Set<string>()
  const columns = new Set<string>()
  const hinders = (text: string): boolean =>
    [...text.matchAll(/references (\w+) \([^)]*\)( on delete (?:cascade|set null))?/g)].some(
      ([, target = '', follows]) => !tables.has(target) && !lasting.includes(target) && !follows,
    )
  const isHarmless = (text: string): boolean => {
    const [, created = ''] = /^create table (\w+) /.exec(text) ?? []
    if (created !== '') {
      tables.add(created)
      return !hinders(text)
    }
    const [, unique, indexed = ''] = /^create (unique )?index \w+ on (\w+) /.exec(text) ?? []
    if (indexed !== '') return unique === undefined || tables.has(indexed)
    const [, altered = '', column = '', rest = ''] =
      /^alter table (\w+) add column (\w+) (.*)$/.exec(text) ?? []
    if (altered !== '') {
      columns.add(`${altered}.${column}`)
      return (!/\bnot null\b/.test(rest) || /\bdefault\b/.test(rest)) && !hinders(rest)
    }
    const [, updated = '', set = ''] = /^update (\w+) set (\w+) = (?!.*, \w+ = )/.exec(text) ?? []
    if (updated !== '') return columns.has(`${updated}.${set}`)
    const [, filled = ''] = /^insert into (\w+) /.exec(text) ?? []
    return tables.has(filled)
  }
  return statements
    .map((text) => text.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim())
    .filter((text) => !isHarmless(text))
}

const own = (text: string): boolean =>
  /^(?:begin|commit|release|rollback|savepoint|set local|select pg_advisory)/i.test(text) ||
  /\bmigrations\b/.test(text)

/** Runs the last of some migrations, the only one that a database lacks. @returns its statements */
async function statementsOf(database: Database, list: readonly Migration[]): Promise<string[]> {
  const statements: string[] = []
  database.watchStatements((text) => statements.push(text))
  await migrate(database, list)
  return statements.filter((text) => !own(text))
}

const lastStop = migrations.findLastIndex(({ olderNodes }) => olderNodes === 'stop')

eachEngine((engine) => {
  const opened = async (list: readonly Migration[]): Promise<Database> => {
    const database = await openTestDatabase(engine, list)
    onTestFinished(() => database.close())
    return database
  }

  it('[UPGR-07] each migration after the last that stops older nodes leaves them what they use', async () => {
    const database = await opened(migrations.slice(0, lastStop + 1))
    for (let count = lastStop + 2; count <= migrations.length; count += 1) {
      const list = migrations.slice(0, count)
      const statements = await statementsOf(database, list)
      expect([list.at(-1)?.id, statements.length > 0, harmful(statements)]).toEqual([
        list.at(-1)?.id,
        true,
        [],
      ])
    }
  })

  it('[UPGR-07] one that takes something from them, or hinders them, is found', async () => {
    const faulty: Readonly<Record<string, Migration['up']>> = {
      'drop table "unknown_logins"': (db) => db.schema.dropTable('unknown_logins').execute(),
      'update users set login = ': async (db) => {
        await db.schema.alterTable('users').addColumn('nickname', 'text').execute()
        await sql`update users set nickname = login`.execute(db)
        await sql`update users set login = nickname`.execute(db)
      },
      'alter table "users" add column "nickname" ': (db, c) =>
        db.schema
          .alterTable('users')
          .addColumn('nickname', c.id, (column) => column.references('chests.id'))
          .execute(),
      'create unique index "only_names" on "users"': (db) =>
        db.schema.createIndex('only_names').unique().on('users').column('first_name').execute(),
      'create table "letters" ': (db, c) =>
        table(db, c, 'letters').addColumn('item_id', c.id, requiredTo('items.id')).execute(),
      'select * from users': async (db) => void (await sql`select * from users`.execute(db)),
    }
    for (const [beginning, up] of Object.entries(faulty)) {
      const list = [...migrations, { id: '9999-faulty', up }]
      const statements = await statementsOf(await opened(migrations), list)
      expect(harmful(statements)).toEqual([expect.stringContaining(beginning.replaceAll('"', ''))])
    }
    // The database itself refuses a required column without a default where rows exist; the guard needs none.
    expect(harmful(['alter table "users" add column "nickname" text not null'])).toHaveLength(1)
  })
})
