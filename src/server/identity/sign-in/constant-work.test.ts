import { expect, it } from 'vitest'
import { userStates } from '#domain/platform/roles.ts'
import { realCosts, startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { addAccount, firstStep, newBrowser } from '#server/testing/sign-in.ts'

/** Samples of each login that are taken before the medians are looked at, and how often more are taken. */
const batch = 15
const batches = 8
const wrong = 'un autre mot de passe'
/** How far two medians may lie apart. */
const tolerance = 0.05

const median = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN

/** Processor time of one request, all threads of the process included: what others do on the machine is left out. */
async function workOf(app: TestApp, login: string): Promise<number> {
  const before = process.cpuUsage()
  const reply = await firstStep(newBrowser(app), login, wrong)
  const { user, system } = process.cpuUsage(before)
  expect(reply).toMatchObject({ status: 401, body: { code: 'SIGN_IN_FAILED' } })
  return user + system
}

eachEngine((engine) => {
  it('a login that nobody has, or that may not enter, costs the work of a wrong password: medians within 5 %', async () => {
    const app = await startTestApp(engine, {}, realCosts)
    const { db } = app.deps
    await addAccount(app, 'camille')
    const { id: shut } = await addAccount(app, 'inactive')
    await db.updateTable('users').set({ state_id: userStates.inactive }).where('id', '=', shut).execute()
    const { id: bare } = await addAccount(app, 'sans-mot-de-passe')
    await db.deleteFrom('password_hashes').where('user_id', '=', bare).execute()
    const logins = ['camille', 'inactive', 'sans-mot-de-passe', 'personne']

    const works = logins.map(() => [] as number[])
    /** All logins in turn, so that what drifts drifts for all. */
    const takeBatch = async (): Promise<void> => {
      for (let sample = 0; sample < batch; sample += 1) {
        for (const [at, login] of logins.entries()) works[at]?.push(await workOf(app, login))
        // Nobody is to be blocked, nor this address to wait.
        await db.updateTable('users').set({ failures: 0, blocks: 0, blocked_until: null }).execute()
        await db.deleteFrom('unknown_logins').execute()
        await db.deleteFrom('sign_in_networks').execute()
      }
    }
    const distances = (): number[] => {
      const [known = Number.NaN, ...others] = works.map(median)
      return others.map((other) => Math.abs(other / known - 1))
    }

    // More samples wear a disturbance of the measurement down, and a leak not.
    for (let count = 0; count < batches; count += 1) {
      await takeBatch()
      if (distances().every((distance) => distance < tolerance)) break
    }
    await app.close()
    expect(Math.max(...distances())).toBeLessThan(tolerance)
  }, 180_000)
})
