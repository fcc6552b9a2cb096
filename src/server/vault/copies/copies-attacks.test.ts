import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pdfOf } from '#server/vault/attachments/attachment-testing.ts'
import { discardAttachments } from '#server/vault/attachments/discard.ts'
import { bodyOf } from '#server/vault/contents/content-testing.ts'
import { deepestLevel } from '#server/vault/contents/folder-tree.ts'
import { fillChest } from '#server/vault/master-key/change-testing.ts'
import {
  goodKey,
  idOf,
  otherKey,
  startGuardianWorld,
  type GuardianWorld,
} from '#server/vault/master-key/testing.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { startCopyWorld, type Arrived, type CopyWorld } from './copies-testing.ts'

/** Limits of attachments, in mebibytes. */
const smallFiles = {
  TROUSSEAU_ATTACHMENT_MIB: '1',
  TROUSSEAU_ATTACHMENT_ITEM_MIB: '1',
  TROUSSEAU_ATTACHMENT_BANK_MIB: '1',
}
const all = { create: true, update: true, delete: true, export: true }

type Lost = {
  readonly source: number
  readonly target: number
  readonly folder: number
  readonly user: number
}

eachEngine((engine) => {
  describe('what is refused', () => {
    let at: CopyWorld
    beforeAll(async () => {
      at = await startCopyWorld(engine, smallFiles)
    })
    afterAll(() => at.app.close())

    const state = async () => {
      const { db } = at.app.deps
      const [items, folders, files, chunks, journal] = await Promise.all([
        db.selectFrom('items').selectAll().orderBy('id').execute(),
        db.selectFrom('folders').selectAll().orderBy('id').execute(),
        db.selectFrom('attachments').selectAll().orderBy('id').execute(),
        db.selectFrom('attachment_chunks').select(['attachment_id', 'number']).execute(),
        db.selectFrom('journal').select('seq').where('outcome', '=', 'done').execute(),
      ])
      return { items, folders, files, chunks: chunks.length, journal: journal.length }
    }

    it('a caller without the rights on either side, and nothing changes [COPY-01] [COPY-05]', async () => {
      const folder = await at.folder('Lot')
      const item = await at.item({ parentFolderId: folder })
      const to = { chestId: at.target.id }
      const person = {
        stranger: await at.person('inconnu', null, { ...all }),
        blind: await at.person('sans-cible', { ...all }, null),
        reader: await at.person('lecteur-cible', { ...all }, {}),
        noDelete: await at.person('sans-supprimer', { create: true, update: true }, { ...all }),
        noUpdate: await at.person('sans-modifier', { create: true, delete: true }, { ...all }),
      }
      const before = await state()
      const refused = async (kind: 'item' | 'folder', verb: 'copy' | 'move', as: string) => {
        const reply = await at[verb](kind, kind === 'item' ? item : folder, to, as)
        return [reply.status, (reply.body as { code: string }).code]
      }
      for (const verb of ['copy', 'move'] as const) {
        expect(await refused('item', verb, person.stranger)).toEqual([404, 'ITEM_NOT_FOUND'])
        expect(await refused('folder', verb, person.stranger)).toEqual([404, 'FOLDER_NOT_FOUND'])
        for (const kind of ['item', 'folder'] as const) {
          expect(await refused(kind, verb, person.blind)).toEqual([404, 'CHEST_NOT_FOUND'])
          expect(await refused(kind, verb, person.reader)).toEqual([409, 'RIGHT_REQUIRED'])
        }
      }
      for (const kind of ['item', 'folder'] as const) {
        expect(await refused(kind, 'move', person.noDelete)).toEqual([409, 'RIGHT_REQUIRED'])
        expect(await refused(kind, 'move', person.noUpdate)).toEqual([409, 'RIGHT_REQUIRED'])
      }
      // An invisible chest is answered as one that does not exist.
      const invisible = await at.copy('item', item, to, person.blind)
      const absent = await at.copy('item', item, { chestId: 999_999 }, person.blind)
      expect(invisible.text).toBe(absent.text)
      expect(await state()).toEqual(before)
    })

    it('a folder of another chest, one in the trash, and elements of the trash', async () => {
      const item = await at.item()
      const mine = await at.folder('Ici')
      const trashed = await at.folderIn(at.target, 'Jeté')
      await at.call('DELETE', `/api/folder/${trashed}`)
      const gone = await at.item()
      await at.call('DELETE', `/api/item/${gone}`)
      for (const verb of ['copy', 'move'] as const) {
        for (const folderId of [mine, trashed, 999_999]) {
          const reply = await at[verb]('item', item, { chestId: at.target.id, folderId })
          expect([reply.status, reply.body]).toMatchObject([404, { code: 'FOLDER_NOT_FOUND' }])
        }
        const reply = await at[verb]('item', gone, { chestId: at.target.id })
        expect([reply.status, reply.body]).toMatchObject([404, { code: 'ITEM_NOT_FOUND' }])
      }
    })

    it('a folder into itself or into what it holds, and a move within the chest [COPY-10]', async () => {
      const top = await at.folder('Haut')
      const inner = await at.folder('Bas', top)
      for (const folderId of [top, inner]) {
        const copied = await at.copy('folder', top, { chestId: at.chest.id, folderId })
        expect([copied.status, copied.body]).toMatchObject([409, { code: 'FOLDER_CYCLE' }])
        const moved = await at.move('folder', top, { chestId: at.chest.id, folderId })
        expect([moved.status, moved.body]).toMatchObject([409, { code: 'ALREADY_THERE' }])
      }
      expect(await at.namesIn(at.chest, inner)).toEqual([])
    })

    it('folders that would stand too deep [COPY-10]', async () => {
      let deep = await at.folderIn(at.target, '1')
      for (let level = 2; level < deepestLevel; level += 1)
        deep = await at.folderIn(at.target, String(level), deep)
      const top = await at.folder('Un')
      await at.folder('Deux', top)
      for (const verb of ['copy', 'move'] as const) {
        const reply = await at[verb]('folder', top, { chestId: at.target.id, folderId: deep })
        expect([reply.status, reply.body]).toMatchObject([409, { code: 'FOLDER_TOO_DEEP' }])
      }
      // The deepest level itself may be filled, and so may a folder on it.
      const single = await at.folder('Seul')
      expect((await at.move('folder', single, { chestId: at.target.id, folderId: deep })).status).toBe(200)
      const item = await at.item()
      const deepest = { chestId: at.target.id, folderId: single }
      expect((await at.copy('item', item, deepest)).status).toBe(201)
      expect((await at.move('item', item, deepest)).status).toBe(200)
    })

    it('files beyond the room of the banks of the target; nothing of them is left [COPY-11]', async () => {
      const bank = await at.world.addBank('Petite')
      const people = { banks: [bank] }
      await at.app.deps.db.insertInto('bank_users').values({ bank_id: bank, user_id: at.owner.id }).execute()
      const full = await at.world.addChest('Pleine', at.owner, people.banks)
      const twin = await at.world.addChest('Même banque', at.owner, people.banks)
      const create = async (chestId: number) =>
        bodyOf<{ id: number }>(await at.call('POST', '/api/item/', { chestId, name: 'x', password: 'y' })).id
      const inside = await create(full.id)
      await at.files.attach(inside, pdfOf(600 * 1024))
      const outside = await create(at.chest.id)
      await at.files.attach(outside, pdfOf(500 * 1024))
      const before = await state()
      for (const verb of ['copy', 'move'] as const) {
        const reply = await at[verb]('item', outside, { chestId: full.id })
        expect([reply.status, reply.body]).toMatchObject([409, { code: 'ATTACHMENT_QUOTA' }])
      }
      expect(await state()).toEqual(before)
      // A move within the bank takes no room of it.
      expect((await at.move('item', inside, { chestId: twin.id })).status).toBe(200)
      expect((await at.files.listed(inside)).attachments).toHaveLength(1)
    })

    it('a call that loses its target, its source or its right while it works, whole or not at all [COPY-16]', async () => {
      const { db } = at.app.deps
      const chunkCount = async () =>
        (await db.selectFrom('attachment_chunks').select('number').execute()).length
      const acts: Record<string, (ids: Lost) => Promise<unknown>> = {
        'the folder goes to the trash': ({ folder }) => at.call('DELETE', `/api/folder/${folder}`),
        'the chest is deleted': ({ target }) =>
          db.updateTable('chests').set({ deleted_at: 1 }).where('id', '=', target).execute(),
        'the right to create is lost': ({ target, user }) =>
          db
            .updateTable('chest_user_rights')
            .set({ can_create: 0 })
            .where('chest_id', '=', target)
            .where('user_id', '=', user)
            .execute(),
        'the right to read is lost': ({ source, user }) =>
          db
            .deleteFrom('chest_user_rights')
            .where('chest_id', '=', source)
            .where('user_id', '=', user)
            .execute(),
      }
      let refused = 0
      for (const [name, act] of Object.entries(acts)) {
        const user = await at.world.addUser({ login: `perdant-${name.length}` })
        const [source, target] = [
          await at.world.addChest(`${name}, départ`, at.owner),
          await at.world.addChest(name, at.owner),
        ]
        for (const chest of [source, target]) await at.world.grantUser(chest, user, all)
        const folder = await at.folderIn(target, 'Cible')
        const item = await at.item({ chestId: source.id })
        await at.files.attach(item, pdfOf(900 * 1024))
        const stored = await chunkCount()
        const as = await at.world.session(user)
        let isOver = false
        const copying = at.copy('item', item, { chestId: target.id, folderId: folder }, as)
        void copying.finally(() => (isOver = true))
        while (!isOver && (await chunkCount()) === stored) await pause(1)
        await act({ source: source.id, target: target.id, folder, user: user.id })
        const reply = await copying
        expect([201, 404, 409], `${name}: ${reply.text}`).toContain(reply.status)
        if (reply.status === 201) continue
        refused += 1
        expect(await chunkCount()).toBe(stored)
        expect(await db.selectFrom('items').select('id').where('chest_id', '=', target.id).execute()).toEqual(
          [],
        )
      }
      // The test proves something only where the change came in time.
      expect(refused).toBeGreaterThan(0)
      const half = await db
        .selectFrom('attachments')
        .select('id')
        .where('discard_at', 'is not', null)
        .execute()
      expect(half).toEqual([])
    })

    it('of a copy that a crash interrupted, the job leaves nothing [COPY-16]', async () => {
      const { db, journal } = at.app.deps
      const item = await at.item()
      await at.files.attach(item, pdfOf(70_000))
      const row = {
        chest_id: at.target.id,
        stored_bytes: 4096,
        created_by: at.owner.id,
        created_at: at.app.time.now,
      }
      const { id } = await db
        .insertInto('attachments')
        .values({ id: 9_000, ...row, discard_at: at.app.time.now + 3_600_000 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const chunk = await db.selectFrom('attachment_chunks').selectAll().limit(1).executeTakeFirstOrThrow()
      await db
        .insertInto('attachment_chunks')
        .values({ ...chunk, attachment_id: id, number: 0 })
        .execute()
      const clock = () => at.app.time.now + 3_700_000
      await discardAttachments({ db, clock, journal, hasSettled: async () => true }, 0, async () => true)
      expect(await db.selectFrom('attachments').select('id').where('id', '=', id).execute()).toEqual([])
      expect((await at.files.listed(item)).attachments).toHaveLength(1)
    })

    it('two moves in opposite directions at once, and one element twice', async () => {
      const [one, other] = [await at.folder('Aller'), await at.folderIn(at.target, 'Retour')]
      const [first, second] = [
        await at.person('a', { ...all }, { ...all }),
        await at.person('b', { ...all }, { ...all }),
      ]
      const replies = await Promise.all([
        at.move('folder', one, { chestId: at.target.id }, first),
        at.move('folder', other, { chestId: at.chest.id }, second),
      ])
      expect(replies.map(({ status }) => status)).toEqual([200, 200])
      const item = await at.item({ name: 'convoité', password: 'p' })
      const twice = await Promise.all(
        [first, second].map((as) => at.move('item', item, { chestId: at.target.id }, as)),
      )
      expect(twice.some(({ status }) => status === 200)).toBe(true)
      for (const { status } of twice) expect([200, 404, 409]).toContain(status)
      expect(await at.passwordOf(item)).toBe('p')
    })

    it('changes of the source while it moves are neither lost nor torn [COPY-16]', async () => {
      const folder = await at.folder('Mouvant')
      const items: number[] = []
      for (let index = 0; index < 60; index += 1)
        items.push(await at.item({ name: `m${index}`, parentFolderId: folder, password: 'avant' }))
      const changes = items.map((id) =>
        at.call('PATCH', `/api/item/${id}`, { elementType: 'password', elementValue: 'après' }),
      )
      const [moved, ...changed] = await Promise.all([
        at.move('folder', folder, { chestId: at.target.id }),
        ...changes,
      ])
      expect(moved?.status, moved?.text).toBe(200)
      for (const [index, reply] of changed.entries()) {
        const expected = reply.status === 200 ? 'après' : 'avant'
        expect(await at.passwordOf(items[index] as number)).toBe(expected)
      }
    })
  })

  describe('guardian chests', () => {
    let at: GuardianWorld
    let ordinary: number
    beforeAll(async () => {
      at = await startGuardianWorld(engine)
      ordinary = idOf(await at.call('POST', '/api/user/chest', { name: 'Ordinaire' }))
    })
    afterAll(() => at.app.close())

    const send = (verb: 'copy' | 'move', id: number, body: object, handle?: string) =>
      at.call('POST', `/api/item/${id}/${verb}-to`, body, handle === undefined ? {} : { handle })
    const inOrdinary = async (fields: object = {}) =>
      idOf(
        await at.call('POST', '/api/item/', {
          chestId: ordinary,
          name: 'Libre',
          password: 'Clair-1!',
          ...fields,
        }),
      )

    it('a locked one refuses on either side, after the right [COPY-13]', async () => {
      const handle = await at.open(at.chestId)
      const inside = await at.item(at.chestId, handle)
      const outside = await inOrdinary()
      for (const verb of ['copy', 'move'] as const) {
        for (const [id, chestId] of [
          [inside, ordinary],
          [outside, at.chestId],
        ] as const) {
          const reply = await send(verb, id, { chestId })
          expect([reply.status, reply.body]).toMatchObject([423, { code: 'CHEST_LOCKED' }])
        }
      }
      const reader = await at.world.addUser({ login: 'sans-droit' })
      const cookie = await at.world.session(reader)
      const reply = await at.call('POST', `/api/item/${inside}/copy-to`, { chestId: ordinary }, { cookie })
      expect(reply.status).toBe(404)
    })

    it('open ones give and take everything, in both directions [COPY-13]', async () => {
      const handle = await at.open(at.chestId)
      const outside = await inOrdinary({ otp: 'JBSWY3DPEHPK3PXP' })
      await at.call('PATCH', `/api/item/${outside}`, { elementType: 'password', elementValue: 'Clair-2!' })
      expect((await send('move', outside, { chestId: at.chestId }, handle)).status).toBe(200)
      const password = (id: number) => at.call('GET', `/api/item/${id}/copy`, undefined, { handle })
      expect((await password(outside)).body).toBe('Clair-2!')
      expect((await at.call('GET', `/api/item/${outside}/copy`)).status).toBe(423)
      const copied = await send('copy', outside, { chestId: ordinary }, handle)
      expect(copied.status, copied.text).toBe(201)
      const [id] = bodyOf<Arrived>(copied).items
      expect((await at.call('GET', `/api/item/${id}/copy`)).body).toBe('Clair-2!')
      expect((await send('move', outside, { chestId: ordinary }, handle)).status).toBe(200)
      expect((await at.call('GET', `/api/item/${outside}/copy`)).body).toBe('Clair-2!')
    })

    it('the key of the target may come with the call; a wrong one is counted, and never tried on the source [COPY-13]', async () => {
      const second = await at.guardian('Deuxième', 'Autre-Agrafe-77-Lune?')
      const handle = await at.open(at.chestId)
      const id = await at.item(at.chestId, handle, { name: 'Les deux', password: 'Deux-Clés-1!' })
      const wrong = await send('copy', id, { chestId: second, targetMasterkey: goodKey }, handle)
      expect([wrong.status, wrong.body]).toMatchObject([422, { code: 'MASTER_KEY_WRONG' }])
      const body = { chestId: second, targetMasterkey: 'Autre-Agrafe-77-Lune?' }
      const copied = await send('copy', id, body, handle)
      expect(copied.status, copied.text).toBe(201)
      const opened = await at.open(second, undefined, 'Autre-Agrafe-77-Lune?')
      expect(await at.names(second, { handle: opened })).toEqual(['Les deux'])
      // Two handles in the header open both.
      const both = await send('move', id, { chestId: second }, `${handle},${opened}`)
      expect(both.status, both.text).toBe(200)
      const read = await at.call('GET', `/api/item/${id}/copy`, undefined, { handle: opened })
      expect(read.body).toBe('Deux-Clés-1!')
      expect(at.app.logged()).not.toContain('Autre-Agrafe-77-Lune?')
    })

    it('copies and moves while the key of the source is replaced', async () => {
      const chest = await at.guardian('Renouvelé')
      const first = await at.open(chest)
      const filled = await fillChest(at, chest, first, 60)
      const body = { current: goodKey, masterKey: otherKey, leaked: true }
      const changed = await at.call('PATCH', `/api/chest/${chest}/masterkey`, body, { handle: first })
      expect(changed.status, changed.text).toBe(200)
      const handle = await at.open(chest, undefined, otherKey)
      const { first: item, folder } = filled
      /** A renewal may give a file's item another key while it is copied: then the call is to be repeated. */
      const sent = async (path: string) => {
        for (;;) {
          const reply = await at.call('POST', path, { chestId: ordinary }, { handle })
          if (reply.status !== 429) return reply
        }
      }
      const copied = await sent(`/api/item/${item}/copy-to`)
      expect(copied.status, copied.text).toBe(201)
      const moved = await sent(`/api/folder/${folder}/move-to`)
      expect(moved.status, moved.text).toBe(200)
      await at.app.deps.renewals.settled()
      const password = async (id: number) => (await at.call('GET', `/api/item/${id}/copy`)).body
      expect(await password(bodyOf<Arrived>(copied).items[0] as number)).toBe('Mot-nouveau')
      expect(await Promise.all(filled.items.map(password))).toEqual(
        filled.items.map((id, number) => (id === item ? 'Mot-nouveau' : `Mot-${number}`)),
      )
      const file = await at.call('GET', `/api/item/${item}/attachment/${filled.attached}`)
      expect(file.text).toBe('contenu'.repeat(20_000))
    })
  })
})
