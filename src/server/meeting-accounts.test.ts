import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFactorReset, consumeFactorReset, decideFactorReset } from './identity/resets/factor-resets.ts'
import { consumePasswordLink, createPasswordLink } from './identity/passwords/password-links.ts'
import { consumeRecoveryCode, renewRecoveryCodes } from './identity/recovery-codes/recovery-codes.ts'
import { endSession, endSessionOf, rotateSession } from './identity/authentication/live-sessions.ts'
import { openChallenge } from './identity/passkeys/challenges.ts'
import { consumeReturn } from './identity/sso/identities.ts'
import { liftNetwork } from './platform/http/held-networks.ts'
import { throttleLimitsOf } from './platform/http/throttle.ts'
import { watchProxies } from './platform/http/untrusted-proxies.ts'
import { takeLease } from './platform/jobs/runner.ts'
import { claim, finish } from './platform/mail/rows.ts'
import { lockRows } from './platform/database/lock-rows.ts'
import type { Tables } from './platform/database/tables.ts'
import { correctSealingKey } from './root-keys/proof.ts'
import { changeUser } from './access/account-rows.ts'
import { onceOf } from './access/creations.ts'
import { consumeStep, issueStep } from './access/steps.ts'
import { codeOfReply } from './testing/app.ts'
import { eachEngine } from './testing/databases.ts'
import { journalled, startWithCamille } from './testing/sign-in.ts'
import { meet } from './testing/two-transactions.ts'
import { worldOf, type World } from './testing/world.ts'

type Tx = Transaction<Tables>
type App = Awaited<ReturnType<typeof startWithCamille>>['app']

eachEngine((engine) => {
  let app: App
  let world: World
  let id: number
  beforeAll(async () => {
    ;({ app, id } = await startWithCamille(engine))
    world = worldOf(app)
  })
  afterAll(() => app.close())

  const inOne = <Result>(work: (tx: Tx) => Promise<Result>) => app.deps.db.transaction().execute(work)
  /** Runs the same query in two transactions that meet. @returns both results */
  const twice = async <Result>(work: (tx: Tx) => Promise<Result>): Promise<[Result, Result]> => {
    const { first, second } = await meet(app.deps.db, work, () => inOne(work))
    if (second.status === 'rejected') throw second.reason
    return [first, second.value]
  }
  const origin = { ip: '127.0.0.1', requestId: 'test', userAgent: 'test' }
  const newSession = async () => {
    const cookie = (await world.session({ id, login: 'camille' })).replace('sid=', '')
    return { cookie, sessionId: cookie.split('.')[0] ?? '' }
  }

  describe('of two transactions that meet, only one', () => {
    it('lifts the hold of a network', async () => {
      const { now } = app.time
      const network = '198.51.100.7'
      const row = { network, since: now, tries: 12, known_at: null }
      await app.deps.db.insertInto('sign_in_networks').values(row).execute()
      const at = { limits: throttleLimitsOf({ networkTries: 12 }), now }
      expect(await twice((tx) => liftNetwork(tx, network, at))).toEqual([true, false])
    })

    it('takes the lease of a job, a new one and one that has ended', async () => {
      const { now } = app.time
      for (const at of [now, now + 2_000]) {
        const { first, second } = await meet(
          app.deps.db,
          (tx) => takeLease(tx, { name: 'job', holder: `one-${at}` }, at, 1_000),
          (db) => takeLease(db, { name: 'job', holder: `two-${at}` }, at, 1_000),
        )
        expect([first, second]).toEqual([true, { status: 'fulfilled', value: false }])
      }
    })

    it('consumes a pending sign-in', async () => {
      const { deps, time } = app
      const by = { keyring: deps.keys.keyring, random: randomBytes, now: time.now }
      await inOne((tx) => issueStep(tx, by, id))
      const { jti } = await deps.db.selectFrom('sign_in_steps').select('jti').executeTakeFirstOrThrow()
      expect(await twice((tx) => consumeStep(tx, jti, time.now))).toEqual([true, false])
    })

    it('accepts a return from the provider', async () => {
      const expiresAt = app.time.now + 1_000
      const hash = randomBytes(32)
      expect(await twice((tx) => consumeReturn(tx, hash, expiresAt))).toEqual([true, false])
    })

    it('uses up a link that sets a password', async () => {
      const { now } = app.time
      const { token } = await inOne((tx) => createPasswordLink(tx, { userId: id, purpose: 'reset', now }))
      expect(await twice((tx) => consumePasswordLink(tx, token.reveal(), now))).toEqual([true, false])
    })

    it('uses up a link that resets the second factor, and decides the request', async () => {
      const { now } = app.time
      const by = { userId: id, now, random: randomBytes }
      const token = await inOne((tx) => createFactorReset(tx, by))
      expect(await twice((tx) => consumeFactorReset(tx, token.reveal(), now))).toEqual([true, false])
      expect(await twice((tx) => decideFactorReset(tx, id, now))).toEqual([true, false])
    })

    it('uses up a recovery code', async () => {
      const by = { keyring: app.deps.keys.keyring, now: app.time.now }
      const [code = ''] = await inOne((tx) => renewRecoveryCodes(tx, { ...by, random: randomBytes }, id))
      expect(await twice((tx) => consumeRecoveryCode(tx, by, id, code))).toEqual([true, false])
    })

    it('runs a creation; the other gets its result', async () => {
      const key = randomBytes(24).toString('base64url')
      let count = 0
      const create = async () => (count += 1)
      const { db } = app.deps
      const once = (tx: Tx) => {
        // The transaction of the first one is held by the test.
        const held = { transaction: () => ({ execute: (work: (tx: Tx) => Promise<number>) => work(tx) }) }
        return onceOf(held as unknown as typeof db, key, 'test', app.time.now)(create)
      }
      expect(await twice(once)).toEqual([1, 1])
      expect(count).toBe(1)
    })

    it('ends a session', async () => {
      const { cookie, sessionId } = await newSession()
      expect(await twice((tx) => endSession(tx, cookie))).toEqual([{ id, login: 'camille', sessionId }, null])
    })
  })

  it('a session that ends meanwhile is not continued under another id', async () => {
    const { sessionId } = await newSession()
    const maker = { random: randomBytes, now: app.time.now, origin }
    const { second } = await meet(
      app.deps.db,
      (tx) => endSessionOf(tx, id, sessionId),
      () => inOne((tx) => rotateSession(tx, maker, { id, sessionId })),
    )
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'SESSION_EXPIRED' } })
  })

  it('two challenges that are asked for at once leave one', async () => {
    const { sessionId } = await newSession()
    const holder = { userId: id, purpose: 'register', sessionId } as const
    const moment = { random: randomBytes, now: app.time.now }
    const [, last] = await twice((tx) => openChallenge(tx, holder, moment))
    const rows = await app.deps.db.selectFrom('passkey_challenges').select('challenge').execute()
    expect(rows).toEqual([{ challenge: last }])
  })

  it('a link that resets the second factor does nothing for an account that is deleted meanwhile', async () => {
    const { plainDb, time } = app
    const gone = await world.addUser({ login: 'parti' })
    const by = { userId: gone.id, now: time.now, random: randomBytes }
    const token = await inOne((tx) => createFactorReset(tx, by))
    await app.prove()
    const { second } = await meet(
      plainDb,
      (tx) => changeUser(tx, gone.id, { deleted_at: time.now }, time.now),
      () =>
        app.call({
          method: 'POST',
          path: '/api/reset/2fasecret/confirm',
          body: { token: token.reveal() },
        }),
    )
    if (second.status === 'rejected') throw second.reason
    expect(codeOfReply(second.value)[1]).toBe('RESET_LINK_WRONG')
    expect(await journalled(app)).not.toContain('second-factor.reset')
  })

  it('a late failure does not end a mail that another node takes over', async () => {
    const { deps, time } = app
    const values = { firstName: 'Camille', login: 'camille' }
    const mail = await inOne((tx) =>
      deps.outbox.add(tx, { to: 'camille@exemple.fr', template: 'loginReminder', values }),
    )
    const take = (db: Kysely<Tables>, lease: string, now: number) =>
      claim(db, { lease, now, until: now + 1 }, { id: mail })
    const [late] = await take(deps.db, 'late', time.now)
    if (!late) throw new Error('the mail is not free')
    const { first, second } = await meet(
      deps.db,
      (tx) => take(tx, 'next', time.now + 1),
      (db) => finish(db, late, { error: 'refused', now: time.now + 1 }),
    )
    expect([first.length, second.status]).toEqual([1, 'fulfilled'])
    const row = deps.db.selectFrom('outbox').select(['state', 'lease', 'last_error']).where('id', '=', mail)
    expect(await row.executeTakeFirst()).toEqual({ state: 'waiting', lease: 'next', last_error: null })
  })

  it('a proxy that another node sees again is not forgotten', async () => {
    const { deps, time } = app
    const row = { name: 'proxy.untrusted.203.0.113.9', value: String(time.now - 8 * 24 * 3_600_000) }
    await deps.db.insertInto('settings').values(row).execute()
    const value = String(time.now)
    const watch = watchProxies(deps)
    const request = { headers: { 'x-forwarded-for': 'x' }, socket: { remoteAddress: '198.51.100.1' } }
    await meet(
      deps.db,
      (tx) => tx.updateTable('settings').set({ value }).where('name', '=', row.name).execute(),
      async () => watch(request as unknown as Parameters<typeof watch>[0]),
    )
    const kept = deps.db.selectFrom('settings').select('value').where('name', '=', row.name)
    expect(await kept.executeTakeFirst()).toEqual({ value })
  })

  it('a correction of the sealing key does not undo a rotation', async () => {
    const { db, keys } = app.deps
    const read = () => db.selectFrom('sealing_key').selectAll().executeTakeFirstOrThrow()
    const before = await read()
    const named = { version: before.version + 1, fingerprint: 'of the next key' }
    await meet(
      db,
      (tx) => tx.updateTable('sealing_key').set(named).execute(),
      (other) => correctSealingKey(other, keys.keyring, [before.version]),
    )
    expect(await read()).toEqual({ ...before, ...named })
    const { id: _id, ...was } = before
    await db.updateTable('sealing_key').set(was).execute()
  })

  it('rows that are locked first are read as the other transaction left them', async () => {
    const { second } = await meet(
      app.deps.db,
      (tx) => tx.updateTable('users').set({ first_name: 'Autre' }).where('id', '=', id).execute(),
      () =>
        inOne(async (tx) => {
          await lockRows(tx, 'users', [id])
          return tx.selectFrom('users').select('first_name').where('id', '=', id).executeTakeFirst()
        }),
    )
    expect(second).toEqual({ status: 'fulfilled', value: { first_name: 'Autre' } })
  })

  if (engine === 'postgres') {
    it('two transactions that do not wait for each other prove nothing', async () => {
      const read = (tx: Tx) => tx.selectFrom('users').select('id').execute()
      await expect(meet(app.deps.db, read, () => inOne(read))).rejects.toThrow('did not wait')
    })
  }
})
