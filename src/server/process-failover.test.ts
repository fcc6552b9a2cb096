import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { errorTexts } from '#texts/platform/errors.ts'
import { sameOrigin } from './testing/app.ts'
import { expectStatus, foundAndSignIn, newChest, newHttpBrowser, type HttpReply } from './testing/browser.ts'
import { testedEngines } from './testing/databases.ts'
import { startServer, temporaryFolder } from './testing/process.ts'

type Cluster = { readonly url: string; readonly pid: number; stop(): Promise<void> }
type Clusters = {
  startCluster: (options: { isReplicated: boolean }) => Promise<Cluster>
  startReplica: (url: string) => Promise<Cluster>
}
const readers = 10

/** A primary and its synchronous replica. */
async function replicated() {
  const script = new URL('../../scripts/postgres-cluster.mjs', import.meta.url).href
  const { startCluster, startReplica } = (await import(script)) as Clusters
  const primary = await startCluster({ isReplicated: true })
  onTestFinished(() => primary.stop())
  const replica = await startReplica(primary.url)
  onTestFinished(() => replica.stop())
  const atPrimary = new Client({ connectionString: primary.url })
  await atPrimary.connect()
  await atPrimary.query("alter system set synchronous_standby_names = '*'")
  await atPrimary.query('select pg_reload_conf()')
  const state = async () => (await atPrimary.query('select sync_state from pg_stat_replication')).rows
  await expect.poll(state, { timeout: 20_000 }).toEqual([{ sync_state: 'sync' }])
  await atPrimary.end()
  const hosts = `${new URL(replica.url).host},${new URL(primary.url).host}`
  return { primary, replica, url: primary.url.replace(new URL(primary.url).host, hosts) }
}

/** Repeats a creation that met no database, as a browser does, and nothing else. */
async function repeatedly(ask: () => Promise<HttpReply>): Promise<HttpReply> {
  for (;;) {
    const reply = await ask()
    if (reply.status !== 503) return reply
    expect(reply.body).toEqual({ code: 'DATABASE_AWAY', message: errorTexts.DATABASE_AWAY })
    await pause(100)
  }
}

describe.runIf(testedEngines.includes('postgres'))('a failover to a synchronous replica', () => {
  it('fails no read, loses no acknowledged write and does none twice', async () => {
    const { primary, replica, url } = await replicated()
    const server = await startServer({ TROUSSEAU_DATA: temporaryFolder(), DATABASE_URL: url })
    const person = await foundAndSignIn(server.url, server.setupToken())
    const chestId = await newChest(person)
    const written: number[] = []
    const reads = Array.from({ length: readers }, () => 0)
    let isOver = false
    const write = async (): Promise<void> => {
      while (!isOver) {
        const headers = { ...sameOrigin, 'idempotency-key': randomBytes(16).toString('base64url') }
        const item = { chestId, name: 'Serveur', password: 'secret' }
        const reply = await repeatedly(() => person.send('POST', '/api/item/', item, headers))
        expect(reply.status).toBe(201)
        written.push((reply.body as { id: number }).id)
      }
    }
    const read = async (_: number, index: number): Promise<void> => {
      const browser = newHttpBrowser(server.url, person.cookies)
      while (!isOver) {
        expectStatus(await browser.get(`/api/chest/${chestId}/tree/`), 200)
        reads[index] = (reads[index] ?? 0) + 1
      }
    }
    const atReplica = new Client({ connectionString: replica.url })
    await atReplica.connect()
    onTestFinished(() => atReplica.end())
    const work = [write(), ...reads.map(read)]
    const all = Promise.all(work)
    const isBusy = (): boolean => written.length > 20 && reads.every((count) => count > 5)
    await Promise.race([all, expect.poll(isBusy, { timeout: 20_000 }).toBe(true)])

    process.kill(primary.pid, 'SIGQUIT')
    expect((await atReplica.query('select pg_promote() as done')).rows).toEqual([{ done: true }])
    const [before, readsBefore] = [written.length, [...reads]]
    const isBack = (): boolean =>
      written.length > before + 20 && reads.every((count, index) => count > (readsBefore[index] ?? 0) + 5)
    await Promise.race([all, expect.poll(isBack, { timeout: 30_000 }).toBe(true)])
    isOver = true
    await all

    const stored = await atReplica.query<{ id: string }>('select id from items where chest_id = $1', [
      chestId,
    ])
    expect(stored.rows.map(({ id }) => Number(id)).toSorted((a, b) => a - b)).toEqual(
      written.toSorted((a, b) => a - b),
    )
    expect((await newHttpBrowser(server.url).get('/health/ready')).status).toBe(200)
    expect(await server.end('SIGTERM')).toMatchObject({ code: 0 })
  })
})
