import { expect, it } from 'vitest'
import { retentionLimits } from '#domain/platform/limits.ts'
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
})
