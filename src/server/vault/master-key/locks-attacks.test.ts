import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unlockLimits } from '#domain/platform/limits.ts'
import { readUnlocks } from '#server/access/unlock.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { hashToken } from '#server/platform/crypto/token.ts'
import { codeOfReply } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import type { TestUser } from '#server/testing/world.ts'
import { goodKey, otherKey, startGuardianWorld, type GuardianWorld } from './testing.ts'

const wrongKey = 'Pas-la-bonne-clé-42!'

eachEngine((engine) => {
  let at: GuardianWorld
  let reader: TestUser
  beforeAll(async () => {
    at = await startGuardianWorld(engine)
    reader = await at.world.addUser({ login: 'paul', banks: [1] })
    await at.world.grantUser({ id: at.chestId, name: '' }, reader)
    await at.item(at.chestId, await at.open(at.chestId), { name: 'Serveur' })
  })
  afterAll(() => at.app.close())

  const idle = (ms: number) => (at.app.time.now += ms)
  /** Creates a new session: the clock of some tests passes the end of earlier ones. */
  const signIn = (user: TestUser = at.owner) => at.world.session(user)
  const sees = async (handle: string, cookie: string) => await at.names(at.chestId, { handle, cookie })
  const shown = ['Serveur']

  describe('a handle', () => {
    it('is invalid in another session, of the same user or another', async () => {
      const [mine, again, other] = [await signIn(), await signIn(), await signIn(reader)]
      const handle = await at.open(at.chestId, mine)
      expect(await sees(handle, mine)).toEqual(shown)
      expect([await sees(handle, again), await sees(handle, other)]).toEqual([423, 423])
    })

    it('is invalid after its session signs out', async () => {
      const cookie = await signIn()
      const handle = await at.open(at.chestId, cookie)
      await at.call('POST', '/api/auth/logout', {}, { cookie })
      expect(await sees(handle, cookie)).toBe(401)
      expect(await sees(handle, await signIn())).toBe(423)
    })

    it('expires after fifteen idle minutes; use prolongs it, reading the lock state does not', async () => {
      const cookie = await signIn()
      const handle = await at.open(at.chestId, cookie)
      const state = () => at.call('GET', `/api/chest/${at.chestId}/masterkey`, undefined, { handle, cookie })
      idle(unlockLimits.idleMs - 60_000)
      expect(await sees(handle, cookie)).toEqual(shown)
      idle(unlockLimits.idleMs - 60_000)
      expect((await state()).body).toMatchObject({ unlocked: true })
      idle(60_000)
      expect((await state()).body).toMatchObject({ unlocked: false, expiresAt: null })
      expect(await sees(handle, cookie)).toBe(423)
    })

    it('is not prolonged by calls that a page makes unattended', async () => {
      const cookie = await signIn()
      const handle = await at.open(at.chestId, cookie)
      const seesUnattended = async () => {
        const path = `/api/explorer/data/?chestId=${at.chestId}`
        const headers = { 'x-chest-handle': handle, 'x-unattended': '1' }
        return (await at.app.call({ method: 'GET', path, cookie, headers })).status
      }
      idle(unlockLimits.idleMs - 60_000)
      expect(await seesUnattended()).toBe(200)
      idle(60_000)
      expect(await seesUnattended()).toBe(423)
      expect(await sees(handle, cookie)).toBe(423)
    })

    it('is accepted among several, each for its chest, and among invalid ones', async () => {
      const cookie = await signIn()
      const second = await at.guardian('Paie')
      const [one, two] = [await at.open(at.chestId, cookie), await at.open(second, cookie)]
      const handle = ` ${'A'.repeat(43)} , ${two},, ${one}`
      expect(await sees(handle, cookie)).toEqual(shown)
      expect(await at.names(second, { handle, cookie })).toEqual([])
      expect(await at.names(second, { handle: one, cookie })).toBe(423)
    })

    it('is invalid with the row of another session or chest', async () => {
      const [mine, other] = [await signIn(), await signIn(reader)]
      const second = await at.guardian('Échange')
      const [handle, elsewhere] = [await at.open(at.chestId, mine), await at.open(at.chestId, other)]
      const forSecond = await at.open(second, mine)
      const { db } = at.app.deps
      const rowOf = (key: string) =>
        db
          .selectFrom('chest_unlocks')
          .select(['handle_hash', 'sealed'])
          .where('handle_hash', '=', hashToken(new Secret(key)))
          .executeTakeFirstOrThrow()
      const put = ({ handle_hash: hash }: { handle_hash: Uint8Array }, sealed: Uint8Array) =>
        sql`update chest_unlocks set sealed = ${sealed} where handle_hash = ${hash}`.execute(db)
      const row = await rowOf(handle)
      // Rows of another session, and of another chest of the same session.
      for (const stolen of [await rowOf(elsewhere), await rowOf(forSecond)]) {
        await put(row, stolen.sealed)
        expect(await sees(handle, mine)).toBe(423)
        await put(row, row.sealed)
        expect(await sees(handle, mine)).toEqual(shown)
      }
    })

    it('is invalid once the right is removed, and stays so when the right is granted again', async () => {
      const cookie = await signIn(reader)
      const handle = await at.open(at.chestId, cookie)
      expect(await sees(handle, cookie)).toEqual(shown)
      const users = { users: [reader.id] }
      const detached = await at.call('DELETE', `/api/chest/${at.chestId}/user`, users, {
        cookie: await signIn(),
      })
      expect(detached.status, detached.text).toBe(200)
      expect(await sees(handle, cookie)).toBe(404)
      await at.world.grantUser({ id: at.chestId, name: '' }, reader)
      expect(await sees(handle, cookie)).toBe(423)
    })

    it('that ended on another node is evicted from memory, and never shows content there', async () => {
      const cookie = await signIn()
      const handle = await at.open(at.chestId, cookie)
      const { deps } = at.app
      const { indexes, unlocks: node } = deps
      const session = {
        id: /=([^.]+)/.exec(cookie)?.[1] ?? '',
        secret: new Secret(cookie.split('.')[1] ?? ''),
      }
      const found = await readUnlocks(deps.db, deps.keys.keyring, {
        session,
        handles: [new Secret(handle)],
        now: at.app.time.now,
        opened: new Map(),
      })
      const unlock = found.get(at.chestId) ?? null
      const chest = await deps.db
        .selectFrom('chests')
        .select(['id', 'revision', 'key_version as keyVersion', 'former_key_version as formerKeyVersion'])
        .where('id', '=', at.chestId)
        .executeTakeFirstOrThrow()
      expect((await indexes.of({ ...chest, guardian: true, unlock })).countIn(null).items).toBe(1)
      await expect(indexes.of({ ...chest, guardian: true, unlock: null })).rejects.toThrow('CHEST_LOCKED')
      await node.round()
      expect(indexes.cachedIds()).toContain(at.chestId)
      // As another node does it, in the database only.
      await deps.db.deleteFrom('chest_unlocks').where('chest_id', '=', at.chestId).execute()
      await node.round()
      expect(indexes.cachedIds()).not.toContain(at.chestId)
    })
  })

  describe('a master key', () => {
    it('in the body unlocks its own call only, as a handle does [ITEM-08]', async () => {
      const cookie = await signIn()
      const make = (masterkey: string) =>
        at.call('POST', '/api/folder/', { chestId: at.chestId, name: 'Archives', masterkey }, { cookie })
      expect(await make(goodKey)).toMatchObject({ status: 201 })
      expect(await make(await at.open(at.chestId, cookie))).toMatchObject({ status: 201 })
      expect(await make(wrongKey)).toMatchObject({ status: 422, body: { details: { triesLeft: 4 } } })
      expect(await make('')).toMatchObject({ status: 423 })
      expect(await at.names(at.chestId, { cookie })).toBe(423)
      const rows = await at.app.deps.db.selectFrom('journal').select('objects').execute()
      expect(rows.some(({ objects }) => objects.includes(goodKey) || objects.includes(wrongKey))).toBe(false)
      expect(at.app.logged()).not.toContain(goodKey)
    })

    it('unlocks with decomposed accents too, and twice concurrently', async () => {
      const cookie = await signIn()
      const chest = await at.guardian('Accents', 'Été-à-la-Forêt-1987')
      const typed = ['Été-à-la-Forêt-1987', 'Été-à-la-Forêt-1987'.normalize('NFD')]
      const cookies = [cookie, await signIn()]
      const replies = await Promise.all(typed.map((key, index) => at.verify(chest, key, cookies[index])))
      expect(replies.map(({ status }) => status)).toEqual([200, 200])
      for (const [index, { body }] of replies.entries()) {
        const as = { handle: (body as { key: string }).key, cookie: cookies[index] ?? '' }
        expect(await at.names(chest, as)).toEqual([])
      }
    })

    it('that is wrong is refused four times, and ends the session the fifth time [MKEY-06] [MKEY-07] [MKEY-08]', async () => {
      const cookie = await signIn()
      for (const triesLeft of [4, 3, 2, 1]) {
        expect(await at.verify(at.chestId, wrongKey, cookie)).toMatchObject({
          status: 422,
          body: { code: 'MASTER_KEY_WRONG', details: { triesLeft } },
        })
      }
      expect(await at.verify(at.chestId, wrongKey, cookie)).toMatchObject({ status: 401 })
      expect(await at.call('GET', '/api/session', undefined, { cookie })).toMatchObject({ status: 401 })
      expect((await at.actions()).slice(-2)).toEqual(['masterkey.wrong', 'session.ended'])
    })

    it('that is right resets the wrong tries for its own chest, not for others', async () => {
      const cookie = await signIn()
      const second = await at.guardian('Comptes', otherKey)
      const tries = async (chest: number, key: string) => {
        const { status, body } = await at.verify(chest, key, cookie)
        return status === 422 ? (body as { details: { triesLeft: number } }).details.triesLeft : status
      }
      expect([await tries(at.chestId, wrongKey), await tries(second, wrongKey)]).toEqual([4, 3])
      expect([await tries(second, otherKey), await tries(at.chestId, wrongKey)]).toEqual([200, 3])
      expect(await tries(at.chestId, otherKey), 'the key of another chest is a wrong one').toBe(2)
    })

    it('guessed by twenty concurrent calls is checked five times only', async () => {
      const cookie = await signIn()
      const isWrong = (action: string) => action === 'masterkey.wrong'
      const before = (await at.actions()).filter(isWrong).length
      const guesses = Array.from({ length: 20 }, (_, number) => `${wrongKey}${number}`)
      const round = () => Promise.all(guesses.map((guess) => at.verify(at.chestId, guess, cookie)))
      const replies = await round()
      // A user has one try in progress and one queued; a try that was refused unchecked does not count.
      while (!replies.some(({ status }) => status === 401)) replies.push(...(await round()))
      expect((await at.actions()).filter(isWrong).length - before).toBe(5)
      const counts = Map.groupBy(replies, ({ status }) => status)
      expect(counts.get(422)?.length).toBe(4)
      expect(
        [...counts.keys()].toSorted((a, b) => a - b).filter((status) => ![401, 422, 429].includes(status)),
      ).toEqual([])
      expect(await at.verify(at.chestId, goodKey, cookie)).toMatchObject({ status: 401 })
      expect((await at.call('GET', '/api/session', undefined, { cookie })).status).toBe(401)
    })

    it('does not unlock a chest for a caller who may not read it, and counts no try', async () => {
      const cookie = await signIn(await at.world.addUser({ login: 'inconnue' }))
      for (let time = 0; time < 6; time += 1) {
        expect(await at.verify(at.chestId, goodKey, cookie)).toMatchObject({ status: 404 })
      }
      const readerAlone = await signIn(reader)
      const body = { chestId: at.chestId, name: 'X', masterkey: wrongKey }
      for (let time = 0; time < 6; time += 1) {
        expect(await at.call('POST', '/api/folder/', body, { cookie: readerAlone })).toMatchObject({
          status: 409,
        })
      }
      expect((await at.call('GET', '/api/session', undefined, { cookie: readerAlone })).status).toBe(200)
    })

    it('that is weak creates no chest, and the reply gives the reason [CHOO-10]', async () => {
      const cases = {
        'Court-42!': 'TOO_SHORT',
        aaaaaaaaaaaaaaaa: 'COMMON',
        'Motdepasse Motdepasse ': 'GUESSABLE',
        OlympiqueMarseille: 'GUESSABLE',
        FaibleFaible2024: 'GUESSABLE',
        azertyuiopqsdfghjklmwxcvbn: 'COMMON',
        correcthorsebatterystaple: 'COMMON',
        '111111111111111111': 'TOO_FEW_BITS',
      }
      for (const [masterKey, fault] of Object.entries(cases)) {
        const reply = await at.call(
          'POST',
          '/api/user/chest',
          { name: 'Faible', masterKey },
          { cookie: await signIn() },
        )
        expect(reply).toMatchObject({ status: 422, body: { code: 'MASTER_KEY_WEAK' } })
        expect((reply.body as { details: { faults: string[] } }).details.faults).toContain(fault)
        if (fault === 'GUESSABLE')
          expect((reply.body as { message: string }).message).toContain('Une phrase de mots tirés au hasard')
      }
    })

    it('made of the names of the chest and its bank is refused, when created or changed [CHOO-10]', async () => {
      const bank = await at.world.addBank('Régie Vantibulaire')
      const role = 'ROLE_ADMINISTRATOR'
      const chief = await at.world.addUser({ login: 'cheffe', role, banks: [bank], currentBank: bank })
      const cookie = await signIn(chief)
      const masterKey = 'Vantibulaire-Xylocratique-1987'
      const create = (name: string, key?: string) =>
        at.call('POST', '/api/user/chest', { name, ...(key && { masterKey: key }) }, { cookie })
      expect(codeOfReply(await create('Xylocratique', masterKey))).toEqual([422, 'MASTER_KEY_WEAK'])
      expect((await create('Autre', 'Mantibulaire-Xylocratique-1987')).status).toBe(201)
      const { id } = (await create('Xylocratique')).body as { id: number }
      const change = (key: string) =>
        at.call('PATCH', `/api/chest/${id}/masterkey`, { masterKey: key }, { cookie })
      expect(codeOfReply(await change(masterKey))).toEqual([422, 'MASTER_KEY_WEAK'])
      expect((await change('Mantibulaire-Autocratique-1987')).status).toBe(200)
    })

    it('is judged without the names of banks that the caller may not know', async () => {
      const { world, app } = at
      const [own, foreign] = [await world.addBank('Agence'), await world.addBank('Cabinet Zyrgostène')]
      const role = 'ROLE_ADMINISTRATOR'
      const chief = await world.addUser({ login: 'cheffe-agence', role, banks: [own], currentBank: own })
      const cookie = await signIn(chief)
      const keys = ['Zyrgostene-Xylocratique-1987', 'Mantibulaire-Xylocratique-1987']
      const change = (chestId: number, masterKey: string) =>
        at.call('PATCH', `/api/chest/${chestId}/masterkey`, { masterKey }, { cookie })
      const both = await world.addUser({ login: 'double', role, banks: [own, foreign] })
      const shared = await world.addChest('Commun', both, [own, foreign])
      await world.grantUser(shared, chief, world.allRights)
      for (const key of keys)
        expect(codeOfReply(await change(shared.id, key))).toEqual([409, 'SCOPE_EXCEEDED'])
      // As if the bank came after the caller was checked: the chest's own marks do not name it.
      for (const key of keys) {
        const chest = await world.addChest('Xylocratique', chief, [own])
        await app.plainDb.insertInto('bank_chests').values({ bank_id: foreign, chest_id: chest.id }).execute()
        expect((await change(chest.id, key)).status).toBe(200)
      }
    })

    it('is refused for a chest without a lock', async () => {
      const chest = await at.world.addChest('Ouvert', at.owner)
      expect(await at.verify(chest.id, goodKey, await signIn())).toMatchObject({
        status: 409,
        body: { code: 'CHEST_NOT_GUARDED' },
      })
    })
  })
})
