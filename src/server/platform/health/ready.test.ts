import { expect, it } from 'vitest'
import { startTestApp } from '#server/testing/app.ts'
import { testedEngines } from '#server/testing/databases.ts'

it.runIf(testedEngines.includes('postgres'))(
  'a clock more than 30 s from that of the database is a warning of the ready node, logged once',
  async () => {
    const app = await startTestApp('postgres')
    const ready = () => app.call({ method: 'GET', path: '/health/ready' })
    for (const [offMs, body] of [
      [0, { status: 'ready' }],
      [-25_000, { status: 'ready' }],
      [40_000, { status: 'ready', warnings: ['CLOCK'] }],
      [-40_000, { status: 'ready', warnings: ['CLOCK'] }],
    ] as const) {
      app.time.now = Date.now() + offMs
      expect(await ready()).toMatchObject({ status: 200, body })
    }
    expect(app.logged().split('the clock differs from that of the database')).toHaveLength(2)
    await app.close()
  },
)
