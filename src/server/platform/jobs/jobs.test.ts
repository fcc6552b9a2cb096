import { expect, it } from 'vitest'
import { retentionLimits } from '#domain/platform/limits.ts'
import { settledMs } from '#domain/platform/moments.ts'
import { importUndoMs } from '#domain/vault/import-plan.ts'
import { startTestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { worldOf } from '#server/testing/world.ts'
import { startJobs } from './runner.ts'

const never = { firstMs: 1_000_000, everyMs: 1_000_000, leaseMs: 60_000 }

eachEngine((engine) => {
  it('a round of jobs deletes expired rows, and chests after their thirty days', async () => {
    const app = await startTestApp(engine)
    try {
      const { db } = app.deps
      const world = worldOf(app)
      const user = await world.addUser({ login: 'paul' })
      const chest = await world.addChest('Passé', user)
      await db.updateTable('chests').set({ deleted_at: app.time.now }).where('id', '=', chest.id).execute()
      await world.session(user)
      app.time.now += retentionLimits.deletedChestMs
      await world.session(user)
      const jobs = startJobs(app.deps, app.jobs, never)
      await jobs.round()
      await jobs.stop()
      expect(await db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
      expect(await db.selectFrom('chests').select('id').execute()).toEqual([])
      expect(await db.selectFrom('job_leases').select('name').execute(), 'left to all').toEqual([])
      expect(app.logged()).not.toContain('a job failed')
    } finally {
      await app.close()
    }
  })

  it('a server that has just started, or whose clock was set, deletes nothing for its age for an hour', async () => {
    const app = await startTestApp(engine)
    try {
      const { db, clockGuard } = app.deps
      const world = worldOf(app)
      const user = await world.addUser({ login: 'paul' })
      const chest = await world.addChest('Actuel', user)
      const old = await world.addChest('Ancien', user)
      // A clock that is three years ahead takes all of this for long expired.
      const then = app.time.now
      const at = { chest_id: chest.id, created_at: then }
      await db
        .updateTable('chests')
        .set({ deleted_at: then - retentionLimits.deletedChestMs })
        .where('id', '=', old.id)
        .execute()
      await db
        .insertInto('notas')
        .values({
          ...at,
          sealed: new Uint8Array(8),
          proof_hash: new Uint8Array(32),
          expires_at: then,
          shows_name: 0,
          created_by: user.id,
          link_id: 'a',
        })
        .execute()
      const made = {
        ...at,
        created_at: then - importUndoMs - 1,
        user_id: user.id,
        source: 'csv',
        counts: '{}',
      }
      const { id } = await db.insertInto('imports').values(made).returning('id').executeTakeFirstOrThrow()
      await db
        .insertInto('import_elements')
        .values({
          import_id: id,
          element: 'item',
          element_id: 1,
          kind: 'created',
          revision: 1,
          first_version: 0,
        })
        .execute()
      const unknown = { key: new Uint8Array(32), failures: 1, blocks: 0, blocked_until: null, tried_at: 0 }
      await db.insertInto('unknown_logins').values(unknown).execute()
      await db.insertInto('daily_counts').values({ kind: 'visit', day: 1, of_id: user.id, nb: 1 }).execute()
      await db.insertInto('creations').values({ id: 'a', result: null, created_at: 1 }).execute()
      const seen = { person_id: user.id, chest_id: null, about: null, first_at: 1, last_at: 1 }
      await db
        .insertInto('alerts')
        .values({ kind: 'new-network', ...seen, nb: 1, figure: 0, rows: '', to_mail: 0 })
        .execute()
      const left = async () => {
        const jobs = startJobs(app.deps, app.jobs, never)
        await jobs.round()
        await jobs.stop()
        const rows = await Promise.all([
          db.selectFrom('notas').select('id').execute(),
          db.selectFrom('import_elements').select('element_id').execute(),
          db.selectFrom('unknown_logins').select('key').execute(),
          db.selectFrom('daily_counts').select('nb').where('day', '=', 1).execute(),
          db.selectFrom('creations').select('id').execute(),
          db.selectFrom('alerts').select('id').where('first_at', '=', 1).execute(),
        ])
        const chests = await db.selectFrom('chests').select('name').orderBy('id').execute()
        return [...rows.map(({ length }) => length), ...chests.map(({ name }) => name)]
      }
      const all = [1, 1, 1, 1, 1, 1, 'Actuel', 'Ancien']
      expect(await left()).toEqual(all)
      app.time.now += settledMs - 1
      expect(await clockGuard.hasSettled()).toBe(false)
      // Set back by an hour: it may have been ahead, and stands from now.
      app.time.now -= settledMs - 1
      await clockGuard.round()
      expect(await left()).toEqual(all)
      app.time.now += settledMs
      expect(await left()).toEqual([0, 0, 0, 0, 0, 0, 'Actuel'])
      expect(app.logged()).not.toContain('a job failed')
    } finally {
      await app.close()
    }
  })
})
