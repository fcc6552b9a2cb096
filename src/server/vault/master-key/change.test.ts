import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rights } from '#domain/platform/rights.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { readUnlocks } from '#server/access/unlock.ts'
import { contentOf, fillChest, sealedContentOf, type Filled } from './change-testing.ts'
import { createRenewals } from './renewal.ts'
import { goodKey, otherKey, startGuardianWorld, type GuardianWorld } from './testing.ts'

const locked = { status: 423, body: { code: 'CHEST_LOCKED' } }

eachEngine((engine) => {
  let at: GuardianWorld
  beforeAll(async () => {
    at = await startGuardianWorld(engine)
  })
  afterAll(() => at.app.close())

  const change = (chestId: number, body: object, cookie?: string) =>
    at.call('PATCH', `/api/chest/${chestId}/masterkey`, body, cookie === undefined ? {} : { cookie })
  const settled = () => at.app.deps.renewals.settled()

  const fill = (chestId: number, handle: string, count?: number) => fillChest(at, chestId, handle, count)
  const told = (chestId: number, filled: Filled, handle: string) => contentOf(at, chestId, filled, handle)
  const sealedOf = (chestId: number) => sealedContentOf(at.app, chestId)

  /** Returns the keys of a renewal as a request obtains them. */
  const keysOf = async (chestId: number, handle: string) => {
    const { deps } = at.app
    const [, id = '', secret = ''] = /=([^.]+)\.(.+)$/.exec(at.cookie) ?? []
    const session = { id, secret: new Secret(secret) }
    const handles = [new Secret(handle)]
    const asked = { session, handles, now: at.app.time.now, opened: new Map() }
    const unlock = (await readUnlocks(deps.db, deps.keys.keyring, asked)).get(chestId) ?? null
    const chest = { id: chestId, guardian: true, keyVersion: 2, formerKeyVersion: 1, unlock }
    const { former, ...key } = await deps.chestKeys.open(deps.db, chest)
    if (!former) throw new Error('no former key')
    return { ...key, former }
  }

  describe('the lock of a chest', () => {
    it('added to an ordinary chest reseals all content without loss', async () => {
      const chest = await at.world.addChest('Ordinaire', at.owner)
      const content = await fill(chest.id, '')
      const before = await told(chest.id, content, '')
      const sealed = await sealedOf(chest.id)
      expect(before.passwords[0]).toBe('Mot-nouveau')
      expect(before.imported).toEqual(['reprise.csv'])
      expect(before.pins.slice(0, 2)).toEqual(['Pin-nouveau', 'Pin-1'])

      const reply = await change(chest.id, { masterKey: goodKey })
      expect(reply).toMatchObject({ status: 200, body: { guardian: true, unlocked: false } })
      expect(await at.names(chest.id, {})).toBe(423)
      await settled()
      const handle = await at.open(chest.id)
      expect(await told(chest.id, content, handle)).toEqual(before)
      const after = await sealedOf(chest.id)
      expect(after.versions).toEqual([2])
      expect(after.texts.filter((text) => text !== '' && sealed.texts.includes(text))).toEqual([])
      const rows = await at.app.deps.db
        .selectFrom('chest_keys')
        .select('version')
        .where('chest_id', '=', chest.id)
        .execute()
      expect(rows, 'the key of before is destroyed').toEqual([{ version: 2 }])
      expect(at.app.deps.chestKeys.cachedIds()).not.toContain(chest.id)
      const actions = await at.actions()
      expect(actions).toContain('masterkey.set')
      expect(actions).toContain('masterkey.renewed')
      const restored = await at.call(
        'PATCH',
        `/api/trash/${content.trashId}`,
        { update: 'restore' },
        { handle },
      )
      expect(restored.status).toBe(200)
    })

    it('opens with a changed master key only; the old one and earlier handles no longer work', async () => {
      const chestId = await at.guardian('Changeante')
      const handle = await at.open(chestId)
      const content = await fill(chestId, handle, 1)
      const before = await told(chestId, content, handle)
      const sealed = await sealedOf(chestId)
      const reply = await change(chestId, { current: goodKey, masterKey: otherKey })
      expect(reply).toMatchObject({ status: 200, body: { guardian: true, renewal: null } })
      expect(await at.names(chestId, { handle })).toBe(423)
      expect((await at.verify(chestId, goodKey)).status).toBe(422)
      expect(await told(chestId, content, await at.open(chestId, undefined, otherKey))).toEqual(before)
      expect(await sealedOf(chestId)).toEqual(sealed)
    })

    it('whose key leaked is replaced with new keys throughout, while users continue to work', async () => {
      const chestId = await at.guardian('Fuite')
      const content = await fill(chestId, await at.open(chestId), 60)
      const before = await told(chestId, content, await at.open(chestId))
      const sealed = await sealedOf(chestId)
      const reply = await change(chestId, { current: goodKey, masterKey: otherKey, leaked: true })
      expect(reply).toMatchObject({ status: 200, body: { guardian: true, renewal: { total: 63 } } })
      const handle = await at.open(chestId, undefined, otherKey)
      const edited = content.items.slice(0, 10)
      const replies = await Promise.all(
        edited.map((id) =>
          at.call('PATCH', `/api/item/${id}`, { elementType: 'login', elementValue: 'admin' }, { handle }),
        ),
      )
      expect([...new Set(replies.map(({ status }) => status))]).toEqual([200])
      await settled()
      expect(await at.app.deps.renewals.progressOf(chestId)).toBeNull()
      const after = await sealedOf(chestId)
      expect(after.versions).toEqual([2])
      expect(after.texts.filter((text) => text !== '' && sealed.texts.includes(text))).toEqual([])
      const end = await told(chestId, content, await at.open(chestId, undefined, otherKey))
      expect({ ...end, names: [] }).toEqual({ ...before, names: [] })
      expect(end.names.filter(([, login]) => login === 'admin')).toHaveLength(10)
    })

    it('is removed with the master key, which makes the chest ordinary again', async () => {
      const chestId = await at.guardian('Rouverte')
      const handle = await at.open(chestId)
      const content = await fill(chestId, handle, 1)
      const before = await told(chestId, content, handle)
      expect(await change(chestId, { masterKey: null })).toMatchObject({ status: 400 })
      expect(await change(chestId, { masterKey: null, current: otherKey })).toMatchObject({
        status: 422,
        body: { code: 'MASTER_KEY_WRONG' },
      })
      expect(await change(chestId, { masterKey: null, current: goodKey })).toMatchObject({
        status: 200,
        body: { guardian: false, renewal: null },
      })
      expect(await told(chestId, content, '')).toEqual(before)
      expect(await change(chestId, { masterKey: null })).toMatchObject({
        status: 409,
        body: { code: 'CHEST_NOT_GUARDED' },
      })
      // A new lock uses other keys than the first one.
      await change(chestId, { masterKey: goodKey })
      await settled()
      expect(await at.call('GET', `/api/item/${content.first}/copy`)).toMatchObject(locked)
      expect(await told(chestId, content, await at.open(chestId))).toEqual(before)
    })

    it('is changed only by a caller who manages the chest and may read it', async () => {
      const chestId = await at.guardian('Gardée')
      const { world } = at
      const reader = await world.addUser({ login: 'lectrice', banks: [1] })
      const rights: Partial<Rights> = world.allRights
      await world.grantUser({ id: chestId, name: '' }, reader, rights)
      const colleague = await world.addUser({ login: 'collègue', role: 'ROLE_ADMINISTRATOR', banks: [1] })
      const body = { current: goodKey, masterKey: otherKey }
      expect(await change(chestId, body, await world.session(reader))).toMatchObject({ status: 403 })
      expect(await change(chestId, body, await world.session(colleague))).toMatchObject({
        status: 409,
        body: { code: 'RIGHT_REQUIRED' },
      })
      expect((await at.verify(chestId, goodKey)).status).toBe(200)
    })

    it('refuses a weak master key, and the current one', async () => {
      const chestId = await at.guardian('Exigeante')
      for (const [masterKey, fault] of [
        ['court', 'TOO_SHORT'],
        [goodKey, 'UNCHANGED'],
      ] as const) {
        const reply = await change(chestId, { current: goodKey, masterKey })
        expect(reply).toMatchObject({ status: 422, body: { code: 'MASTER_KEY_WEAK' } })
        expect((reply.body as { details: { faults: string[] } }).details.faults).toContain(fault)
      }
    })

    it('changed by two callers concurrently is changed by one of them', async () => {
      const chestId = await at.guardian('Disputée')
      const keys = ['Premier-Arrivé-42-Nuage!', 'Second-Arrivé-42-Nuage!']
      const replies = await Promise.all(
        keys.map((masterKey) => change(chestId, { current: goodKey, masterKey })),
      )
      const [changed, refused] = replies.map(({ status }) => status).toSorted((a, b) => a - b)
      expect(changed).toBe(200)
      // The change of the first one refuses the key of a second one that comes late.
      expect([409, 422]).toContain(refused)
      const winner = keys[replies.findIndex(({ status }) => status === 200)] ?? ''
      expect((await at.verify(chestId, winner)).status).toBe(200)
    })

    it('opened during its change gives no handle that stays valid', async () => {
      const chestId = await at.guardian('Simultanée')
      const [verified, changed] = await Promise.all([
        at.verify(chestId, goodKey),
        change(chestId, { current: goodKey, masterKey: otherKey }),
      ])
      expect(changed.status).toBe(200)
      const handle = (verified.body as { key?: string }).key ?? ''
      expect(await at.names(chestId, { handle })).toBe(423)
    })
  })

  describe('an interrupted renewal', () => {
    it('leaves the chest usable, partly under each key, and is completed by another node', async () => {
      const { deps } = at.app
      const renewals = (await at.actions()).filter((action) => action === 'masterkey.renewed').length
      const chestId = await at.guardian('Interrompue')
      const content = await fill(chestId, await at.open(chestId), 110)
      const before = await told(chestId, content, await at.open(chestId))
      await deps.renewals.stop()
      await change(chestId, { current: goodKey, masterKey: otherKey, leaked: true })
      const handle = await at.open(chestId, undefined, otherKey)
      expect(await told(chestId, content, handle)).toEqual(before)
      for (const more of [{ masterKey: goodKey, leaked: true }, { masterKey: null }]) {
        expect(await change(chestId, { current: otherKey, ...more })).toMatchObject({
          status: 409,
          body: { code: 'RENEWAL_UNDER_WAY' },
        })
      }

      const keys = await keysOf(chestId, handle)
      const node = createRenewals(deps)
      node.start(chestId, keys)
      while (((await node.progressOf(chestId))?.done ?? 0) < 50) await pause(1)
      await node.stop()
      expect(new Set((await sealedOf(chestId)).versions)).toEqual(new Set([1, 2]))
      expect(await told(chestId, content, handle)).toEqual(before)
      const move = { elementType: 'folder', elementValue: '' }
      const [first = 0, ...others] = content.items
      for (const id of [first, ...others.slice(-3)]) {
        expect((await at.call('PATCH', `/api/item/${id}`, move, { handle })).status).toBe(200)
        const back = { elementType: 'folder', elementValue: content.folder }
        expect((await at.call('PATCH', `/api/item/${id}`, back, { handle })).status).toBe(200)
      }
      await at.call(
        'PATCH',
        `/api/item/${others[2]}`,
        { elementType: 'password', elementValue: 'Neuf' },
        { handle },
      )

      // Two nodes take turns.
      const nodes = [createRenewals(deps), createRenewals(deps)]
      for (const other of nodes) other.start(chestId, keys)
      await Promise.all(nodes.map((other) => other.settled()))
      expect(await deps.renewals.progressOf(chestId)).toBeNull()
      expect((await sealedOf(chestId)).versions).toEqual([2])
      const after = await told(chestId, content, await at.open(chestId, undefined, otherKey))
      expect(after.passwords.with(3, before.passwords[3])).toEqual(before.passwords)
      expect(after.passwords[3]).toBe('Neuf')
      expect({ ...after, passwords: [] }).toEqual({ ...before, passwords: [] })
      expect((await at.actions()).filter((action) => action === 'masterkey.renewed').length).toBe(
        renewals + 1,
      )
    })
  })
})
