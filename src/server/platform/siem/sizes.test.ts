import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { startRsyslog, type Rsyslog } from '#server/testing/rsyslog.ts'
import type { SiemEvent } from './events.ts'
import { messageBytes } from './formats.ts'

const atEnd: (() => void | Promise<void>)[] = []
let rsyslog: Rsyslog
let app: TestApp
beforeAll(async () => {
  rsyslog = await startRsyslog((work) => void atEnd.push(work))
  await rsyslog.start()
  app = await startTestApp('sqlite', rsyslog.env)
  await app.deps.siem.round()
})
afterAll(async () => {
  await app.close()
  for (const work of atEnd.toReversed()) await work()
})

it('events of every size about the limit reach rsyslog whole, with the documented configuration', async () => {
  const origin = { ip: '192.0.2.7', requestId: 'x', userAgent: 'test' }
  const lengths = Array.from({ length: 100 }, (_, at) => messageBytes - 700 + at * 10)
  await app.deps.db.transaction().execute(async (tx) => {
    for (const length of lengths)
      await app.deps.journal.record(tx, { id: 3, login: 'camille' }, origin, {
        action: 'directory.teams-followed',
        objects: { user: length, joined: ['9'.repeat(length)], left: [] },
      })
  })
  await app.deps.sealer.round()
  await app.deps.siem.round()
  const events = rsyslog
    .lines()
    .map((line) => JSON.parse(line) as SiemEvent)
    .filter(({ action }) => action === 'directory.teams-followed')
  expect(events.map(({ objects }) => objects['user'])).toEqual(lengths)
  const whole = events.filter(({ objects }) => Array.isArray(objects['joined']))
  expect(whole.length).toBeGreaterThan(10)
  expect(whole.length).toBeLessThan(lengths.length)
})
