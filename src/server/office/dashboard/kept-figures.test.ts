import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayOf } from '#domain/platform/days.ts'
import { startJobs } from '#server/platform/jobs/runner.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { worldOf, type TestUser, type World } from '#server/testing/world.ts'

const day = 24 * 3_600_000
const never = { firstMs: 1_000_000, everyMs: 1_000_000, leaseMs: 60_000 }
type Indicator = { indicator: string; value: number; before: { days: string; value: number } | null }

eachEngine((engine) => {
  let app: TestApp
  let world: World
  let root: TestUser
  let director: TestUser
  beforeAll(async () => {
    app = await startTestApp(engine)
    world = worldOf(app)
    const bank = await world.addBank('Mairie')
    root = await world.addUser({ login: 'racine', role: 'ROLE_SUPER_ADMINISTRATOR' })
    director = await world.addUser({ login: 'direction', type: 'DIRECTOR', banks: [bank] })
    await world.addUser({ login: 'terrain', banks: [bank] })
  })
  afterAll(() => app.close())

  const round = async () => {
    const jobs = startJobs(app.deps, app.jobs, never)
    await jobs.round()
    await jobs.stop()
    expect(app.logged()).not.toContain('a job failed')
  }
  const activeUsers = async (user: TestUser) => {
    const cookie = await world.session(user)
    const { body } = await app.call({ method: 'GET', path: '/api/kpi/various_kpi', cookie })
    return (body as Indicator[]).find(({ indicator }) => indicator === 'activeUsers')
  }
  const rows = () => app.deps.db.selectFrom('kept_figures').selectAll().execute()

  it('the indicators of every scope are stored sealed once a day, and returned beside those of today [DASH-12]', async () => {
    const first = app.time.now
    await round()
    await round()
    expect(await rows(), 'the whole installation, and the bank').toHaveLength(2)
    expect(await activeUsers(root), 'nothing older than today').toMatchObject({ value: 3, before: null })
    app.time.now += 3 * day
    await world.addUser({ login: 'arrivante' })
    await round()
    expect(await rows()).toHaveLength(4)
    const since = { days: dayOf(first), value: 3 }
    expect(await activeUsers(root)).toMatchObject({ value: 4, before: since })
    expect(await activeUsers(director)).toMatchObject({ value: 2, before: { ...since, value: 2 } })
    app.time.now = first + 32 * day
    expect(await activeUsers(root), 'the newest of 30 days ago').toMatchObject({ before: since })
    app.time.now = first + 33 * day
    expect(await activeUsers(root)).toMatchObject({ before: { days: dayOf(first + 3 * day), value: 4 } })
  })

  it('figures moved to another day or scope are ignored', async () => {
    const all = await rows()
    const firstDay = Math.min(...all.map(({ day: number }) => number))
    for (const { scope, day: number, sealed } of all) {
      if (number !== firstDay) continue
      // The older figures in place of the later ones of the same scope.
      const update = app.deps.db.updateTable('kept_figures').set({ sealed }).where('scope', '=', scope)
      await update.where('day', '>', firstDay).execute()
    }
    expect(await activeUsers(root)).toMatchObject({ value: 4, before: null })
    expect(await activeUsers(director)).toMatchObject({ before: null })
  })

  it('days are stored for thirteen months', async () => {
    app.time.now += 401 * day
    await round()
    expect(await rows()).toHaveLength(2)
  })
})
