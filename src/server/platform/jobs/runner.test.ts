import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { startJobs, takeLease, type Job, type Jobs } from './runner.ts'

const never = { firstMs: 1_000_000, everyMs: 1_000_000, leaseMs: 60_000 }

eachEngine((engine) => {
  describe('jobs', () => {
    let app: TestApp
    const nodes: Jobs[] = []
    beforeAll(async () => {
      app = await startTestApp(engine)
    })
    afterEach(async () => {
      for (const node of nodes.splice(0)) await node.stop()
      await app.deps.db.deleteFrom('job_leases').execute()
    })
    afterAll(() => app.close())

    const start = (table: Record<string, Job>, times = never): Jobs => {
      const node = startJobs(app.deps, table, times)
      nodes.push(node)
      return node
    }
    /** Returns a promise with its resolvers. */
    const gate = () => Promise.withResolvers<void>()

    it('run soon after the start and then periodically', async () => {
      let runs = 0
      const thrice = gate()
      const count: Job = async () => {
        runs += 1
        if (runs === 3) thrice.resolve()
      }
      start({ count }, { firstMs: 1, everyMs: 5, leaseMs: 60_000 })
      await thrice.promise
      expect(runs).toBeGreaterThanOrEqual(3)
    })

    it('run on one node at a time', async () => {
      const [begun, end] = [gate(), gate()]
      let runs = 0
      const slow: Job = async () => {
        runs += 1
        begun.resolve()
        await end.promise
      }
      const [one, other] = [start({ slow }), start({ slow })]
      const first = one.round()
      await begun.promise
      await other.round()
      expect(runs).toBe(1)
      end.resolve()
      await first
      await other.round()
      expect(runs).toBe(2)
    })

    it('are taken over from a node that was killed', async () => {
      const { db } = app.deps
      const dead = { name: 'work', holder: 'dead' }
      expect(await takeLease(db, dead, app.time.now, never.leaseMs)).toBe(true)
      let runs = 0
      const node = start({
        work: async () => {
          runs += 1
        },
      })
      await node.round()
      expect(runs).toBe(0)
      app.time.now += never.leaseMs
      await node.round()
      expect(runs).toBe(1)
    })

    it('continue when one fails, and log the failure', async () => {
      let runs = 0
      const node = start({
        broken: () => Promise.reject(new Error('unlucky')),
        sound: async () => {
          runs += 1
        },
      })
      await node.round()
      expect(runs).toBe(1)
      expect(app.logged()).toContain('"job":"broken"')
    })

    it('stop between two steps when the server stops', async () => {
      const begun = gate()
      let steps = 0
      const endless: Job = async (goOn) => {
        do {
          steps += 1
          begun.resolve()
          await new Promise((resolve) => setImmediate(resolve))
        } while (await goOn())
      }
      const node = start({ endless })
      const round = node.round()
      await begun.promise
      await node.stop()
      await round
      const before = steps
      await node.round()
      expect(steps, 'nothing begins any more').toBe(before)
    })
  })
})
