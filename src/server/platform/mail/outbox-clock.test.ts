import { expect, it } from 'vitest'
import { startTestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { createOutbox, outboxTimes } from './outbox.ts'
import { SendFailure, type Transport } from './transport.ts'

eachEngine((engine) => {
  it('a mail is neither given up nor deleted by a clock that is ahead for a while', async () => {
    const app = await startTestApp(engine)
    const { db } = app.deps
    let isAway = false
    let tidied = 0
    const transport: Transport = {
      kind: 'folder',
      send: () => (isAway ? Promise.reject(new SendFailure('network')) : Promise.resolve()),
      isReachable: async () => !isAway,
      tidy: async () => void (tidied += 1),
    }
    let asked = 0
    let hasStood = false
    const outbox = createOutbox({
      ...app.deps,
      transport,
      publicUrl: app.deps.config.publicOrigin,
      from: app.deps.config.mailFrom,
      renewLink: async () => true,
      hasSettled: async () => {
        asked += 1
        return hasStood
      },
      times: { pollMs: 10 },
    })
    const add = (login: string) =>
      db.transaction().execute((tx) => {
        const values = { firstName: 'Camille', login }
        return outbox.add(tx, { to: `${login}@exemple.fr`, template: 'loginReminder', values })
      })
    const states = async () =>
      (await db.selectFrom('outbox').select('state').orderBy('id').execute()).map(({ state }) => state)
    await add('camille')
    await outbox.deliverDue()
    const waiting = await add('jean')
    isAway = true
    app.time.now += 3 * 365 * 24 * 3_600_000
    // Its content is erased when a mail is given up: the invitation in it would be lost.
    expect(await outbox.attempt(waiting)).toBe('delayed')
    outbox.start()
    await expect.poll(() => asked).toBeGreaterThan(1)
    expect([await states(), tidied]).toEqual([['sent', 'waiting'], 0])
    hasStood = true
    await expect.poll(states).toEqual(['waiting'])
    await expect.poll(() => tidied).toBe(1)
    isAway = false
    app.time.now += outboxTimes.leaseMs
    await expect.poll(states).toEqual(['sent'])
    await outbox.stop()
    await app.close()
  })
})
