import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Engine } from '../src/server/platform/database/engine.ts'
import { openDatabase, type Database } from '../src/server/platform/database/open.ts'
import { beginSeeding, closeSeeded, makeInstallation, type Installation } from './installation.ts'
import { headersOf } from './loads.ts'
import type { Figure } from './report.ts'
import { addOrganisation } from './seed-organisation.ts'
import { addAccount, addSession } from './seed.ts'
import { startServer, type Server } from './server.ts'
import type { Settings } from './settings.ts'
import { single } from './singles.ts'

const p99LimitMs = 100
const requests = 150
const warmUps = 10
/** Rows of one statement. */
const batch = 500_000
const year = 365 * 24 * 3_600_000
const itemsOfChest = 200

type Readers = { readonly all: string; readonly half: string; readonly few: string }
type World = { readonly readers: Readers; readonly users: number; readonly chests: number }

/** Measures pages of a long journal, by each filter, for a super administrator and for two administrators. */
export async function* measureJournal(engine: Engine, settings: Settings): AsyncGenerator<Figure> {
  const installation = await makeInstallation(engine)
  try {
    const world = await seedJournal(installation, settings.journalRows)
    const server = await startServer({ entry: 'src/server/main.ts', ...installation })
    try {
      await untilSealed(installation, settings.journalRows)
      for (const reader of ['all', 'half', 'few'] as const)
        for (const [label, query] of Object.entries(queries))
          yield await measurePage(installation, server, world, settings.journalRows, { reader, label, query })
    } finally {
      await server.stop()
    }
  } finally {
    await installation.remove()
  }
}

/** Waits until the server has bound all rows into blocks: an installation in use does so as they are written. */
async function untilSealed({ databaseOptions }: Installation, rows: number): Promise<void> {
  const database = await openDatabase(databaseOptions)
  for (let sealed = 0; sealed < rows;) {
    await pause(1_000)
    const block = await database.db
      .selectFrom('journal_blocks')
      .select(({ fn }) => fn.max('size').as('size'))
      .executeTakeFirst()
    sealed = Number(block?.size ?? 0)
  }
  await database.close()
}

async function seedJournal(installation: Installation, rows: number): Promise<World> {
  const { database, keys } = await beginSeeding(installation)
  const { db } = database
  const chief = await addAccount(database, keys, 'camille.martin', 'ROLE_SUPER_ADMINISTRATOR')
  const half = await addAccount(database, keys, 'dominique.petit', 'ROLE_ADMINISTRATOR')
  const few = await addAccount(database, keys, 'sacha.blanc', 'ROLE_ADMINISTRATOR')
  const banks = await addOrganisation(database, keys, chief.id)
  const links = [
    ...banks.filter((_, index) => index % 2 === 0).map((bank) => ({ bank_id: bank, user_id: half.id })),
    ...banks.slice(0, 2).map((bank) => ({ bank_id: bank, user_id: few.id })),
  ]
  await db.insertInto('bank_users').values(links).execute()
  const lastOf = async (table: 'users' | 'chests') =>
    (
      await db
        .selectFrom(table)
        .select(({ fn }) => fn.max('id').as('id'))
        .executeTakeFirstOrThrow()
    ).id
  const world = { users: await lastOf('users'), chests: await lastOf('chests') }
  await fill(database, installation.engine, rows, world)
  // Alerts have looked at them.
  await db.updateTable('alert_cursor').set({ after_seq: rows, seen_seq: rows }).execute()
  const [all, ofHalf, ofFew] = [
    await addSession(database, chief.id),
    await addSession(database, half.id),
    await addSession(database, few.id),
  ]
  await closeSeeded(database, installation.engine)
  return { ...world, readers: { all, half: ofHalf, few: ofFew } }
}

/** Writes rows over a year, mostly copies of passwords. Indexes are made afterwards, which takes a tenth of the time. */
async function fill(
  { db }: Database,
  engine: Engine,
  rows: number,
  { users, chests }: Pick<World, 'users' | 'chests'>,
): Promise<void> {
  const indexes = await droppedIndexes(db, engine)
  const now = Date.now()
  // Scattered, but the same at each run.
  const spread = (factor: number, size: number) => sql`((g.i * ${sql.lit(factor)}) % ${sql.lit(size)} + 1)`
  const [user, chest, other] = [spread(7919, users), spread(104_729, chests), spread(15_485, users)]
  const item = sql`((${chest} - 1) * ${sql.lit(itemsOfChest)} + (g.i / ${sql.lit(chests)}) % ${sql.lit(itemsOfChest)} + 1)`
  const kind = sql`g.i % 100`
  for (let from = 0; from < rows; from += batch) {
    const numbers =
      engine === 'sqlite'
        ? sql`(with recursive g(i) as (select ${sql.lit(from)} union all select i + 1 from g where i + 1 < ${sql.lit(Math.min(rows, from + batch))}) select i from g) g`
        : sql`(select generate_series(${sql.lit(from)}::bigint, ${sql.lit(Math.min(rows, from + batch) - 1)}::bigint) as i) g`
    await sql`
      insert into journal (at, actor_id, actor_name, session_id, ip, action, outcome, chest_id, objects, item_id)
      select ${sql.lit(now - year)} + cast(g.i * ${sql.lit(year / rows)} as bigint), ${user}, 'agent.' || ${user}, 'seance-' || ${user},
             '10.1.' || (${user} / 250) || '.' || (${user} % 250),
             case when ${kind} < 75 then 'item.copied' when ${kind} < 85 then 'item.changed'
                  when ${kind} < 95 then 'sign-in.done' when ${kind} < 99 then 'access.refused'
                  else 'user.updated' end,
             case when ${kind} between 95 and 98 then 'refused' else 'done' end,
             case when ${kind} < 85 then ${chest} end,
             case when ${kind} < 75 then '{"item":' || ${item} || '}'
                  when ${kind} < 85 then '{"field":"login","item":' || ${item} || '}'
                  when ${kind} < 95 then '{}'
                  when ${kind} < 99 then '{"asked":[],"call":"GET /api/item/:id","code":"ITEM_NOT_FOUND","count":1}'
                  else '{"fields":["first_name"],"user":' || ${other} || '}' end,
             case when ${kind} < 85 then ${item} end
        from ${numbers}`.execute(db)
  }
  const named =
    engine === 'sqlite' ? sql`json_extract(objects, '$.user')` : sql`(objects::json ->> 'user')::bigint`
  await sql`insert into journal_people (user_id, seq)
    select ${named}, seq from journal where action = 'user.updated' and ${named} <> actor_id`.execute(db)
  for (const statement of indexes) await sql.raw(statement).execute(db)
}

/** Drops the indexes of the journal. @returns the statements that make them again */
async function droppedIndexes(db: Database['db'], engine: Engine): Promise<string[]> {
  const { rows } = await (
    engine === 'sqlite'
      ? sql<{
          name: string
          text: string
        }>`select name, sql as text from sqlite_master where type = 'index' and tbl_name = 'journal'`
      : sql<{
          name: string
          text: string
        }>`select indexname as name, indexdef as text from pg_indexes where tablename = 'journal' and indexname like 'journal_by_%'`
  ).execute(db)
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db)
  return rows.map(({ text }) => text)
}

type Asked = { readonly users: number; readonly chests: number; readonly rows: number; readonly nth: number }

/** The queries of pages, each with another value at each request. */
const queries: Record<string, (asked: Asked) => string> = {
  'first page': () => '',
  'a page in the middle': ({ rows, nth }) => `before=${Math.floor(rows / 2) + nth}`,
  'a day': ({ nth }) => {
    const from = Date.now() - (30 + nth) * 24 * 3_600_000
    return `from=${new Date(from).toISOString()}&to=${new Date(from + 24 * 3_600_000).toISOString()}`
  },
  'a person': ({ users, nth }) => `person=${((nth * 17) % users) + 1}`,
  'a chest': ({ chests, nth }) => `chestId=${((nth * 17) % chests) + 1}`,
  'an item': ({ chests, nth }) =>
    `itemId=${((nth * 7_919) % chests) * itemsOfChest + (nth % itemsOfChest) + 1}`,
  'an address': ({ nth }) => `ip=10.1.${nth % 8}.${(nth * 3) % 250}`,
  'readings of secrets': () => 'group=secrets',
  'changes of people': () => 'group=people',
  'a group without entries': () => 'group=messages',
  refused: () => 'outcome=refused',
  'a name': ({ nth }) => `text=agent.${nth + 1}`,
  'a common name': () => 'text=martin',
  'a person, refused, in a month': ({ users, nth }) =>
    `person=${((nth * 17) % users) + 1}&outcome=refused&from=${new Date(Date.now() - 30 * 24 * 3_600_000).toISOString()}`,
}

type Measured = {
  readonly reader: keyof Readers
  readonly label: string
  readonly query: (typeof queries)[string]
}

async function measurePage(
  installation: Installation,
  server: Server,
  { readers, users, chests }: World,
  rows: number,
  { reader, label, query }: Measured,
): Promise<Figure> {
  const times: number[] = []
  let entries = 0
  for (let nth = -warmUps; nth < requests; nth += 1) {
    const asked = query({ users, chests, rows, nth: Math.abs(nth) })
    const since = performance.now()
    const reply = await fetch(`${server.url}/api/journal/${asked && `?${asked}`}`, {
      headers: headersOf(readers[reader]),
    })
    const body = (await reply.json()) as { entries: unknown[] }
    if (reply.status !== 200) throw new Error(`${label} was answered ${reply.status}`)
    if (nth >= 0) times.push(performance.now() - since)
    entries += body.entries.length
  }
  times.sort((one, other) => one - other)
  return single(installation, 'journal', times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN, {
    label: `${label}, ${readerTexts[reader]}, p99`,
    unit: 'ms',
    limit: p99LimitMs,
    note: `p50 ${(times[Math.floor(times.length / 2)] ?? Number.NaN).toFixed(1)} ms, ${Math.round(entries / (requests + warmUps))} entries`,
  })
}

const readerTexts: Record<keyof Readers, string> = {
  all: 'super administrator',
  half: 'administrator of half',
  few: 'administrator of two banks',
}
