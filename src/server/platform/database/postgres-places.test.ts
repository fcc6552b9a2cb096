import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { doctorTexts } from '#texts/commands.ts'
import { checkDatabase } from '#server/commands/doctor-database.ts'
import { openTestDatabase, testedEngines } from '#server/testing/databases.ts'
import { freePort } from '#server/testing/free-port.ts'
import { openTcpGate } from '#server/testing/tcp-gate.ts'
import { openDatabase, type Database } from './open.ts'
import { DatabaseAway } from './problems.ts'

type Cluster = { readonly url: string; stop(): Promise<void> }
const pgbouncer = '/usr/sbin/pgbouncer'

async function freshBase(): Promise<URL> {
  const base = await openTestDatabase('postgres', [])
  onTestFinished(() => base.close())
  if (base.options.kind !== 'postgres') throw new Error('not PostgreSQL')
  return new URL(base.options.url)
}

/** Starts pgbouncer in transaction mode in front of a database. */
async function bouncerFor(url: URL, settings: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'trousseau-pgbouncer-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  const [port, base] = [await freePort(), url.pathname.slice(1)]
  const file = join(folder, 'pgbouncer.ini')
  const account = `user=${url.username} password=${url.password}`
  const lines = [
    '[databases]',
    `${base} = host=${url.hostname} port=${url.port} dbname=${base} ${account}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 2',
    ...settings,
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  const asRoot = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const start = () => {
    const bouncer = spawn(pgbouncer, ['-q', ...asRoot, file], { stdio: 'ignore' })
    const end = async () => {
      bouncer.kill('SIGKILL')
      if (bouncer.exitCode === null && bouncer.signalCode === null) await once(bouncer, 'exit')
    }
    onTestFinished(end)
    return end
  }
  return { file, start, url: Object.assign(new URL(url), { port: String(port) }).href }
}

describe.runIf(testedEngines.includes('postgres'))('a PostgreSQL', () => {
  it('of several hosts is used at the one that accepts writes, and found again after a switch-over', async () => {
    const script = new URL('../../../../scripts/postgres-cluster.mjs', import.meta.url).href
    const { startCluster } = (await import(script)) as { startCluster: () => Promise<Cluster> }
    const [other, first] = await Promise.all([startCluster(), freshBase()])
    onTestFinished(() => other.stop())
    const second = new URL(other.url)
    const admin = new Client({ connectionString: other.url })
    await admin.connect()
    await admin.query(`alter role trousseau password '${first.password}'`)
    await admin.query(`create database ${first.pathname.slice(1)}`)
    const becomeReplica = async (isReplica: boolean): Promise<void> => {
      const wanted = isReplica ? 'on' : 'off'
      await admin.query(`alter system set default_transaction_read_only = ${wanted}`)
      await admin.query('select pg_reload_conf()')
      const current = async () => {
        const { rows } = await admin.query<{ state: string }>(
          "select current_setting('default_transaction_read_only') as state",
        )
        return rows[0]?.state
      }
      await expect.poll(current).toBe(wanted)
    }
    await becomeReplica(true)
    const gate = await openTcpGate({ host: first.hostname, port: Number(first.port) }, onTestFinished)
    const hosts = `${second.host},127.0.0.1:${gate.port}`
    const url = first.href.replace(first.host, hosts)
    const database = await openDatabase({ kind: 'postgres', url, onLost: () => undefined })
    const portOf = async ({ db }: Database): Promise<string | undefined> =>
      (await sql<{ port: string }>`select current_setting('port') as port`.execute(db)).rows[0]?.port
    expect(await portOf(database)).toBe(first.port)

    gate.shut()
    await becomeReplica(false)
    expect(await portOf(database)).toBe(second.port)

    await gate.reopen()
    await becomeReplica(true)
    // Each connection of a server learns of its new state by itself: a write may still be accepted.
    const write = () => sql`create table if not exists written (id int)`.execute(database.db)
    const portAfterWrite = async () => {
      await write().catch(() => undefined)
      await database.ping()
      return portOf(database)
    }
    await expect.poll(portAfterWrite).toBe(first.port)
    // The connections to the former host are closed.
    const left = () =>
      admin
        .query("select from pg_stat_activity where application_name = 'trousseau'")
        .then(({ rowCount }) => rowCount)
    await expect.poll(left).toBe(0)
    await database.close()
    await admin.end()
  })

  it('behind pgbouncer in transaction mode works by its setting', async () => {
    const url = await freshBase()
    const { file, start, url: pooledUrl } = await bouncerFor(url)
    const endBouncer = start()
    const options = { kind: 'postgres', url: pooledUrl } as const
    await expect(openDatabase(options)).rejects.toMatchObject({ code: 'SERVER_POOLED' })

    const database = await openDatabase({ ...options, isPooled: true })
    expect(await database.pooling()).toBe('known')
    const { pooling } = doctorTexts.database
    expect(await checkDatabase(database, Date.now())).toContainEqual({ state: 'good', text: pooling.known })
    await sql`create table counters (id serial primary key, value int not null)`.execute(database.db)
    const db = database.db.withTables<{ counters: { id: number; value: number } }>()
    await Promise.all(
      Array.from({ length: 40 }, (_, value) =>
        db.transaction().execute(async (tx) => {
          await tx.insertInto('counters').values({ id: value, value }).execute()
          await tx.selectFrom('counters').selectAll().where('value', '=', value).execute()
        }),
      ),
    )
    expect(await db.selectFrom('counters').select('id').execute()).toHaveLength(40)
    await database.close()

    // A pgbouncer that drops the parameters of the start lets a node start without the setting.
    const dropped = 'options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout'
    appendFileSync(file, `ignore_startup_parameters = ${dropped}\n`)
    await endBouncer()
    start()
    let unaware: Database | undefined
    const open = async () => (unaware ??= await openDatabase(options).catch(() => undefined))
    await expect.poll(open, { timeout: 20_000 }).toBeDefined()
    if (!unaware) throw new Error('pgbouncer did not start again')
    expect(await checkDatabase(unaware, Date.now())).toContainEqual({ state: 'bad', text: pooling.unknown })
    await unaware.close()
  })

  it('behind pgbouncer that goes away is away, as without it, and is waited for', async () => {
    const url = await freshBase()
    const gate = await openTcpGate({ host: url.hostname, port: Number(url.port) }, onTestFinished)
    url.port = String(gate.port)
    // By default pgbouncer asks for the server every fifteen seconds.
    const { start, url: pooledUrl } = await bouncerFor(url, ['server_login_retry = 1'])
    start()
    const options = { kind: 'postgres', url: pooledUrl, isPooled: true, statementMs: 1_000 } as const
    let opened: Database | undefined
    const open = async () => (opened ??= await openDatabase(options).catch(() => undefined))
    await expect.poll(open, { timeout: 20_000 }).toBeDefined()
    if (!opened) throw new Error('pgbouncer did not start')
    const database = opened
    const work = {
      read: () => sql`select 1`.execute(database.db),
      begin: () => database.db.transaction().execute((tx) => sql`select 1`.execute(tx)),
      write: () => sql`create table written (id int)`.execute(database.db),
    }
    gate.shut()
    // The first ones wait for pgbouncer's next try, the others are refused by it.
    for (let round = 0; round < 2; round += 1)
      for (const [name, ask] of Object.entries(work))
        await expect(ask(), name).rejects.toBeInstanceOf(DatabaseAway)
    await expect(openDatabase(options), 'a start waits').rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' })
    const elsewhere = Object.assign(new URL(pooledUrl), { pathname: '/elsewhere' }).href
    await expect(openDatabase({ ...options, url: elsewhere })).rejects.toMatchObject({
      code: 'SERVER_REFUSES',
    })

    await gate.reopen()
    const isBack = () =>
      work.read().then(
        () => true,
        () => false,
      )
    await expect.poll(isBack, { timeout: 30_000 }).toBe(true)
    await database.close()
  })

  it('without a free connection is not taken for one that refuses the account', async () => {
    const url = await freshBase()
    const admin = new Client({ connectionString: url.href })
    await admin.connect()
    const [role, base] = [`narrow_${Date.now()}`, url.pathname.slice(1)]
    await admin.query(`create role ${role} login password 'x' connection limit 1`)
    onTestFinished(async () => {
      await admin.query(`drop owned by ${role}; drop role ${role}`)
      await admin.end()
    })
    await admin.query(`grant connect on database ${base} to ${role}`)
    url.username = role
    url.password = 'x'
    const options = { kind: 'postgres', url: url.href } as const
    const only = await openDatabase(options)
    await expect(openDatabase(options)).rejects.toMatchObject({ code: 'SERVER_FULL' })
    await only.close()
    url.password = 'y'
    await expect(openDatabase({ ...options, url: url.href })).rejects.toMatchObject({
      code: 'SERVER_REFUSES',
    })
  })
})
