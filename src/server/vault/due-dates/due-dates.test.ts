import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs, moveClock } from './due-dates-testing.ts'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { goodKey, startGuardianWorld, type GuardianWorld } from '#server/vault/master-key/testing.ts'

type Item = { renewBefore: string | null; due: unknown; revision: number; history: { paramName: string }[] }
type Row = { id: number; due: string | null }

eachEngine((engine) => {
  describe('the date of renewal', () => {
    let at: ContentWorld
    beforeEach(async () => {
      at = await startContentWorld(engine)
    })
    afterEach(() => at.app.close())

    const change = (
      kind: 'item' | 'folder',
      id: number,
      elementType: string,
      elementValue: unknown,
      as?: string,
    ) => at.call('PATCH', `/api/${kind}/${id}`, { elementType, elementValue }, as)
    const setRule = (renewDays: unknown, as?: string) =>
      at.call('PATCH', `/api/chest/${at.chest.id}`, { update: { renewDays } }, as)
    const itemOf = async (id: number) => bodyOf<Item>(await at.call('GET', `/api/item/${id}`))
    const dueIn = async (id: number, folder: number | '' = '') => {
      const path = `/api/explorer/data/?chestId=${at.chest.id}&folderId=${folder}&limit=100`
      const { items } = bodyOf<{ items: Row[] }>(await at.call('GET', path))
      return items.find((item) => item.id === id)?.due
    }
    const manager = async () => {
      const known = await at.app.deps.db
        .selectFrom('users')
        .select('id')
        .where('login', '=', 'admin')
        .executeTakeFirst()
      const login = 'admin'
      return at.world.session(
        known ? { id: known.id, login } : await at.world.addUser({ login, role: 'ROLE_SUPER_ADMINISTRATOR' }),
      )
    }

    it('is given with a new item, changed and removed, and each change is recorded as of any field [RENW-01] [RENW-02]', async () => {
      const id = await at.item({ renewBefore: '2026-06-30' })
      expect(await itemOf(id)).toMatchObject({
        renewBefore: '2026-06-30',
        due: { day: '2026-06-30', rule: null },
      })
      expect(await change('item', id, 'renewBefore', '2026-12-31')).toMatchObject({
        status: 200,
        body: { message: 'Date de renouvellement mise à jour', revision: 2 },
      })
      expect(await change('item', id, 'renewBefore', '')).toMatchObject({
        body: { message: 'Date de renouvellement supprimée', revision: 3 },
      })
      const item = await itemOf(id)
      expect(item).toMatchObject({ renewBefore: null, due: null })
      expect(item.history.map(({ paramName }) => paramName)).toEqual(['renewBefore', 'renewBefore', null])
      expect(await at.journalOf(id)).toEqual(['item.created', 'item.changed', 'item.changed'])
      const versions = bodyOf<{ id: number; paramName: string }[]>(
        await at.call('GET', `/api/item/${id}/version/`),
      )
      expect(versions.map(({ paramName }) => paramName)).toEqual(['renewBefore', 'renewBefore'])
      const restored = await at.call('POST', `/api/item/${id}/version/${versions[0]?.id}/restore`, {})
      expect(restored.status).toBe(200)
      expect(await itemOf(id)).toMatchObject({ renewBefore: '2026-12-31' })
    })

    it('is a day of the calendar, and nothing else [RENW-01]', async () => {
      const id = await at.item()
      const refused = {
        status: 422,
        body: { code: 'PATTERN_MISMATCH', details: { field: 'body/elementValue' } },
      }
      for (const day of ['2026-02-30', '31/12/2026', '2026-12-31T00:00:00Z', 'demain'])
        expect(await change('item', id, 'renewBefore', day)).toMatchObject(refused)
      expect(await change('item', id, 'renewBefore', 20261231)).toMatchObject({ status: 400 })
      const create = {
        chestId: at.chest.id,
        name: 'X',
        password: 'Ln9!correct-Horse',
        renewBefore: '2026-2-3',
      }
      expect(await at.call('POST', '/api/item/', create)).toMatchObject({ status: 422 })
      expect(await itemOf(id)).toMatchObject({ renewBefore: null, revision: 1 })
    })

    it('comes from the nearest rule, counted from the last change of the password, unless the item has its own [RENW-05]', async () => {
      const [top, other] = [await at.folder('Racine'), await at.folder('Ailleurs')]
      const inner = await at.folder('Dedans', top)
      const [atRoot, inInner, inOther] = [
        await at.item(),
        await at.item({ parentFolderId: inner }),
        await at.item({ parentFolderId: other }),
      ]
      expect(await dueIn(atRoot)).toBeNull()
      expect((await setRule(365, await manager())).status).toBe(200)
      expect((await change('folder', top, 'renewDays', 30)).status).toBe(200)
      // Passwords of 15 January 2026.
      expect(await dueIn(atRoot)).toBe('2027-01-15')
      expect(await dueIn(inOther, other)).toBe('2027-01-15')
      expect(await dueIn(inInner, inner)).toBe('2026-02-14')
      expect((await itemOf(inInner)).due).toEqual({
        day: '2026-02-14',
        rule: { days: 30, folder: { id: top, name: 'Racine' } },
      })
      expect((await itemOf(inOther)).due).toEqual({ day: '2027-01-15', rule: { days: 365, folder: null } })
      expect((await at.call('GET', `/api/folder/${inner}`)).body).toMatchObject({
        renewDays: null,
        dueRule: { days: 30, folder: { id: top, name: 'Racine' } },
      })
      await change('folder', inner, 'renewDays', 10)
      expect(await dueIn(inInner, inner)).toBe('2026-01-25')
      await change('item', inInner, 'renewBefore', '2026-03-01')
      expect(await dueIn(inInner, inner)).toBe('2026-03-01')
      await change('item', inInner, 'renewBefore', null)
      await moveClock(at.app, at.app.time.now + 5 * dayMs)
      await change('item', inInner, 'password', 'Autre-Mot-De-Passe-71')
      expect(await dueIn(inInner, inner)).toBe('2026-01-30')
      await change('item', inInner, 'name', 'Autre nom')
      expect(await dueIn(inInner, inner)).toBe('2026-01-30')
      await change('item', inInner, 'folder', other)
      expect(await dueIn(inInner, other)).toBe('2027-01-20')
      await setRule(null, await manager())
      expect(await dueIn(atRoot)).toBeNull()
    })

    it('of a password changed in the evening counts from the day in France [RENW-06]', async () => {
      const folder = await at.folder('Soir')
      await change('folder', folder, 'renewDays', 1)
      await moveClock(at.app, Date.UTC(2026, 6, 1, 22, 30))
      expect(await dueIn(await at.item({ parentFolderId: folder }), folder)).toBe('2026-07-03')
    })

    it('that is past or near is fulfilled by a new password, and a later one is not [RENW-07]', async () => {
      await moveClock(at.app, Date.UTC(2026, 7, 1, 9))
      const [near, later] = [
        await at.item({ renewBefore: '2026-08-15' }),
        await at.item({ renewBefore: '2026-08-16' }),
      ]
      for (const id of [near, later]) await change('item', id, 'password', 'Autre-Mot-De-Passe-71')
      expect(await itemOf(later)).toMatchObject({ renewBefore: '2026-08-16' })
      const renewed = await itemOf(near)
      expect(renewed).toMatchObject({ renewBefore: null, due: null, revision: 2 })
      expect(renewed.history.map(({ paramName }) => paramName)).toContain('renewBefore')
      expect(await at.journalOf(near)).toEqual(['item.created', 'item.changed', 'item.changed'])
      const same = await at.item({ renewBefore: '2026-08-15' })
      await change('item', same, 'password', 'Ln9!correct-Horse')
      expect(await itemOf(same)).toMatchObject({ renewBefore: '2026-08-15', revision: 1 })
    })

    it('goes to the trash and comes back with its item and its folder [RENW-08]', async () => {
      const folder = await at.folder('Jeté')
      await change('folder', folder, 'renewDays', 90)
      const id = await at.item({ parentFolderId: folder, renewBefore: '2026-12-01' })
      const { trashId } = bodyOf<{ trashId: number }>(await at.call('DELETE', `/api/folder/${folder}`))
      expect((await at.call('PATCH', `/api/trash/${trashId}`, { update: 'restore' })).status).toBe(200)
      expect(await itemOf(id)).toMatchObject({ renewBefore: '2026-12-01' })
      expect((await at.call('GET', `/api/folder/${folder}`)).body).toMatchObject({ renewDays: 90 })
    })

    it('the rule of a folder is a change of the folder, with history, old values and a conflict [RENW-03]', async () => {
      const id = await at.folder('Règle')
      expect(await change('folder', id, 'renewDays', '180')).toMatchObject({
        status: 200,
        body: { message: 'Règle de renouvellement mise à jour', revision: 2 },
      })
      expect(await change('folder', id, 'renewDays', 180)).toMatchObject({ body: { revision: 2 } })
      const stale = { elementType: 'renewDays', elementValue: 30, revision: 1 }
      expect(await at.call('PATCH', `/api/folder/${id}`, stale)).toMatchObject({
        status: 409,
        body: { code: 'EDIT_CONFLICT', details: { renewDays: 180 } },
      })
      await change('folder', id, 'renewDays', '')
      expect((await at.call('GET', `/api/folder/${id}`)).body).toMatchObject({
        renewDays: null,
        history: [{ paramName: 'renewDays' }, { paramName: 'renewDays' }, { action: 'CREATE' }],
      })
      const versions = bodyOf<{ id: number }[]>(await at.call('GET', `/api/folder/${id}/version/`))
      await at.call('POST', `/api/folder/${id}/version/${versions[0]?.id}/restore`, {})
      expect((await at.call('GET', `/api/folder/${id}`)).body).toMatchObject({ renewDays: 180 })
      for (const days of [0, 3651, '1e3', 1.5]) {
        const { status } = await change('folder', id, 'renewDays', days)
        expect([400, 422], String(days)).toContain(status)
      }
    })

    it('a rule and a date are set by those alone who may change the chest, the folder or the item [RENW-04]', async () => {
      const [folder, item] = [await at.folder('Droits'), await at.item()]
      const reader = await at.other('lecteur', {})
      const editor = await at.other('editrice', { update: true })
      const refused = { status: 409, body: { code: 'RIGHT_REQUIRED' } }
      expect(await change('folder', folder, 'renewDays', 30, reader)).toMatchObject(refused)
      expect(await change('item', item, 'renewBefore', '2026-12-01', reader)).toMatchObject(refused)
      expect(await change('folder', folder, 'renewDays', 30, editor)).toMatchObject({ status: 200 })
      expect(await change('item', item, 'renewBefore', '2026-12-01', editor)).toMatchObject({ status: 200 })
      // The right to change the content of a chest is not that to manage it.
      expect((await setRule(30, editor)).status).toBeGreaterThanOrEqual(400)
      expect((await at.call('GET', `/api/chest/${at.chest.id}/`, undefined, reader)).body).toMatchObject({
        renewDays: null,
      })
      const set = await setRule(30, await manager())
      expect(set.status, set.text).toBe(200)
      const last = await at.app.deps.db
        .selectFrom('journal')
        .select(['action', 'objects'])
        .orderBy('seq', 'desc')
        .executeTakeFirst()
      expect(last).toEqual({ action: 'chest.updated', objects: '{"fields":["renewDays"]}' })
      expect((await setRule(0, await manager())).status).toBe(400)
    })
  })

  describe('the date of renewal in a guardian chest', () => {
    let at: GuardianWorld
    beforeAll(async () => {
      at = await startGuardianWorld(engine)
    })
    afterAll(() => at.app.close())

    it('is shown and changed only while the chest is unlocked, and survives a new master key [RENW-09]', async () => {
      const handle = await at.open(at.chestId)
      const id = await at.item(at.chestId, handle, { renewBefore: '2026-06-30' })
      const change = { elementType: 'renewBefore', elementValue: '2026-07-31' }
      const locked = { status: 423 }
      expect(await at.call('GET', `/api/item/${id}`)).toMatchObject(locked)
      expect(await at.call('PATCH', `/api/item/${id}`, change)).toMatchObject(locked)
      expect(await at.call('PATCH', `/api/item/${id}`, change, { handle })).toMatchObject({ status: 200 })
      const masterKey = 'Tiroir/Mousson/78/Balise?'
      const changed = await at.call('PATCH', `/api/chest/${at.chestId}/masterkey`, {
        current: goodKey,
        masterKey,
      })
      expect(changed.status, changed.text).toBe(200)
      const again = await at.open(at.chestId, undefined, masterKey)
      expect((await at.call('GET', `/api/item/${id}`, undefined, { handle: again })).body).toMatchObject({
        renewBefore: '2026-07-31',
      })
    })
  })
})
