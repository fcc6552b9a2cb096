import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openKeyring } from '#server/platform/crypto/keyring.ts'
import type { KeyHolder } from '#server/platform/crypto/key-holder.ts'
import { eachEngine, openTestDatabase, type TestDatabase } from '#server/testing/databases.ts'
import { createKeyNode, nodeTimes } from './nodes.ts'

const keyring = openKeyring({ active: 1, keys: [{ version: 1, key: randomBytes(32) }] })
const keys = { isSealed: false, keyring } as KeyHolder
const log = { warn: () => undefined, error: () => undefined } as unknown as Logger
/** Allows for a busy machine. */
const eventually = { timeout: 15_000, interval: 10 } as const

eachEngine((engine) => {
  let database: TestDatabase
  let clocks: number[]
  let started: ReturnType<typeof createKeyNode>[]
  beforeEach(async () => {
    database = await openTestDatabase(engine)
    clocks = []
    started = []
    const sealing = { id: 1, version: 1, fingerprint: keyring.fingerprint(1) } as const
    await database.db.insertInto('sealing_key').values(sealing).execute()
  })
  afterEach(async () => {
    for (const node of started) await node.stop()
    await database.close()
  })

  const start = (name: string, times: { lookMs: number; recordMs: number }) => {
    const watchClock = (databaseMs: number) => void clocks.push(databaseMs)
    const node = createKeyNode({ db: database.db, keys, log, randomBytes, watchClock }, name, times)
    node.start()
    started.push(node)
    return node
  }
  const records = () => database.db.selectFrom('key_nodes').selectAll().orderBy('node').execute()

  describe('a node', () => {
    it('renews its record by the clock of the database, and compares its own with it', async () => {
      start('nantes:8420', { lookMs: 5, recordMs: 20 })
      await expect.poll(records, eventually).toHaveLength(1)
      const first = (await records())[0]?.seen_at ?? Infinity
      await expect.poll(async () => (await records())[0]?.seen_at, eventually).toBeGreaterThan(first)
      if (engine === 'postgres') expect(clocks).toContain(first)
      else expect(clocks).toEqual([])
    })

    it('deletes the record of a silent process of its name, and leaves that of a living one', async () => {
      const former = { name: 'nantes:8420', keys: '{}' }
      await database.db
        .insertInto('key_nodes')
        .values([
          { ...former, node: 'living', seen_at: Date.now() },
          { ...former, node: 'silent', seen_at: Date.now() - nodeTimes.silentMs },
        ])
        .execute()
      start('nantes:8420', nodeTimes)
      await expect
        .poll(async () => (await records()).map(({ node }) => node), eventually)
        .not.toContain('silent')
      expect((await records()).map(({ node }) => node)).toContain('living')
      expect(await records()).toHaveLength(2)
    })

    it('is not ready while it cannot record itself', async () => {
      const rename = (from: string, to: string) =>
        sql`alter table ${sql.table(from)} rename to ${sql.id(to)}`.execute(database.db)
      await rename('key_nodes', 'elsewhere')
      const node = start('nantes:8420', { lookMs: 5, recordMs: 20 })
      const readiness = () => {
        try {
          node.requireRecorded()
          return 'ready'
        } catch (error) {
          return (error as { code: string }).code
        }
      }
      await expect.poll(readiness, eventually).toBe('NODE_UNRECORDED')
      await rename('elsewhere', 'key_nodes')
      await expect.poll(readiness, eventually).toBe('ready')
    })

    if (engine === 'postgres') {
      it('records itself after an activation that is under way', async () => {
        await database.db.transaction().execute(async (tx) => {
          await tx.selectFrom('sealing_key').select('id').forUpdate().execute()
          start('nantes:8420', nodeTimes)
          const waiting = sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`
          await expect.poll(async () => (await waiting.execute(database.db)).rows.length, eventually).toBe(1)
          expect(await records()).toEqual([])
        })
        await expect.poll(records, eventually).toHaveLength(1)
      })
    }
  })
})
