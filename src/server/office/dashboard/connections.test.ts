import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayOf } from '#domain/platform/days.ts'
import { eachEngine } from '#server/testing/databases.ts'
import {
  enrol,
  newBrowser,
  signInElsewhere,
  startWithCamille,
  type Browser,
} from '#server/testing/sign-in.ts'
import { worldOf, type World } from '#server/testing/world.ts'
import type { TestApp } from '#server/testing/app.ts'

const day = 24 * 3_600_000

eachEngine((engine) => {
  let app: TestApp
  let browser: Browser
  let world: World
  let camille: number
  beforeAll(async () => {
    const started = await startWithCamille(engine)
    app = started.app
    browser = started.browser
    camille = started.id
    world = worldOf(app)
  })
  afterAll(() => app.close())

  const read = async <Row>(path: string, cookie: string): Promise<Row[]> => {
    const reply = await app.call({ method: 'GET', path, cookie })
    expect(reply.status, reply.text).toBe(200)
    return reply.body as Row[]
  }
  const visits = (cookie: string) => read<{ days: string; nb: number }>('/api/kpi/visit', cookie)
  const totals = (cookie: string) => read<{ days: string; cumuluser: number }>('/api/kpi/totalUsers', cookie)

  it('each completed sign-in of the last 30 days counts on its day, and other days are zero [DASH-07]', async () => {
    const root = await world.addUser({ login: 'racine', role: 'ROLE_SUPER_ADMINISTRATOR' })
    const secret = await enrol(app, browser, 'camille')
    await newBrowser(app).post('/api/auth/step1', {
      login: 'camille',
      password: 'faux',
      type: 'LOCAL',
      source: 'web',
    })
    await signInElsewhere(app, secret)
    const first = dayOf(app.time.now)
    app.time.now += 3 * day
    await signInElsewhere(app, secret)
    const rows = await visits(await world.session(root))
    expect(rows).toHaveLength(30)
    expect(rows.map(({ days }) => days)).toEqual(rows.map(({ days }) => days).toSorted())
    expect(rows.slice(-4)).toEqual([
      { days: first, nb: 2 },
      { days: dayOf(app.time.now - 2 * day), nb: 0 },
      { days: dayOf(app.time.now - day), nb: 0 },
      { days: dayOf(app.time.now), nb: 1 },
    ])
    app.time.now += 27 * day
    expect((await visits(await world.session(root)))[0]).toEqual({
      days: dayOf(app.time.now - 29 * day),
      nb: 0,
    })
  })

  it('administrators get the figures of the users on their banks only [DASH-07] [DASH-10]', async () => {
    const [own, other] = [await world.addBank('Mairie'), await world.addBank('Ailleurs')]
    const administrator = await world.addUser({ login: 'ici', role: 'ROLE_ADMINISTRATOR', banks: [own] })
    const elsewhere = await world.addUser({ login: 'là-bas', role: 'ROLE_ADMINISTRATOR', banks: [other] })
    const team = await world.addTeam('Accueil', [{ id: camille, login: 'camille' }], [own])
    const today = dayOf(app.time.now)
    const { db } = app.deps
    await db
      .insertInto('daily_counts')
      .values({ kind: 'visit', day: Math.floor(app.time.now / day), of_id: camille, nb: 4 })
      .execute()
    const [here, there] = [await world.session(administrator), await world.session(elsewhere)]
    expect((await visits(here)).at(-1)).toEqual({ days: today, nb: 4 })
    expect((await visits(there)).at(-1)).toEqual({ days: today, nb: 0 })
    expect((await totals(here)).at(-1)).toEqual({ days: today, cumuluser: 2 })
    expect((await totals(there)).at(-1)).toEqual({ days: today, cumuluser: 1 })
    await db.deleteFrom('team_users').where('team_id', '=', team).execute()
    expect((await visits(here)).at(-1)).toEqual({ days: today, nb: 0 })
  })

  it('users are counted for each of the last 365 days, deleted ones until that day [DASH-10]', async () => {
    const root = await world.addUser({ login: 'cheffe', role: 'ROLE_SUPER_ADMINISTRATOR' })
    const before = (await totals(await world.session(root))).at(-1)?.cumuluser ?? 0
    const gone = await world.addUser({ login: 'partante' })
    app.time.now += 2 * day
    const change = app.deps.db.updateTable('users').set({ deleted_at: app.time.now })
    await change.where('id', '=', gone.id).execute()
    const rows = await totals(await world.session(root))
    expect(rows).toHaveLength(365)
    expect(rows.at(-1)?.days).toBe(dayOf(app.time.now))
    expect(rows.slice(-3).map(({ cumuluser }) => cumuluser)).toEqual([before + 1, before + 1, before])
    app.time.now += 400 * day
    const later = await totals(await world.session(root))
    expect(new Set(later.map(({ cumuluser }) => cumuluser))).toEqual(new Set([before]))
  })
})
