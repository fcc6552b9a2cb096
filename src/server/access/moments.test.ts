import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { settledMs } from '#domain/platform/moments.ts'
import { createPasswordLink, holderOfLink, renewLink } from '#server/identity/passwords/password-links.ts'
import { consumeReturn } from '#server/identity/sso/identities.ts'
import { startTestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { addAccount, enrol, newBrowser } from '#server/testing/sign-in.ts'
import { meet } from '#server/testing/two-transactions.ts'
import { markDeleted, restoreChest } from '#server/vault/chests/deletion.ts'
import { startGuardianWorld } from '#server/vault/master-key/testing.ts'
import { insertNota } from '#server/vault/nota/nota-rows.ts'
import { correctMoments, momentRules, newestMoment, settleClock } from './moments.ts'

const day = 24 * 3_600_000
const minute = 60_000
/** What a message has beside its moments. */
const sealed = { sealed: new Uint8Array(8), proof_hash: new Uint8Array(32), shows_name: 0 } as const

eachEngine((engine) => {
  it('what was imported, deleted and sent in the future is of now once the clock has stood', async () => {
    const at = await startGuardianWorld(engine)
    const { app } = at
    const { db, randomBytes } = app.deps
    app.time.now += 30 * day
    const then = app.time.now
    const deleted = await at.guardian('Ancien')
    await app.plainDb.transaction().execute((tx) => markDeleted(tx, deleted, then))
    await db
      .insertInto('imports')
      .values({ chest_id: at.chestId, user_id: at.owner.id, source: 'csv', counts: '{}', created_at: then })
      .execute()
    const nota = { ...sealed, created_at: then, expires_at: then + day }
    await insertNota(db, { ...nota, chest_id: at.chestId, created_by: at.owner.id }, randomBytes)
    app.time.now -= 30 * day
    await app.deps.clockGuard.round()
    app.time.now += settledMs
    await app.deps.clockGuard.round()
    const { now } = app.time
    for (let nth = 0; nth < 2; nth += 1) {
      expect(await db.selectFrom('imports').select('created_at').execute()).toEqual([{ created_at: now }])
      const gone = db.selectFrom('chests').select('deleted_at').where('deleted_at', 'is not', null)
      expect(await gone.execute()).toEqual([{ deleted_at: now }])
      expect(await db.selectFrom('notas').select('expires_at').execute()).toEqual([{ expires_at: now + day }])
      // The life that was chosen is given once.
      app.time.now += 60_000
      await app.deps.clockGuard.round()
    }
    await app.close()
  })

  it('two nodes that correct at once give a message its life once, and report each row once', async () => {
    const at = await startGuardianWorld(engine)
    const { app } = at
    const { db, randomBytes } = app.deps
    const { now } = app.time
    const then = now + 30 * day
    const deleted = await at.guardian('Ancien')
    await app.plainDb.transaction().execute((tx) => markDeleted(tx, deleted, then))
    await addAccount(app, 'camille-dupre')
    app.time.now = then
    await enrol(app, newBrowser(app), 'camille-dupre')
    app.time.now = now
    const nota = { ...sealed, created_at: then, expires_at: then + day }
    await insertNota(db, { ...nota, chest_id: at.chestId, created_by: at.owner.id }, randomBytes)
    const { first, second } = await meet(
      app.plainDb,
      (tx) => correctMoments(tx, now, settledMs),
      (on) => on.transaction().execute((tx) => correctMoments(tx, now + 1_000, settledMs)),
    )
    expect(first).toMatchObject({ rows: { sessions: 1, notas: 1, chests: 1 }, steps: [expect.any(Number)] })
    expect(second).toMatchObject({ status: 'fulfilled', value: { rows: {}, links: 0, steps: [] } })
    expect(await db.selectFrom('notas').select('expires_at').execute()).toEqual([{ expires_at: now + day }])
    await app.close()
  })

  it('a chest of the future that is restored meanwhile stays restored', async () => {
    const at = await startGuardianWorld(engine)
    const { app } = at
    const { now } = app.time
    const deleted = await at.guardian('Ancien')
    await app.plainDb.transaction().execute((tx) => markDeleted(tx, deleted, now + 30 * day))
    const { second } = await meet(
      app.plainDb,
      (tx) => restoreChest(tx, deleted, now),
      (on) => on.transaction().execute((tx) => correctMoments(tx, now, settledMs)),
    )
    expect(second).toMatchObject({ status: 'fulfilled', value: { rows: {} } })
    const gone = app.deps.db.selectFrom('chests').select('id').where('deleted_at', 'is not', null)
    expect(await gone.execute()).toEqual([])
    await app.close()
  })

  it('a return of the provider that was accepted stays refused after a clock that was behind', async () => {
    const app = await startTestApp(engine)
    const { db, clockGuard } = app.deps
    const state = new Uint8Array(32)
    const expiresAt = app.time.now + 10 * minute
    const accept = () => consumeReturn(db, state, expiresAt)
    expect(await accept()).toBe(true)
    app.time.now -= 30 * day
    await clockGuard.round()
    expect(await accept()).toBe(false)
    app.time.now += 30 * day
    await clockGuard.round()
    expect(await accept()).toBe(false)
    await app.close()
  })

  it('requests for a link count for their hour, and hold off the next one for a minute', async () => {
    const app = await startTestApp(engine)
    const { db, clockGuard } = app.deps
    const then = app.time.now + 30 * day
    const asked = { user_id: null, is_waiting: 0, ip: '192.0.2.1', asked: 5 } as const
    await db
      .insertInto('reset_requests')
      .values({ key: new Uint8Array(32), ...asked, asked_at: then, counted_from: then })
      .execute()
    await clockGuard.round()
    const request = () =>
      db.selectFrom('reset_requests').select(['asked_at', 'counted_from']).executeTakeFirst()
    app.time.now += minute
    await clockGuard.round()
    expect(await request()).toEqual({ asked_at: app.time.now - minute, counted_from: then })
    app.time.now += 59 * minute
    await clockGuard.round()
    expect((await request())?.counted_from).toBe(app.time.now - 60 * minute)
    await app.close()
  })

  it('a link of the future is ended once the clock has stood, and one that is renewed loses nothing before', async () => {
    const app = await startTestApp(engine)
    const { db, clockGuard } = app.deps
    const { id: userId } = await addAccount(app, 'camille')
    const { now } = app.time
    const { token } = await db
      .transaction()
      .execute((tx) => createPasswordLink(tx, { userId, purpose: 'invitation', now }))
    const links = () => db.selectFrom('password_links').select('expires_at').execute()
    const [before] = await links()
    app.time.now -= 30 * day
    await clockGuard.round()
    expect(await renewLink(db, token.reveal(), app.time.now)).toBe(true)
    expect(await links()).toEqual([before])
    app.time.now += settledMs
    await clockGuard.round()
    expect(await links()).toEqual([{ expires_at: app.time.now }])
    app.time.now = now
    expect(await holderOfLink(db, token.reveal(), now)).toBeNull()
    await app.close()
  })

  it('a newest moment is read after the last row of a settled clock, and with a setting of somebody else', async () => {
    const app = await startTestApp(engine)
    const { db } = app.deps
    await addAccount(app, 'camille')
    await enrol(app, newBrowser(app), 'camille')
    expect(await newestMoment(db)).toBe(app.time.now)
    await db.transaction().execute(settleClock)
    expect(await newestMoment(db)).toBeNull()
    await db.updateTable('settings').set({ value: 'x' }).where('name', '=', 'clock.settled').execute()
    expect(await newestMoment(db)).toBe(app.time.now)
    await app.close()
  })
})

describe('the stored moments', () => {
  /** Moments that nothing opens or shuts by: shown, ordered by, or compared so that a later one only keeps for longer. */
  const standing = [
    'users.last_sign_in_at users.created_at users.deleted_at password_hashes.created_at password_hashes.ended_at',
    'sessions.locked_at sign_in_steps.used_at recovery_sets.created_at recovery_codes.used_at',
    'directory_groups.created_at passkeys.created_at passkeys.last_used_at sso_identities.linked_at password_links.used_at',
    'factor_resets.confirmed_at factor_resets.ended_at directory_links.linked_at directory_refusals.refused_at',
    'directory_absences.deactivated_at',
    // By endLinks, retryMails and keepLives.
    'password_links.created_at password_links.expires_at factor_resets.created_at factor_resets.expires_at',
    'notas.created_at notas.expires_at outbox.next_at outbox.tried_at outbox.refused_at outbox.created_at',
  ].join(' ')
  const columns = globSync('src/server/platform/database/{account-tables,chest-tables,tables}.ts').flatMap(
    (file) => {
      let table = ''
      return readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line) => {
          table = /^ {2}(\w+): \{/.exec(line)?.[1] ?? (/^\}|^type /.test(line) ? '' : table)
          const names = [...line.matchAll(/(\w+): (?:Fixed<|Generated<)?Millis\b/g)].map(([, name]) => name)
          return table === '' ? [] : names.map((name) => `${table}.${name}`)
        })
    },
  )
  const judged = new Set(
    momentRules.flatMap(({ table, later }) => Object.keys(later).map((name) => `${table}.${name}`)),
  )

  it('of accounts are judged, or known to open and shut nothing', () => {
    const ofAccounts = columns.filter(
      (name) =>
        !/^(?:items|folders|versions|trash|history|banks|teams|chests|categories|journal|imports|attachments|item_|folder_|chest_renewals|alert|sealing|user_favou|team|bank|renewals|favou|snapshots)/.test(
          name,
        ),
    )
    expect(ofAccounts.length).toBeGreaterThan(30)
    expect(ofAccounts.filter((name) => !judged.has(name) && !standing.split(' ').includes(name))).toEqual([])
  })

  it('have rules for columns that exist', () => {
    expect([...judged].filter((name) => !columns.includes(name))).toEqual([])
  })
})
