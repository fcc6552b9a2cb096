import { expect, it } from 'vitest'
import { deviceLimits } from '#domain/platform/limits.ts'
import { settledMs } from '#domain/platform/moments.ts'
import { startTestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { addAccount, codeOf, enrol, newBrowser, secondStep, tokenOf } from '#server/testing/sign-in.ts'
import { createPasswordLink, holderOfLink } from '#server/identity/passwords/password-links.ts'
import { createFactorReset, holderOfFactorReset } from '#server/identity/resets/factor-resets.ts'
import { consumeReturn, createLinkingCode, identityOfCode } from '#server/identity/sso/identities.ts'
import { knownDeviceOf } from './known-devices.ts'

const minute = 60_000
const day = 24 * 60 * minute

eachEngine((engine) => {
  it.each([
    ['thirty days', 30 * day],
    ['three years', 3 * 365 * day],
  ])(
    'a clock %s ahead takes nothing from others while somebody signs in and asks for links',
    async (_, error) => {
      const app = await startTestApp(engine)
      const { db, keys, randomBytes } = app.deps
      await addAccount(app, 'camille', 'ROLE_SUPER_ADMINISTRATOR')
      const other = await addAccount(app, 'bruno')
      const [camille, bruno] = [newBrowser(app), newBrowser(app)]
      const secret = await enrol(app, camille, 'camille')
      await enrol(app, bruno, 'bruno')
      const identityOf = (subject: string) => ({
        issuer: 'https://sso.exemple.fr',
        subject,
        name: 'Bruno',
        email: 'b@exemple.fr',
        hasMfa: false,
      })
      /** What an account asks for: a link, a reset, a linking code, a return of the provider. */
      const ask = (userId: number, subject: string) =>
        db.transaction().execute(async (tx) => {
          const { now } = app.time
          const maker = { keyring: keys.keyring, random: randomBytes, now }
          return {
            link: (await createPasswordLink(tx, { userId, purpose: 'invitation', now })).token.reveal(),
            reset: (await createFactorReset(tx, { userId, now, random: randomBytes })).reveal(),
            code: await createLinkingCode(tx, maker, identityOf(subject)),
          }
        })
      const state = new Uint8Array(32).fill(7)
      const expiresAt = app.time.now + 10 * minute
      const asked = await ask(other.id, 'bruno')
      expect(await consumeReturn(db, state, expiresAt)).toBe(true)

      app.time.now += error
      const there = newBrowser(app)
      const reply = await secondStep(there, await tokenOf(there, 'camille'), codeOf(secret, app.time.now))
      expect(reply.status).toBe(200)
      await ask((await addAccount(app, 'dominique')).id, 'dominique')
      await consumeReturn(db, new Uint8Array(32).fill(8), app.time.now + 10 * minute)

      app.time.now -= error - minute
      const { now } = app.time
      const device = bruno.cookies.get('__Host-device') ?? bruno.cookies.get('device')
      expect({
        session: (await bruno.get('/api/account')).status,
        browser: (await knownDeviceOf(db, device, 'bruno', now))?.userId,
        link: (await holderOfLink(db, asked.link, now))?.login,
        reset: (await holderOfFactorReset(db, asked.reset, now))?.login,
        code: (await identityOfCode(db, keys.keyring, asked.code, now))?.name,
        isReturnOver: !(await consumeReturn(db, state, expiresAt)),
      }).toEqual({
        session: 200,
        browser: other.id,
        link: 'bruno',
        reset: 'bruno',
        code: 'Bruno',
        isReturnOver: true,
      })
      // The session of the future opens nothing, and is shown to nobody as open.
      expect((await there.get('/api/account')).status).toBe(401)
      const shown = await camille.get('/api/account/session')
      expect(shown.body).toMatchObject([{ isCurrent: true }])
      app.time.now += error
      expect((await there.get('/api/account')).status, 'it opens again by that clock').toBe(200)
      await app.close()
    },
  )

  it('what has expired is deleted by the regular task once the clock has stood', async () => {
    const app = await startTestApp(engine)
    const { db, clockGuard } = app.deps
    const { id } = await addAccount(app, 'camille')
    const camille = newBrowser(app)
    await enrol(app, camille, 'camille')
    await db.transaction().execute(async (tx) => {
      const by = { userId: id, now: app.time.now }
      await createPasswordLink(tx, { ...by, purpose: 'invitation' })
      await createFactorReset(tx, { ...by, random: app.deps.randomBytes })
      await consumeReturn(tx, new Uint8Array(32), app.time.now + 10 * minute)
    })
    const tables = ['sessions', 'password_links', 'factor_resets', 'sso_returns'] as const
    const left = async () => {
      await app.jobs['delete-expired'](async () => true)
      return Promise.all(
        tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length),
      )
    }
    expect(await left()).toEqual([1, 1, 1, 1])
    app.time.now += 30 * day
    await clockGuard.round()
    app.time.now += settledMs
    // The mail of an invitation may still wait for its sender.
    expect(await left()).toEqual([0, 1, 0, 0])
    app.time.now += 400 * day
    await clockGuard.round()
    app.time.now += settledMs
    expect(await left()).toEqual([0, 0, 0, 0])
    await app.close()
  })

  it('an entry of a directory that was missed by a clock ahead is absent from now', async () => {
    const app = await startTestApp(engine)
    const { db, clockGuard } = app.deps
    const { id } = await addAccount(app, 'camille')
    const absent_since = app.time.now + 3 * 365 * day
    await db
      .insertInto('directory_absences')
      .values({ user_id: id, reason: 'gone', absent_since, deactivated_at: null })
      .execute()
    const since = async () =>
      (await db.selectFrom('directory_absences').selectAll().executeTakeFirst())?.absent_since
    await clockGuard.round()
    expect(await since()).toBe(absent_since)
    app.time.now += settledMs
    await clockGuard.round()
    expect(await since()).toBe(app.time.now)
    await app.close()
  })

  it('browsers of a clock that was ahead push out none that is known by the true one', async () => {
    const app = await startTestApp(engine)
    const { id } = await addAccount(app, 'camille')
    const camille = newBrowser(app)
    const secret = await enrol(app, camille, 'camille')
    const device = camille.cookies.get('__Host-device') ?? camille.cookies.get('device')
    const { db } = app.deps
    for (let nth = 0; nth < deviceLimits.perAccount; nth += 1) {
      const times = { known_at: app.time.now + 30 * day + nth, expires_at: app.time.now + 60 * day }
      const token_hash = new Uint8Array(32).fill(nth)
      await db
        .insertInto('known_devices')
        .values({ token_hash, user_id: id, ...times })
        .execute()
    }
    app.time.now += minute
    const there = newBrowser(app)
    await secondStep(there, await tokenOf(there, 'camille'), codeOf(secret, app.time.now))
    const added = there.cookies.get('__Host-device') ?? there.cookies.get('device')
    for (const cookie of [device, added])
      expect((await knownDeviceOf(db, cookie, 'camille', app.time.now))?.userId).toBe(id)
    await app.close()
  })
})
