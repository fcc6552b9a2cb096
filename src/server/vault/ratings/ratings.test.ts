import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judgeVersion } from '#domain/platform/password-strength.ts'
import type { ChestKey } from '#server/platform/crypto/data-key.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { meet } from '#server/testing/two-transactions.ts'
import { sealMeta, unsealMeta, unwrapElementKey } from '#server/vault/contents/sealing.ts'
import { startGuardianWorld, idOf, type GuardianWorld } from '#server/vault/master-key/testing.ts'

const name = "Préfecture de l'Hérault"
const password = 'HeraultOrdinateur2024!'
const goOn = async () => true

eachEngine((engine) => {
  let at: GuardianWorld
  let handle: string
  const db = () => at.app.deps.db
  beforeAll(async () => {
    at = await startGuardianWorld(engine)
    handle = await at.open(at.chestId)
  })
  afterAll(() => at.app.close())

  const chestOf = (id: number) =>
    db().selectFrom('chests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const itemOf = (id: number) =>
    db().selectFrom('items').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  /** The keys of chests, as this test opened them. */
  const keys = new Map<number, ChestKey>()
  const keyOf = async (chestId: number): Promise<ChestKey> => {
    const known = keys.get(chestId)
    if (known) return known
    const { key_version: keyVersion } = await chestOf(chestId)
    const ordinary = { id: chestId, keyVersion, guardian: false, formerKeyVersion: null, unlock: null }
    const key = await at.app.deps.chestKeys.open(db(), ordinary)
    keys.set(chestId, key)
    return key
  }
  const metaOf = async (id: number, ck?: ChestKey) => {
    const row = await itemOf(id)
    const key = unwrapElementKey(ck ?? (await keyOf(row.chest_id)), 'items', row, row.folder_id)
    return { key, row, meta: unsealMeta(key, 'items', row, row.chest_id) }
  }
  const levelOf = async (id: number, ck?: ChestKey) => (await metaOf(id, ck)).meta.level
  /** Leaves the level that a former judge gave, and the chest as that release left it. */
  async function rateFormerly(id: number, level: number, ck?: ChestKey): Promise<void> {
    const { key, row, meta } = await metaOf(id, ck)
    const { chest_id: chestId, meta_revision: revision } = row
    await db()
      .updateTable('items')
      .set({ meta: sealMeta(key, 'items', id, chestId, revision, { ...meta, level }) })
      .where('id', '=', id)
      .execute()
    await db().updateTable('chests').set({ judged_by: 0 }).where('id', '=', chestId).execute()
  }
  const newChest = async (title: string): Promise<number> =>
    idOf(
      await at.call('POST', '/api/user/chest', { name: title }, { cookie: await at.world.session(at.owner) }),
    )
  const newItem = async (chestId: number, fields: Record<string, unknown> = {}): Promise<number> =>
    idOf(await at.call('POST', '/api/item/', { chestId, name, password, ...fields }))
  const round = (node = at.app) => node.jobs['rate-again']?.(goOn)
  const shown = async (chestId: number, id: number): Promise<unknown> => {
    const reply = await at.call('GET', `/api/explorer/data/?chestId=${chestId}`)
    return (reply.body as { items: { id: number }[] }).items.find((item) => item.id === id)
  }
  const historyOf = (id: number) =>
    db().selectFrom('history').selectAll().where('element_id', '=', id).orderBy('id').execute()

  describe('the level that a former judge gave', () => {
    it('is computed again, and nothing else changes [STRN-10]', async () => {
      const chest = await newChest('Social')
      const id = await newItem(chest)
      const other = await newItem(chest, { name: 'Autre', password: 'kV8$wq-Zr2#Lp9?Tn5*x' })
      await rateFormerly(id, 5)
      const before = { item: await itemOf(id), other: await itemOf(other), history: await historyOf(id) }
      const actions = await at.actions()
      const formerly = await shown(chest, id)
      await round()
      expect(await levelOf(id)).toBe(2)
      expect(await shown(chest, id)).not.toEqual(formerly)
      const { meta, chest_revision: revision, ...rest } = await itemOf(id)
      expect(rest).toEqual({ ...before.item, meta: undefined, chest_revision: undefined })
      expect(meta).not.toEqual(before.item.meta)
      expect(revision).toBeGreaterThan(before.item.chest_revision)
      expect(await itemOf(other)).toEqual(before.other)
      expect(await historyOf(id)).toEqual(before.history)
      expect(await at.actions()).toEqual(actions)
      expect(await chestOf(chest)).toMatchObject({ judged_by: judgeVersion })
    })

    it('is computed once: a second round writes nothing', async () => {
      const chest = await newChest('Sports')
      const id = await newItem(chest)
      await rateFormerly(id, 5)
      await round()
      const [item, state] = [await itemOf(id), await chestOf(chest)]
      await round()
      expect([await itemOf(id), await chestOf(chest)]).toEqual([item, state])
      expect((await chestOf(await newChest('Nouveau'))).judged_by).toBe(judgeVersion)
    })

    it('is computed by the next round, when the first one stops or the process dies between two batches', async () => {
      const chest = await newChest('Urbanisme')
      const ids: number[] = []
      for (let number = 0; number < 60; number += 1) ids.push(await newItem(chest, { login: String(number) }))
      for (const id of ids) await rateFormerly(id, 5)
      let asked = 0
      // Once for the chest, once after the first batch.
      await at.app.jobs['rate-again']?.(async () => (asked += 1) < 2)
      const levels = async () => Promise.all(ids.map((id) => levelOf(id)))
      const first = await levels()
      expect([first.includes(5), first.includes(2)]).toEqual([true, true])
      expect((await chestOf(chest)).judged_by).toBe(0)
      await round()
      expect(new Set(await levels())).toEqual(new Set([2]))
      expect((await chestOf(chest)).judged_by).toBe(judgeVersion)
    })

    it('is computed of what is in the trash', async () => {
      const chest = await newChest('Voirie')
      const id = await newItem(chest)
      expect((await at.call('DELETE', `/api/item/${id}`)).status).toBe(200)
      await rateFormerly(id, 5)
      await round()
      expect(await levelOf(id)).toBe(2)
    })

    it('gives way to what changes the item meanwhile', async () => {
      const chest = await newChest('Culture')
      const id = await newItem(chest)
      await rateFormerly(id, 5)
      const { strength } = at.app.deps
      const judge = strength.levelOf.bind(strength)
      let isChanged = false
      // The password is read, and changed before the level is written.
      strength.levelOf = async (...given) => {
        const level = await judge(...given)
        if (!isChanged) {
          isChanged = true
          const body = { elementType: 'password', elementValue: 'kV8$wq-Zr2#Lp9?Tn5*x' }
          expect((await at.call('PATCH', `/api/item/${id}`, body)).status).toBe(200)
        }
        return level
      }
      try {
        await round()
      } finally {
        strength.levelOf = judge
      }
      expect(await levelOf(id)).toBe(5)
      const copied = await at.call('GET', `/api/item/${id}/copy`)
      expect(copied.body).toBe('kV8$wq-Zr2#Lp9?Tn5*x')
      expect((await chestOf(chest)).judged_by).toBe(judgeVersion)
    })

    it('waits for a change of the chest that has begun, and leaves what it wrote', async () => {
      const chest = await newChest('Jeunesse')
      const id = await newItem(chest)
      await rateFormerly(id, 5)
      await meet(
        at.app.plainDb,
        async (tx) => {
          const { revision } = await tx
            .updateTable('chests')
            .set((column) => ({ revision: column('revision', '+', 1) }))
            .where('id', '=', chest)
            .returning('revision')
            .executeTakeFirstOrThrow()
          await tx
            .updateTable('items')
            .set((column) => ({
              revision: column('revision', '+', 1),
              category_id: 2,
              chest_revision: revision,
            }))
            .where('id', '=', id)
            .execute()
        },
        () => at.app.deps.ratings.round(goOn),
      )
      expect(await itemOf(id)).toMatchObject({ category_id: 2 })
      expect(await levelOf(id)).toBe(2)
    })

    it('is computed of what arrives after the last scan, before the chest is marked', async () => {
      const chest = await newChest('Cimetières')
      const id = await newItem(chest)
      await db().updateTable('chests').set({ judged_by: 0 }).where('id', '=', chest).execute()
      const { key, row, meta } = await metaOf(id)
      await meet(
        at.app.plainDb,
        async (tx) => {
          const { revision } = await tx
            .updateTable('chests')
            .set((column) => ({ revision: column('revision', '+', 1) }))
            .where('id', '=', chest)
            .returning('revision')
            .executeTakeFirstOrThrow()
          await tx
            .updateTable('items')
            .set({
              meta: sealMeta(key, 'items', id, chest, row.meta_revision, { ...meta, level: 5 }),
              chest_revision: revision,
            })
            .where('id', '=', id)
            .execute()
        },
        // It has scanned all, finds nothing to write, and waits to mark the chest.
        () => at.app.deps.ratings.round(goOn),
      )
      expect([await levelOf(id), (await chestOf(chest)).judged_by]).toEqual([2, judgeVersion])
    })

    it.each(['copy-to', 'move-to'])('is computed again where the item arrives by %s', async (verb) => {
      const [from, to] = [await newChest('Départ'), await newChest('Arrivée')]
      const first = await newItem(from)
      await rateFormerly(first, 5)
      const reply = await at.call('POST', `/api/item/${first}/${verb}`, { chestId: to })
      const [id = 0] = (reply.body as { items: number[] }).items
      expect([await levelOf(id), (await chestOf(to)).judged_by]).toEqual([5, 0])
      await round()
      expect([await levelOf(id), (await chestOf(to)).judged_by]).toEqual([2, judgeVersion])
      // From a chest that was rated, nothing is due.
      const later = await at.call('POST', `/api/item/${id}/${verb}`, { chestId: from })
      expect(later.status).toBeLessThan(300)
      expect((await chestOf(from)).judged_by).toBe(judgeVersion)
    })

    it('goes with a copy that was read before its chest was rated', async () => {
      const [from, to] = [await newChest('Source'), await newChest('Cible')]
      const first = await newItem(from)
      await rateFormerly(first, 5)
      const { key, row, meta } = await metaOf(first)
      const { second } = await meet(
        at.app.plainDb,
        (tx) => lockRows(tx, 'chests', [to]),
        () => at.call('POST', `/api/item/${first}/copy-to`, { chestId: to }),
        // The source is rated and marked while the copy, which has read it, waits.
        async (tx) => {
          const { revision } = await tx
            .updateTable('chests')
            .set((column) => ({ revision: column('revision', '+', 1), judged_by: judgeVersion }))
            .where('id', '=', from)
            .returning('revision')
            .executeTakeFirstOrThrow()
          await tx
            .updateTable('items')
            .set({
              meta: sealMeta(key, 'items', first, from, row.meta_revision, { ...meta, level: 2 }),
              chest_revision: revision,
            })
            .where('id', '=', first)
            .execute()
        },
      )
      const { body } = (second as PromiseFulfilledResult<{ body: { items: number[] } }>).value
      const [id = 0] = body.items
      expect([await levelOf(id), (await chestOf(to)).judged_by]).toEqual([5, 0])
      await round()
      expect([await levelOf(id), (await chestOf(to)).judged_by]).toEqual([2, judgeVersion])
    })

    it('of a chest that fails is logged and computed by the next round, and the others meanwhile', async () => {
      const [broken, whole] = [await newChest('Abattoirs'), await newChest('Bibliothèque')]
      const [one, other] = [await newItem(broken, { login: 'abattoir' }), await newItem(whole)]
      for (const id of [one, other]) await rateFormerly(id, 5)
      const { strength } = at.app.deps
      const judge = strength.levelOf.bind(strength)
      strength.levelOf = (text, words) =>
        words.includes('abattoir') ? Promise.reject(new Error('no thread')) : judge(text, words)
      try {
        await round()
      } finally {
        strength.levelOf = judge
      }
      expect([await levelOf(one), (await chestOf(broken)).judged_by]).toEqual([5, 0])
      expect([await levelOf(other), (await chestOf(whole)).judged_by]).toEqual([2, judgeVersion])
      expect(at.app.logged()).toContain('rating a chest failed')
      expect(at.app.logged()).not.toContain('a job failed')
      await round()
      expect([await levelOf(one), (await chestOf(broken)).judged_by]).toEqual([2, judgeVersion])
    })

    it('leaves a chest alone whose key is being replaced', async () => {
      const chest = await newChest('Marchés')
      const id = await newItem(chest)
      await rateFormerly(id, 5)
      await db().updateTable('chests').set({ former_key_version: 7 }).where('id', '=', chest).execute()
      await round()
      expect([await levelOf(id), (await chestOf(chest)).judged_by]).toEqual([5, 0])
      await db().updateTable('chests').set({ former_key_version: null }).where('id', '=', chest).execute()
    })

    it('of a damaged item is logged, and hides no other', async () => {
      const chest = await newChest('État civil')
      const [broken, id] = [await newItem(chest), await newItem(chest)]
      for (const one of [broken, id]) await rateFormerly(one, 5)
      const { meta } = await itemOf(broken)
      const other = Buffer.from(meta)
      other.writeUInt8(other.readUInt8(other.length - 1) ^ 1, other.length - 1)
      await db()
        .updateTable('items')
        .set({ meta: other as never })
        .where('id', '=', broken)
        .execute()
      await round()
      expect(await levelOf(id)).toBe(2)
      expect(at.app.logged()).toContain('a password could not be rated')
      expect(at.app.logged()).not.toContain(password)
    })

    if (engine === 'postgres')
      it('is computed by two nodes at once', async () => {
        const chest = await newChest('Finances')
        const ids: number[] = []
        for (let number = 0; number < 8; number += 1)
          ids.push(await newItem(chest, { login: String(number) }))
        for (const id of ids) await rateFormerly(id, 5)
        const node = await at.app.anotherNode()
        await Promise.all([round(), round(node)])
        expect(new Set(await Promise.all(ids.map((id) => levelOf(id))))).toEqual(new Set([2]))
        expect((await chestOf(chest)).judged_by).toBe(judgeVersion)
      })
  })

  describe('a guardian chest', () => {
    /** The key of the chest, as the unlock gave it to the judge. */
    let key: ChestKey | undefined
    beforeAll(() => {
      const { ratings } = at.app.deps
      const start = ratings.start.bind(ratings)
      ratings.start = (chestId, given) => {
        key = given
        start(chestId, given)
      }
    })
    const unlock = async () => at.open(at.chestId, await at.world.session(at.owner))

    it('waits until somebody unlocks it [STRN-10]', async () => {
      const id = await at.item(at.chestId, handle, { name, password })
      await unlock()
      await at.app.deps.ratings.settled()
      await rateFormerly(id, 5, key)
      await round()
      expect([await levelOf(id, key), (await chestOf(at.chestId)).judged_by]).toEqual([5, 0])
      expect((await at.verify(at.chestId, 'Tiroir/Mousson/78/Balise?')).status).toBe(422)
      await at.app.deps.ratings.settled()
      expect(await levelOf(id, key)).toBe(5)
      await unlock()
      await at.app.deps.ratings.settled()
      expect([await levelOf(id, key), (await chestOf(at.chestId)).judged_by]).toEqual([2, judgeVersion])
    })

    it('is rated no further once nobody has it unlocked', async () => {
      const ids: number[] = []
      for (let number = 0; number < 60; number += 1)
        ids.push(await at.item(at.chestId, handle, { name, password, login: String(number) }))
      for (const id of ids) await rateFormerly(id, 5, key)
      const { strength } = at.app.deps
      const judge = strength.levelOf.bind(strength)
      strength.levelOf = async (...given) => {
        await at.app.plainDb.deleteFrom('chest_unlocks').where('chest_id', '=', at.chestId).execute()
        return judge(...given)
      }
      try {
        await unlock()
        await at.app.deps.ratings.settled()
      } finally {
        strength.levelOf = judge
      }
      const levels = await Promise.all(ids.map((id) => levelOf(id, key)))
      expect([levels.includes(2), levels.includes(5), (await chestOf(at.chestId)).judged_by]).toEqual([
        true,
        true,
        0,
      ])
    })
  })
})
