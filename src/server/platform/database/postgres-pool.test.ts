import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { refusalOf } from '#server/platform/http/errors.ts'
import { openTestDatabase, testedEngines } from '#server/testing/databases.ts'
import { freePort } from '#server/testing/free-port.ts'
import { openTcpGate, type TcpGate } from '#server/testing/tcp-gate.ts'
import { openDatabase, type Database } from './open.ts'
import type { PostgresOptions } from './postgres-connection.ts'
import { DatabaseAway } from './problems.ts'

interface Counters {
  counters: { id: number; value: number }
}

describe.runIf(testedEngines.includes('postgres')).concurrent('a PostgreSQL that goes away', () => {
  /** Opens a database with one row through a gate, and again beside it. `isOneOfTwo`: the second host is off. */
  async function openThroughGate(options: Partial<PostgresOptions> = {}, isOneOfTwo = false) {
    const beside = await openTestDatabase<Counters>('postgres', [
      {
        id: '0001-counters',
        async up(db) {
          await sql`create table counters (id serial primary key, value int not null)`.execute(db)
          await sql`insert into counters (value) values (0)`.execute(db)
        },
      },
    ])
    if (beside.options.kind !== 'postgres') throw new Error('not PostgreSQL')
    const closings: (() => void)[] = []
    const url = new URL(beside.options.url)
    const target = { host: url.hostname, port: Number(url.port) }
    const gate = await openTcpGate(target, (work) => closings.push(work))
    url.port = String(gate.port)
    const lost: Error[] = []
    const database = await openDatabase<Counters>({
      kind: 'postgres',
      url: isOneOfTwo ? url.href.replace(url.host, `${url.host},127.0.0.1:${await freePort()}`) : url.href,
      poolSize: 3,
      connectMs: 1_000,
      ...options,
      onLost: (error) => lost.push(error),
    })
    const close = async () => {
      await database.close()
      for (const work of closings) work()
      await beside.close()
    }
    return { gate, database, beside, lost, url, close }
  }

  const read = ({ db }: Database<Counters>) => db.selectFrom('counters').selectAll().execute()
  const insert = ({ db }: Database<Counters>, value: number) =>
    db.transaction().execute((tx) => tx.insertInto('counters').values({ id: value, value }).execute())
  const shutBriefly = async (gate: TcpGate) => {
    gate.shut()
    await gate.reopen()
  }

  it('delays reads and transactions that had not begun', async () => {
    const { gate, database, lost, close } = await openThroughGate()
    gate.shut()
    const ended: string[] = []
    const work = Promise.all(
      [
        ...Array.from({ length: 10 }, () => read(database)),
        ...[101, 102, 103].map((value) => insert(database, value)),
      ].map((one) => one.then(() => ended.push('done'))),
    )
    await expect.poll(() => lost.length).toBeGreaterThan(0)
    ended.push('reopened')
    await gate.reopen()
    await work
    expect(ended[0]).toBe('reopened')
    expect(ended).toHaveLength(14)
    expect(await read(database)).toHaveLength(4)
    await close()
  })

  it('is reported to the caller, and found again afterwards', async () => {
    const { gate, database, close } = await openThroughGate()
    gate.shut()
    await expect(read(database)).rejects.toMatchObject({ reason: 'UNREACHABLE', mayHaveChanged: false })
    await gate.reopen()
    expect(await read(database)).toHaveLength(1)
    await close()
  })

  it('repeats neither a transaction that was cut nor a commit without a reply', async () => {
    const { gate, database, beside, close } = await openThroughGate()
    let runs = 0
    const losing = (lose: () => void) =>
      database.db.transaction().execute(async (tx) => {
        runs += 1
        await tx.insertInto('counters').values({ id: 200, value: 200 }).execute()
        lose()
        if (runs === 1) await tx.selectFrom('counters').selectAll().execute()
      })
    await expect(losing(() => void shutBriefly(gate))).rejects.toMatchObject({ mayHaveChanged: false })
    const silent = losing(() => gate.freeze())
    await expect(silent).rejects.toMatchObject({ reason: 'SILENT', mayHaveChanged: true })
    expect(runs).toBe(2)
    expect((await read(beside)).length).toBeLessThanOrEqual(2)
    await close()
  })

  it('is left when it stays silent while new connections work', async () => {
    // The limit of statements alone would find it too late for this test.
    const { gate, database, close } = await openThroughGate({ statementMs: 300_000 })
    await Promise.all([read(database), read(database), read(database)])
    gate.freeze()
    await gate.reopen()
    await Promise.all(Array.from({ length: 6 }, () => read(database)))
    await close()
  })

  it('is not left during a slow statement', async () => {
    // The server is asked over a new connection, which a busy machine opens late.
    const { database, lost, close } = await openThroughGate({ connectMs: 15_000 })
    await sql`select pg_sleep(4)`.execute(database.db)
    expect(lost).toEqual([])
    await close()
  })

  it('of several hosts keeps its statements while none of its connections is free', async () => {
    const patience = { acquireMs: 300, lockMs: 300_000, statementMs: 300_000 }
    const { database, beside, lost, close } = await openThroughGate(patience, true)
    // On a busy machine a connection may take longer to open than the pool waits for one.
    const readAtLast = (): Promise<unknown> =>
      read(database).catch((error: unknown) => {
        if (error instanceof DatabaseAway && error.reason === 'FULL') return readAtLast()
        throw error
      })
    const slow = await beside.db.transaction().execute(async (tx) => {
      await sql`lock table counters`.execute(tx)
      const waiting = Array.from({ length: 3 }, readAtLast)
      const count = async () => {
        const { rows } =
          await sql`select 1 from pg_locks where not granted and relation = 'counters'::regclass
          and database = (select oid from pg_database where datname = current_database())`.execute(tx)
        return rows.length
      }
      await expect.poll(count).toBe(3)
      const before = lost.length
      await expect(sql`select 1`.execute(database.db)).rejects.toMatchObject({ reason: 'FULL' })
      expect(lost.slice(before), 'waited for once, not once for each host').toMatchObject([
        { reason: 'FULL' },
      ])
      return waiting
    })
    await Promise.all(slow)
    await close()
  })

  it('is not left during a slow statement when it refuses a new connection', async () => {
    const { beside, url, close } = await openThroughGate()
    const role = `refused_${url.pathname.slice(1)}`
    await sql`create role ${sql.id(role)} login password 'x'`.execute(beside.db)
    const own = Object.assign(new URL(url), { username: role, password: 'x' })
    const lost: Error[] = []
    const onLost = (error: Error) => lost.push(error)
    const options = { kind: 'postgres', url: own.href, connectMs: 15_000, onLost } as const
    const database = await openDatabase(options)
    const slow = sql`select pg_sleep(4)`.execute(database.db)
    await sql`alter role ${sql.id(role)} nologin`.execute(beside.db)
    await slow
    expect(lost).toEqual([])
    await database.close()
    await sql`drop role ${sql.id(role)}`.execute(beside.db)
    await close()
  })

  it('that refuses the account while it is used is away, and is found again', async () => {
    const { beside, url, close } = await openThroughGate()
    const role = `changed_${url.pathname.slice(1)}`
    await sql`create role ${sql.id(role)} login password 'x'`.execute(beside.db)
    const own = Object.assign(new URL(url), { username: role, password: 'x' })
    const lost: Error[] = []
    const onLost = (error: Error) => lost.push(error)
    const database = await openDatabase({ kind: 'postgres', url: own.href, connectMs: 15_000, onLost })
    const become = (password: string) =>
      sql`alter role ${sql.id(role)} password ${sql.lit(password)}`.execute(beside.db)
    const ended = sql`select from pg_stat_activity where usename = ${role}`
    await become('y')
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${role}`.execute(
      beside.db,
    )
    await expect.poll(async () => (await ended.execute(beside.db)).rows.length).toBe(0)
    const away = await sql`select 1`.execute(database.db).catch((error: unknown) => error)
    expect(away).toMatchObject({ reason: 'REFUSED', mayHaveChanged: false })
    expect(refusalOf(away)?.code).toBe('DATABASE_AWAY')
    expect(lost).toContain(away)
    await become('x')
    await sql`select 1`.execute(database.db)
    await database.close()
    await sql`drop role ${sql.id(role)}`.execute(beside.db)
    await close()
  })

  it('gets a column while statements that return all of them are in use', async () => {
    const { database, beside, close } = await openThroughGate()
    const readAll = () => Promise.all(Array.from({ length: 6 }, () => read(database)))
    await readAll()
    await sql`alter table counters add column note text not null default 'x'`.execute(beside.db)
    expect(await readAll()).toEqual(Array.from({ length: 6 }, () => [{ id: 1, value: 0, note: 'x' }]))
    await close()
  })

  it('that falls silent while a connection is opened is given up', async () => {
    const accepted = Buffer.from('5200000008000000005a0000000549', 'hex')
    const silent = createServer((socket) => {
      // The account is accepted; nothing else is answered.
      socket.on('error', () => socket.destroy()).once('data', () => socket.write(accepted))
    }).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const url = `postgres://any:any@127.0.0.1:${port}/any?target_session_attrs=read-write`
    await expect(openDatabase({ kind: 'postgres', url, connectMs: 300 })).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
    })
    silent.close()
  })

  it('ends a statement and a wait for a lock at their limits, as a busy server', async () => {
    const { database, beside, lost, close } = await openThroughGate({ statementMs: 1_000, lockMs: 200 })
    const refused = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error: unknown) => refusalOf(error)?.code,
      )
    expect(await refused(sql`select pg_sleep(60)`.execute(database.db))).toBe('SERVER_BUSY')
    await beside.db.transaction().execute(async (tx) => {
      await sql`lock table counters`.execute(tx)
      expect(await refused(insert(database, 400))).toBe('SERVER_BUSY')
    })
    expect(lost).toEqual([])
    await close()
  })

  it('that became read-only is no longer used', async () => {
    const { database, beside, lost, url, close } = await openThroughGate()
    const base = url.pathname.slice(1)
    const setting = (value: string) =>
      sql`alter database ${sql.id(base)} set default_transaction_read_only = ${sql.lit(value)}`.execute(
        beside.db,
      )
    await setting('on')
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(beside.db)
    await expect(insert(database, 300)).rejects.toMatchObject({ reason: 'READ_ONLY', mayHaveChanged: false })
    await expect(database.ping()).rejects.toThrow(DatabaseAway)
    const before = lost.length
    const alone = database.db.insertInto('counters').values({ id: 303, value: 303 }).execute()
    await expect(alone).rejects.toMatchObject({ reason: 'READ_ONLY', mayHaveChanged: false })
    expect(lost.length - before, 'asked ten times a second, not in a loop').toBeLessThan(40)
    // Reading goes on.
    expect(await read(database)).toHaveLength(1)
    await expect(openDatabase({ kind: 'postgres', url: url.href })).rejects.toMatchObject({
      code: 'SERVER_READ_ONLY',
    })
    const client = new Client({
      connectionString: beside.options.kind === 'postgres' ? beside.options.url : '',
    })
    await client.connect()
    await client.query('set default_transaction_read_only = off')
    await client.query(`alter database ${base} set default_transaction_read_only = off`)
    await client.end()
    await insert(database, 301).catch(() => undefined)
    await insert(database, 302)
    await database.ping()
    await close()
  })
})
