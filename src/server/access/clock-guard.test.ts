import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { lockoutLimits } from '#domain/platform/limits.ts'
import { settledMs, toleratedMs } from '#domain/platform/moments.ts'
import { throttleLimits } from '#server/platform/http/throttle.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import {
  addAccount,
  codeOf,
  enrol,
  firstStep,
  journalled,
  newBrowser,
  secondStep,
  tokenOf,
  type Browser,
} from '#server/testing/sign-in.ts'
import { startGuardianWorld } from '#server/vault/master-key/testing.ts'
import { holderOfLink, createPasswordLink } from '#server/identity/passwords/password-links.ts'
import { createLinkingCode, identityOfCode } from '#server/identity/sso/identities.ts'
import { checkClock } from '#server/commands/doctor-database.ts'
import { findWaiting, insertNota } from '#server/vault/nota/nota-rows.ts'
import { createClockGuard } from './clock-guard.ts'
import { knownDeviceOf } from './known-devices.ts'

const hour = 3_600_000
const day = 24 * hour
const errors = [
  ['two hours', 2 * hour],
  ['thirty days', 30 * day],
  ['three years', 3 * 365 * day],
] as const

/** Signs in once more with the code of now. */
async function signIn(app: TestApp, browser: Browser, secret: string): Promise<number> {
  const reply = await secondStep(browser, await tokenOf(browser, 'camille'), codeOf(secret, app.time.now))
  return reply.status
}
/** Blocks the account of camille by wrong passwords. */
async function block(app: TestApp): Promise<void> {
  for (let nth = 0; nth < lockoutLimits.failures; nth += 1)
    await firstStep(newBrowser(app), 'camille', 'un autre mot de passe')
}
/** Lets the clock stand until what it does not believe is ended. */
async function settle(app: TestApp): Promise<void> {
  await app.deps.clockGuard.round()
  app.time.now += settledMs
  await app.deps.clockGuard.round()
}
const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await browser.get('/api/account')).status === 200

eachEngine((engine) => {
  describe.each(errors)('a clock that was %s ahead and is corrected', (_, error) => {
    it('refuses no right code of an authenticator, and counts none against a lone super administrator', async () => {
      const app = await startTestApp(engine)
      await addAccount(app, 'camille', 'ROLE_SUPER_ADMINISTRATOR')
      app.time.now += error
      const secret = await enrol(app, newBrowser(app), 'camille')
      app.time.now -= error - 60_000
      expect(await signIn(app, newBrowser(app), secret)).toBe(200)
      const user = app.deps.db.selectFrom('users').select(['failures', 'blocked_until'])
      expect(await user.executeTakeFirst()).toEqual({ failures: 0, blocked_until: null })
      expect(await journalled(app)).toEqual(
        expect.arrayContaining(['clock.corrected', 'second-factor.step-reset']),
      )
      expect(app.logged()).toContain('moments later than now were not believed')
      // A code works once, as ever.
      expect(await signIn(app, newBrowser(app), secret)).toBe(401)
      await app.close()
    })

    it('ends the sessions of that time, with what they had opened', async () => {
      const at = await startGuardianWorld(engine)
      at.app.time.now += error
      const cookie = await at.world.session(at.owner)
      const handle = await at.open(at.chestId, cookie)
      expect(await at.names(at.chestId, { handle, cookie })).toEqual([])
      at.app.time.now -= error
      at.app.time.now += 3 * day
      expect(await at.names(at.chestId, { handle, cookie })).toBe(401)
      await settle(at.app)
      for (const table of ['sessions', 'chest_unlocks', 'known_devices', 'sign_in_places'] as const) {
        const rows = await sql`select 1 from ${sql.table(table)} where ${sql.ref(
          table === 'known_devices' ? 'known_at' : table === 'sign_in_places' ? 'last_at' : 'created_at',
        )} > ${at.app.time.now + toleratedMs}`.execute(at.app.deps.db)
        expect(rows.rows, table).toEqual([])
      }
      await at.app.close()
    })

    it('keeps a blocked account blocked for its own time from now, and no longer', async () => {
      const app = await startTestApp(engine)
      await addAccount(app, 'camille')
      const secret = await enrol(app, newBrowser(app), 'camille')
      app.time.now += error
      await block(app)
      app.time.now -= error - hour
      const { status, body } = await firstStep(newBrowser(app), 'camille')
      expect(status).not.toBe(200)
      // The end that is told is that of the block's own length.
      const { until } = (body as { details: { until: string } }).details
      expect(Date.parse(until)).toBe(app.time.now + lockoutLimits.firstBlockMs + toleratedMs)
      app.time.now += lockoutLimits.firstBlockMs
      expect(await signIn(app, newBrowser(app), secret)).toBe(200)
      await app.close()
    })

    it('holds off no task, mail, message or reminder', async () => {
      const app = await startTestApp(engine)
      const { db } = app.deps
      const then = app.time.now + error
      await db.insertInto('job_leases').values({ name: 'a', holder: 'b', until: then }).execute()
      await db.insertInto('job_runs').values({ name: 'a', done_at: then, failed_at: null }).execute()
      await db.insertInto('tries_apart').values({ who: 'a', since: then, tries: 5 }).execute()
      await db
        .insertInto('sign_in_networks')
        .values({ network: '192.0.2.0/24', since: then, tries: 3, known_at: then })
        .execute()
      const { id } = await addAccount(app, 'camille')
      await db
        .insertInto('due_reminders')
        .values({ user_id: id, day: new Date(then + 2 * day).toISOString().slice(0, 10) })
        .execute()
      const mail = { template: 'loginReminder', message_id: '<1@exemple.fr>', sealed: null } as const
      await db
        .insertInto('outbox')
        .values({
          ...mail,
          id: 1,
          state: 'waiting',
          attempts: 1,
          next_at: then + hour,
          lease: 'x',
          leased_until: then + hour,
          last_error: null,
          tried_at: then,
          created_at: app.time.now,
          invited_user_id: null,
        })
        .execute()
      await app.deps.clockGuard.round()
      const { now } = app.time
      const one = async (table: 'job_leases' | 'job_runs' | 'tries_apart' | 'outbox' | 'sign_in_networks') =>
        await db.selectFrom(table).selectAll().executeTakeFirstOrThrow()
      expect((await one('job_leases')) as object).toMatchObject({ until: now + 600_000 })
      expect((await one('job_runs')) as object).toMatchObject({ done_at: now, failed_at: null })
      expect((await one('outbox')) as object).toMatchObject({ next_at: now, leased_until: now + 600_000 })
      // Counts last as long as they would have, and no longer.
      const { windowMs } = throttleLimits.network
      app.time.now += windowMs - 1
      await app.deps.clockGuard.round()
      expect((await one('tries_apart')) as object).toMatchObject({ since: then, tries: 5 })
      app.time.now += 1
      await app.deps.clockGuard.round()
      expect((await one('tries_apart')) as object).toMatchObject({ since: now, tries: 5 })
      expect((await one('sign_in_networks')) as object).toMatchObject({ since: now, known_at: then })
      await settle(app)
      expect((await one('sign_in_networks')) as object).toMatchObject({ since: now, known_at: null })
      const reminders = await db.selectFrom('due_reminders').selectAll().execute()
      expect(reminders).toEqual([])
      await app.close()
    })
  })

  describe.each(errors)('a clock that was %s behind and is corrected', (_, error) => {
    it('lets the owner of an authenticator in, and ends what was open', async () => {
      const app = await startTestApp(engine)
      await addAccount(app, 'camille')
      app.time.now -= error
      const before = newBrowser(app)
      const secret = await enrol(app, before, 'camille')
      expect(await isSignedIn(before)).toBe(true)
      app.time.now += error
      expect(await isSignedIn(before)).toBe(false)
      expect(await signIn(app, newBrowser(app), secret)).toBe(200)
      expect(await journalled(app)).not.toContain('clock.corrected')
      await app.close()
    })

    it('loses nothing, and opens nothing meanwhile', async () => {
      const at = await startGuardianWorld(engine)
      const { app } = at
      const { db, randomBytes, keys, clockGuard } = app.deps
      const camille = newBrowser(app)
      const { id: user } = await addAccount(app, 'camille-dupre')
      await enrol(app, camille, 'camille-dupre')
      const { token, code, linkId } = await db.transaction().execute(async (tx) => {
        const { now } = app.time
        const identity = {
          issuer: 'https://sso.exemple.fr',
          subject: 'z',
          name: 'Zoé',
          email: 'z@exemple.fr',
          hasMfa: false,
        }
        const maker = { keyring: keys.keyring, random: randomBytes, now }
        const sealed = { sealed: new Uint8Array(8), proof_hash: new Uint8Array(32) }
        const times = { created_at: now, expires_at: now + day, shows_name: 0 } as const
        const nota = { ...sealed, ...times, chest_id: at.chestId, created_by: at.owner.id }
        return {
          ...(await createPasswordLink(tx, { userId: user, purpose: 'invitation', now })),
          ...(await insertNota(tx, nota, randomBytes)),
          code: await createLinkingCode(tx, maker, identity),
        }
      })
      const opened = async () => {
        const { now } = app.time
        const device = camille.cookies.get('__Host-device') ?? camille.cookies.get('device')
        return {
          session: await isSignedIn(camille),
          browser: (await knownDeviceOf(db, device, null, now)) !== null,
          link: (await holderOfLink(db, token.reveal(), now)) !== null,
          identity: (await identityOfCode(db, keys.keyring, code, now)) !== null,
          message: (await findWaiting(db, { linkId, now })) !== undefined,
        }
      }
      const all = { session: true, browser: true, link: true, identity: true, message: true }
      expect(await opened()).toEqual(all)
      app.time.now -= error
      await clockGuard.round()
      const shut = { session: false, browser: false, link: false, identity: false }
      // A message that is stored has not expired, whichever clock is right.
      expect(await opened()).toEqual({ ...shut, message: true })
      app.time.now += settledMs - 60_000
      await clockGuard.round()
      app.time.now += error - settledMs + 2 * 60_000
      await clockGuard.round()
      expect(await opened()).toEqual(all)
      await app.close()
    })

    it('accepts no code that was used, then or meanwhile', async () => {
      const app = await startTestApp(engine)
      await addAccount(app, 'camille')
      const secret = await enrol(app, newBrowser(app), 'camille')
      app.time.now += 60_000
      expect(await signIn(app, newBrowser(app), secret)).toBe(200)
      app.time.now -= error
      expect(await signIn(app, newBrowser(app), secret)).toBe(200)
      expect(await signIn(app, newBrowser(app), secret)).toBe(401)
      app.time.now += error
      expect(await signIn(app, newBrowser(app), secret)).toBe(401)
      app.time.now += 60_000
      expect(await signIn(app, newBrowser(app), secret)).toBe(200)
      await app.close()
    })

    it('keeps a blocked account blocked until its time has passed by either clock', async () => {
      const app = await startTestApp(engine)
      await addAccount(app, 'camille')
      await block(app)
      const isFree = async () => (await firstStep(newBrowser(app), 'camille')).status === 200
      app.time.now -= error
      expect(await isFree()).toBe(false)
      app.time.now += lockoutLimits.firstBlockMs - 60_000
      expect(await isFree()).toBe(false)
      app.time.now += error - lockoutLimits.firstBlockMs + 2 * 60_000
      expect(await isFree()).toBe(false)
      app.time.now += lockoutLimits.firstBlockMs - 60_000
      expect(await isFree()).toBe(true)
      await block(app)
      app.time.now -= error
      expect(await isFree()).toBe(false)
      // The second block is twice as long.
      app.time.now += 2 * lockoutLimits.firstBlockMs
      expect(await isFree()).toBe(true)
      await app.close()
    })
  })

  it('a clock that is set forward part of the way has not stood', async () => {
    const app = await startTestApp(engine)
    await addAccount(app, 'camille')
    const browser = newBrowser(app)
    await enrol(app, browser, 'camille')
    let now = app.time.now - 3 * 365 * day
    let steady = 0
    const sessions = () => app.deps.db.selectFrom('sessions').select('id').execute()
    const guard = createClockGuard({
      ...app.deps,
      clock: () => now,
      steady: () => steady,
      isTrusted: async () => true,
    })
    await guard.round()
    now += 2 * 365 * day
    steady += 60_000
    await guard.round()
    now += settledMs - 60_000
    steady += settledMs - 60_000
    await guard.round()
    expect(await sessions()).toHaveLength(1)
    now += 60_000
    steady += 60_000
    await guard.round()
    expect(await sessions()).toEqual([])
    await app.close()
  })

  it('a clock that was ahead by minutes refuses no right code, and counts none', async () => {
    const app = await startTestApp(engine)
    await addAccount(app, 'camille', 'ROLE_SUPER_ADMINISTRATOR')
    app.time.now += 4.5 * 60_000
    const secret = await enrol(app, newBrowser(app), 'camille')
    app.time.now -= 4.5 * 60_000
    for (let nth = 0; nth < 3; nth += 1) {
      expect(await signIn(app, newBrowser(app), secret)).toBe(200)
      app.time.now += 60_000
    }
    expect(await journalled(app)).toContain('second-factor.step-reset')
    expect(await journalled(app)).not.toContain('clock.corrected')
    await app.close()
  })

  it('the alarm ends once a corrected clock has stood, and is raised by the next one that is behind', async () => {
    const app = await startTestApp(engine)
    const { clockGuard } = app.deps
    const warnings = () => app.logged().split('the clock stands before the newest stored moment').length - 1
    const findings = () => checkClock(app.deps as never, app.time.now)
    await addAccount(app, 'camille')
    app.time.now += 3 * 365 * day
    const secret = await enrol(app, newBrowser(app), 'camille')
    app.time.now -= 3 * 365 * day
    await clockGuard.round()
    expect([clockGuard.isBehind(), warnings(), (await findings()).length]).toEqual([true, 1, 1])
    await settle(app)
    expect([clockGuard.isBehind(), warnings(), (await findings()).length]).toEqual([false, 1, 0])
    expect(await signIn(app, newBrowser(app), secret)).toBe(200)
    app.time.now -= day
    await clockGuard.round()
    expect([clockGuard.isBehind(), warnings(), (await findings()).length]).toEqual([true, 2, 1])
    await app.close()
  })

  it('a clock within the tolerated difference ends nothing', async () => {
    const app = await startTestApp(engine)
    await addAccount(app, 'camille')
    app.time.now += toleratedMs
    const browser = newBrowser(app)
    await enrol(app, browser, 'camille')
    app.time.now -= toleratedMs
    await app.deps.clockGuard.round()
    expect(await isSignedIn(browser)).toBe(true)
    expect(await journalled(app)).not.toContain('clock.corrected')
    await app.close()
  })

  it('a node whose clock is not that of the database judges nothing, and says that it is behind', async () => {
    const app = await startTestApp(engine)
    await addAccount(app, 'camille')
    const browser = newBrowser(app)
    await enrol(app, browser, 'camille')
    const behind = app.time.now - day
    const guard = createClockGuard({ ...app.deps, clock: () => behind, isTrusted: async () => false })
    await guard.round()
    expect(guard.isBehind()).toBe(true)
    expect(app.logged()).toContain('the clock stands before the newest stored moment')
    expect(await isSignedIn(browser)).toBe(true)
    expect(await journalled(app)).not.toContain('clock.corrected')
    await app.close()
  })

  it('a node that starts with a clock that is behind knows it before anybody calls', async () => {
    const app = await startTestApp(engine)
    await addAccount(app, 'camille')
    await enrol(app, newBrowser(app), 'camille')
    app.time.now -= day
    const guard = createClockGuard({ ...app.deps, isTrusted: async () => true, steady: app.deps.clock })
    expect(guard.isBehind()).toBe(false)
    guard.start()
    await expect.poll(() => guard.isBehind()).toBe(true)
    await guard.stop()
    await app.close()
  })

  it('readiness warns while the clock stands before the newest stored moment', async () => {
    const app = await startTestApp(engine)
    await addAccount(app, 'camille')
    await enrol(app, newBrowser(app), 'camille')
    app.time.now -= day
    await app.deps.clockGuard.round()
    expect((await app.call({ method: 'GET', path: '/health/ready' })).body).toMatchObject({
      status: 'ready',
      warnings: ['CLOCK'],
    })
    await app.close()
  })
})
