import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pdfOf, type Listed } from '#server/vault/attachments/attachment-testing.ts'
import { bodyOf } from '#server/vault/contents/content-testing.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { startCopyWorld, type Arrived, type CopyWorld } from './copies-testing.ts'

const otpSecret = 'JBSWY3DPEHPK3PXP'
const everything = {
  name: 'GLPI',
  login: 'camille',
  address: 'https://glpi.exemple.fr',
  description: 'Sur deux\nlignes',
  password: 'Premier-Secret-1!',
  otp: otpSecret,
  categoryId: 1,
  renewBefore: '2099-12-31',
  fields: [
    { label: 'Port', kind: 'text', value: '8443' },
    { label: 'Second secret', kind: 'concealed', value: 'Masqué-42' },
  ],
}

type Item = {
  fields: { id: number; label: string; value: string | true }[]
  level: number
  categoryId: number
  renewBefore: string | null
  chest_id: number
  folder_id: number | null
  attachments: Listed[]
}

eachEngine((engine) => {
  let at: CopyWorld
  beforeAll(async () => {
    at = await startCopyWorld(engine)
  })
  afterAll(() => at.app.close())

  const change = (id: number, elementType: string, elementValue: unknown) =>
    at.call('PATCH', `/api/item/${id}`, { elementType, elementValue })
  const fieldOf = async (id: number, label: string) => {
    const { fields } = (await at.shown('item', id)) as unknown as Item
    const field = fields.find((one) => one.label === label)
    return (await at.call('GET', `/api/item/${id}/field/${field?.id}`)).body
  }
  const fileBytes = async (id: number) => {
    const { attachments } = await at.files.listed(id)
    const texts = await Promise.all(attachments.map(async (file) => (await at.files.get(id, file.id)).text))
    return attachments.map(({ name }, index) => [name, texts[index]])
  }
  const versionsOf = async (id: number) =>
    bodyOf<{ id: number; paramName: string }[]>(await at.call('GET', `/api/item/${id}/version/`))
  const summary = async (id: number) => {
    const item = (await at.shown('item', id)) as unknown as Item
    const { fields, level, categoryId, renewBefore } = item
    return { fields: fields.map(({ label, value }) => [label, value]), level, categoryId, renewBefore }
  }

  describe('a copy', () => {
    it('of an item has everything but the past, in the other chest [COPY-01] [COPY-02] [COPY-12]', async () => {
      const item = await at.item(everything)
      await change(item, 'password', 'Second-Secret-2!')
      const bytes = pdfOf(70_000)
      await at.files.attach(item, bytes, 'contrat.pdf')
      const gone = await at.files.attach(item, Buffer.from('retiré'), 'retiré.txt')
      await at.call('DELETE', `/api/item/${item}/attachment/${gone}`)
      const folder = await at.folderIn(at.target, 'Arrivée')

      const reply = await at.copy('item', item, { chestId: at.target.id, folderId: folder })
      expect(reply).toMatchObject({ status: 201, body: { message: 'Copie créée', withoutOtp: 0 } })
      const { items, folders, holds } = bodyOf<Arrived>(reply)
      expect([items.length, folders, holds]).toEqual([1, [], { items: 1, folders: 0 }])
      const id = items[0] as number
      expect(id).not.toBe(item)

      const copied = await at.shown('item', id)
      expect(copied).toMatchObject({
        name: 'GLPI',
        login: 'camille',
        address: 'https://glpi.exemple.fr',
        description: 'Sur deux\nlignes',
        chest_id: at.target.id,
        folder_id: folder,
        password: true,
        otp: true,
        creator: 'camille',
      })
      expect(await summary(id)).toEqual(await summary(item))
      expect((await summary(id)).renewBefore).toBe('2099-12-31')
      expect(await at.passwordOf(id)).toBe('Second-Secret-2!')
      expect(await fieldOf(id, 'Second secret')).toBe('Masqué-42')
      const secret = bodyOf<{ secret: string }>(await at.call('GET', `/api/item/${id}/otp/secret`))
      expect(secret.secret).toBe(otpSecret)
      const [[name, text] = []] = await fileBytes(id)
      expect(name).toBe('contrat.pdf')
      expect(text).toBe((await fileBytes(item))[0]?.[1])
      expect((await at.files.listed(id)).removedAttachments).toEqual([])
      expect(copied.history.map(({ action }) => action)).toEqual(['CREATE'])
      expect(await versionsOf(id)).toEqual([])
      // The original is as it was.
      expect(await at.passwordOf(item)).toBe('Second-Secret-2!')
      expect(await versionsOf(item)).toHaveLength(1)

      const read = (await at.events('copy.read')).at(-1)
      const created = (await at.events('copy.created')).at(-1)
      expect(read).toMatchObject({
        chest: at.chest.id,
        toChest: at.target.id,
        itemIds: [String(item)],
        otps: 1,
      })
      expect(created).toMatchObject({
        chest: at.target.id,
        fromChest: at.chest.id,
        folder,
        itemIds: [String(id)],
      })
    })

    it('is found by the search and sorted in its chest, and both lives apart', async () => {
      const item = await at.item({ name: 'Zabbix-copié', password: 'un' })
      const { items } = bodyOf<Arrived>(await at.copy('item', item, { chestId: at.target.id }))
      const found = await at.call('POST', '/api/search', { search: 'zabbix-copié' })
      expect(bodyOf<{ items: unknown[] }>(found).items).toHaveLength(2)
      await change(items[0] as number, 'name', 'Renommé')
      expect((await at.shown('item', item)).name).toBe('Zabbix-copié')
      expect(await at.namesIn(at.target)).toContain('Renommé')
    })

    it('keeps the ids of its extra fields apart from those that are added later', async () => {
      const item = await at.item(everything)
      await change(item, 'name', 'Un')
      await change(item, 'field', { label: 'Tard venu', kind: 'concealed', value: 'd' })
      const { items } = bodyOf<Arrived>(await at.copy('item', item, { chestId: at.target.id }))
      const id = items[0] as number
      for (const label of ['Suivant', 'Encore']) {
        const reply = await change(id, 'field', { label, kind: 'concealed', value: label })
        expect(reply.status, reply.text).toBe(200)
      }
      const { fields } = (await at.shown('item', id)) as unknown as Item
      expect(new Set(fields.map((field) => field.id)).size).toBe(5)
      expect(await fieldOf(id, 'Tard venu')).toBe('d')
      expect(await fieldOf(id, 'Suivant')).toBe('Suivant')
    })

    it('keeps the age of its password', async () => {
      const item = await at.item()
      const { db } = at.app.deps
      await db.updateTable('items').set({ password_at: 1_000 }).where('id', '=', item).execute()
      const { items } = bodyOf<Arrived>(await at.copy('item', item, { chestId: at.target.id }))
      const row = await db
        .selectFrom('items')
        .select(['password_at', 'source'])
        .where('id', '=', items[0] as number)
        .executeTakeFirstOrThrow()
      expect(row).toEqual({ password_at: 1_000, source: null })
    })

    it('beside its original is named so, an item and a folder [COPY-04]', async () => {
      const folder = await at.folder('Doublons')
      const inner = await at.folder('Dedans', folder)
      const item = await at.item({ name: 'Imprimante', parentFolderId: inner })
      const body = { chestId: at.chest.id, folderId: inner }
      expect((await at.copy('item', item, body)).status).toBe(201)
      expect(await at.namesIn(at.chest, inner)).toEqual(['Imprimante', 'Imprimante (copie)'])
      const twin = bodyOf<Arrived>(await at.copy('folder', inner, { chestId: at.chest.id, folderId: folder }))
      expect(twin.holds).toEqual({ items: 2, folders: 1 })
      expect(await at.namesIn(at.chest, folder)).toEqual(['Dedans', 'Dedans (copie)'])
      // What it holds keeps its names.
      expect(await at.namesIn(at.chest, twin.folders[0])).toEqual(['Imprimante', 'Imprimante (copie)'])
      // In another folder of the chest it keeps its name as well.
      await at.copy('item', item, { chestId: at.chest.id, folderId: folder })
      expect(await at.namesIn(at.chest, folder)).toContain('Imprimante')
      const long = await at.item({ name: `${'é'.repeat(254)}x`, password: 'un' })
      const named = bodyOf<Arrived>(await at.copy('item', long, { chestId: at.chest.id }))
      const { name } = await at.shown('item', named.items[0] as number)
      expect([name.length, name.slice(-9)]).toEqual([255, 'é (copie)'])
    })

    it('of a folder has everything below it but the trash [COPY-02]', async () => {
      const top = await at.folder('Haut')
      const inner = await at.folder('Bas', top)
      const empty = await at.folder('Vide', inner)
      const items = [
        await at.item({ name: 'en haut', parentFolderId: top, password: 'h' }),
        await at.item({ name: 'en bas', parentFolderId: inner, password: 'b' }),
      ]
      await at.files.attach(items[1] as number, Buffer.from('pièce'), 'pièce.txt')
      const trashed = await at.item({ name: 'jeté', parentFolderId: inner })
      await at.call('DELETE', `/api/item/${trashed}`)
      const reply = bodyOf<Arrived>(await at.copy('folder', top, { chestId: at.target.id }))
      expect(reply).toMatchObject({ items: [], holds: { items: 2, folders: 3 } })
      const [copy] = reply.folders
      expect(await at.namesIn(at.target, copy)).toEqual(['Bas', 'en haut'])
      const tree = await at.call('GET', `/api/chest/${at.target.id}/tree/`)
      expect(tree.text).toContain('Vide')
      const { folders } = bodyOf<{ folders: { id: number }[] }>(
        await at.call('GET', `/api/explorer/data/?chestId=${at.target.id}&folderId=${copy}`),
      )
      const below = bodyOf<{ items: { id: number; name: string }[] }>(
        await at.call('GET', `/api/explorer/data/?chestId=${at.target.id}&folderId=${folders[0]?.id}`),
      )
      expect(below.items.map(({ name }) => name)).toEqual(['en bas'])
      const inside = below.items[0]?.id as number
      expect(await at.passwordOf(inside)).toBe('b')
      expect(await fileBytes(inside)).toEqual([['pièce.txt', 'pièce']])
      expect(await at.namesIn(at.chest, inner)).toEqual(['Vide', 'en bas'])
      expect((await at.shown('folder', empty)).name).toBe('Vide')
    })

    it('of a selection is whole or none; what a chosen folder holds is not copied twice [COPY-01] [COPY-09]', async () => {
      const top = await at.folder('Choisi')
      const inner = await at.folder('Choisi aussi', top)
      const item = await at.item({ name: 'dedans', parentFolderId: inner })
      const alone = await at.item({ name: 'seul' })
      const ask = (items: number[], folders: number[]) =>
        at.call('POST', '/api/explorer/copy-to', {
          chestId: at.chest.id,
          items,
          folders,
          targetChestId: at.target.id,
        })
      const before = await at.namesIn(at.target)
      expect(await ask([alone, 999_999], [top])).toMatchObject({
        status: 404,
        body: { code: 'ITEM_NOT_FOUND' },
      })
      expect(await ask([], [])).toMatchObject({ status: 422, body: { code: 'VALUE_REQUIRED' } })
      expect(await at.namesIn(at.target)).toEqual(before)
      const reply = bodyOf<Arrived>(await ask([item, alone], [inner, top]))
      expect(reply.holds).toEqual({ items: 2, folders: 2 })
      expect([reply.items.length, reply.folders.length]).toEqual([1, 1])
    })

    it('is created once for a key, though its answer was lost [COPY-15]', async () => {
      const item = await at.item()
      await at.files.attach(item, Buffer.from('une fois'), 'une-fois.txt')
      const send = () =>
        at.app.call({
          method: 'POST',
          path: `/api/item/${item}/copy-to`,
          body: { chestId: at.target.id },
          cookie,
          headers: { 'idempotency-key': 'abcdefghijklmnopqrstuvwx' },
        })
      const cookie = await at.world.session(at.owner)
      const [first, second] = [await send(), await send()]
      expect(second.text).toBe(first.text)
      const rows = await at.app.deps.db
        .selectFrom('attachments')
        .select('id')
        .where('discard_at', 'is not', null)
        .execute()
      expect(rows).toEqual([])
    })

    it('leaves the one-time secret to those who may read it [COPY-03]', async () => {
      const item = await at.item(everything)
      const reader = await at.person('lectrice', {}, { create: true, update: true })
      const reply = await at.copy('item', item, { chestId: at.target.id }, reader)
      expect(reply).toMatchObject({ status: 201, body: { withoutOtp: 1 } })
      const id = bodyOf<Arrived>(reply).items[0] as number
      expect(await at.shown('item', id)).toMatchObject({ otp: false, password: true })
      expect((await at.events('copy.read')).at(-1)).toMatchObject({ otps: 0 })
      const { db } = at.app.deps
      const row = await db
        .selectFrom('items')
        .select(['otp', 'has_otp'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(row).toEqual({ otp: null, has_otp: 0 })
    })
  })

  describe('a move', () => {
    it('takes an item with its past, its files and its favourites [COPY-05] [COPY-06] [COPY-12]', async () => {
      const item = await at.item(everything)
      await change(item, 'password', 'Second-Secret-2!')
      await change(item, 'field', { label: 'Troisième', kind: 'concealed', value: 'Trois' })
      await at.files.attach(item, Buffer.from('contrat'), 'contrat.txt')
      const gone = await at.files.attach(item, Buffer.from('retiré'), 'retiré.txt')
      await at.call('DELETE', `/api/item/${item}/attachment/${gone}`)
      expect((await at.call('POST', `/api/favorite/item/${item}`)).status).toBeLessThan(300)
      const before = { ...(await summary(item)), files: await fileBytes(item) }
      const old = await versionsOf(item)
      const past = (await at.shown('item', item)).history
      const folder = await at.folderIn(at.target, 'Nouvelle place')
      // Both indexes are in memory before.
      await at.namesIn(at.chest)

      const reply = await at.move('item', item, { chestId: at.target.id, folderId: folder })
      expect(reply).toMatchObject({
        status: 200,
        body: { message: 'Élément déplacé', items: [item], folders: [], holds: { items: 1, folders: 0 } },
      })
      expect(await at.namesIn(at.target, folder)).toEqual(['GLPI'])
      const moved = await at.shown('item', item)
      expect(moved).toMatchObject({ chest_id: at.target.id, folder_id: folder })
      expect({ ...(await summary(item)), files: await fileBytes(item) }).toEqual(before)
      expect(await at.passwordOf(item)).toBe('Second-Secret-2!')
      expect(await fieldOf(item, 'Troisième')).toBe('Trois')
      expect((await at.call('GET', `/api/item/${item}/otp/secret`)).text).toContain(otpSecret)
      expect(moved.history.slice(1)).toEqual(past)
      expect(moved.history[0]).toMatchObject({ action: 'UPDATE', paramName: 'chest' })
      expect(await versionsOf(item)).toEqual(old)
      const version = await at.call('POST', `/api/item/${item}/version/${old[0]?.id}/open`)
      expect(version.body).toMatchObject({ paramName: 'password', value: 'Premier-Secret-1!' })
      // What was removed can still be restored, and the favourite stands in the other chest.
      expect((await at.call('POST', `/api/item/${item}/attachment/${gone}/restore`)).status).toBe(200)
      const favourites = await at.call('GET', `/api/favorite/chest/${at.target.id}/item`)
      expect(favourites.text).toContain(`"item_id":${item}`)

      const sent = (await at.events('transfer.sent')).at(-1)
      const received = (await at.events('transfer.received')).at(-1)
      expect(sent).toMatchObject({ chest: at.chest.id, toChest: at.target.id, itemIds: [String(item)] })
      expect(received).toMatchObject({ chest: at.target.id, fromChest: at.chest.id, folder })
    })

    it('makes the former chest forget it at once, in lists and search [COPY-08]', async () => {
      const folder = await at.folder('Partant')
      await at.item({ name: 'Nagios-partant', parentFolderId: folder, password: 'p' })
      await at.folder('Reste là')
      expect(await at.namesIn(at.chest)).toContain('Partant')
      await at.app.deps.indexes.settled()
      expect((await at.move('folder', folder, { chestId: at.target.id })).status).toBe(200)
      expect(await at.namesIn(at.chest)).not.toContain('Partant')
      expect(await at.namesIn(at.chest)).toContain('Reste là')
      expect(await at.namesIn(at.target)).toContain('Partant')
      const found = await at.call('POST', '/api/search', { search: 'nagios-partant' })
      expect(bodyOf<{ items: { chest_id: number }[] }>(found).items.map((item) => item.chest_id)).toEqual([
        at.target.id,
      ])
    })

    it('of a folder keeps its ids and its tree; what is in the trash stays behind, to be restored [COPY-07]', async () => {
      const top = await at.folder('Lot')
      const inner = await at.folder('Sous-lot', top)
      const item = await at.item({ name: 'du lot', parentFolderId: inner, password: 'lot' })
      const trashed = await at.item({ name: 'jeté du lot', parentFolderId: inner, password: 'jeté' })
      const { trashId } = bodyOf<{ trashId: number }>(await at.call('DELETE', `/api/item/${trashed}`))
      const reply = bodyOf<Arrived>(await at.move('folder', top, { chestId: at.target.id }))
      expect(reply).toEqual({
        message: 'Élément déplacé',
        items: [],
        folders: [top],
        holds: { items: 1, folders: 2 },
      })
      expect(await at.namesIn(at.target, inner)).toEqual(['du lot'])
      expect(await at.passwordOf(item)).toBe('lot')
      const restored = await at.call('PATCH', `/api/trash/${trashId}`, { update: 'restore' })
      expect(restored.status, restored.text).toBe(200)
      expect(await at.namesIn(at.chest)).toContain('jeté du lot')
      expect(await at.passwordOf(trashed)).toBe('jeté')
      const history = (await at.shown('folder', inner)).history.map(({ paramName }) => paramName)
      expect(history).toEqual(['chest', null])
    })

    it('and back again leaves everything readable [COPY-06]', async () => {
      const item = await at.item(everything)
      await at.files.attach(item, Buffer.from('aller-retour'), 'a.txt')
      for (const chest of [at.target, at.chest, at.target]) {
        const reply = await at.move('item', item, { chestId: chest.id })
        expect(reply.status, reply.text).toBe(200)
        expect(await at.passwordOf(item)).toBe(everything.password)
        expect(await fileBytes(item)).toEqual([['a.txt', 'aller-retour']])
      }
    })

    it('of a selection is whole or none [COPY-09]', async () => {
      const folder = await at.folder('Choisi pour partir')
      const item = await at.item({ name: 'choisi pour partir' })
      const ask = (items: number[]) =>
        at.call('POST', '/api/explorer/move-to', {
          chestId: at.chest.id,
          items,
          folders: [folder],
          targetChestId: at.target.id,
        })
      expect(await ask([item, 999_999])).toMatchObject({ status: 404, body: { code: 'ITEM_NOT_FOUND' } })
      const names = ['Choisi pour partir', 'choisi pour partir']
      expect(await at.namesIn(at.chest)).toEqual(expect.arrayContaining(names))
      expect(bodyOf<Arrived>(await ask([item]))).toMatchObject({ items: [item], folders: [folder] })
      expect(await at.namesIn(at.target)).toEqual(expect.arrayContaining(names))
    })

    it('leaves its history where the former chest is destroyed', async () => {
      const chest = await at.world.addChest('À détruire', at.owner)
      const reply = await at.call('POST', '/api/item/', { chestId: chest.id, name: 'sauvé', password: 's' })
      const { id } = bodyOf<{ id: number }>(reply)
      await at.move('item', id, { chestId: at.target.id })
      const rows = await at.app.deps.db
        .selectFrom('history')
        .select('chest_id')
        .where('element', '=', 'item')
        .where('element_id', '=', id)
        .execute()
      expect(rows.map(({ chest_id }) => chest_id)).toEqual([at.target.id, at.target.id])
    })
  })

  it('an imported item that moved is found by a second import of its file, and not doubled [COPY-18]', async () => {
    const chest = await at.world.addChest('Importé', at.owner)
    const load = (chestId: number) => {
      const file = new FormData()
      file.append('chestId', String(chestId))
      file.append('file', new Blob(['nom;mot de passe\nVenu du fichier;un\n']), 'a.csv')
      return at.call('POST', '/api/import/csv', file)
    }
    await load(at.chest.id)
    const { items } = bodyOf<{ items: { id: number; name: string }[] }>(
      await at.call('GET', `/api/explorer/data/?chestId=${at.chest.id}&limit=100`),
    )
    const id = items.find(({ name }) => name === 'Venu du fichier')?.id as number
    expect((await at.move('item', id, { chestId: chest.id })).status).toBe(200)
    expect((await load(chest.id)).status).toBe(200)
    expect(await at.namesIn(chest)).toEqual(['Venu du fichier'])
    // Undoing the import in the former chest does not reach it.
    const imports = bodyOf<{ id: number }[]>(await at.call('GET', `/api/import/?chestId=${at.chest.id}`))
    const undone = await at.call('POST', `/api/import/${imports[0]?.id}/undo`)
    expect(undone.status, undone.text).toBe(200)
    expect(await at.namesIn(chest)).toEqual(['Venu du fichier'])
  })

  it('its progress is reported to its own user only, in elements [COPY-19]', async () => {
    const source = await at.world.addChest('Volumineux', at.owner)
    const folder = await at.folderIn(source, 'Lot')
    const file = new FormData()
    file.append('chestId', String(source.id))
    file.append('folderId', String(folder))
    const rows = Array.from({ length: 400 }, (_, place) => `Entrée ${place};Secret-${place}`)
    file.append('file', new Blob([['nom;mot de passe', ...rows, ''].join('\n')]), 'a.csv')
    expect((await at.call('POST', '/api/import/csv', file)).status).toBe(200)
    const other = await at.person('voisine', {}, {})
    const none = { stage: null, done: 0, total: 0 }
    const asked = async (cookie?: string) =>
      (await at.call('GET', '/api/copy/progress/', undefined, cookie)).body as typeof none
    for (const deed of ['copy', 'move'] as const) {
      let isRunning = true
      const sent = at[deed]('folder', folder, { chestId: at.target.id }).finally(() => (isRunning = false))
      const seen: { stage: string | null; done: number; total: number }[] = []
      while (isRunning) {
        seen.push(await asked())
        expect(await asked(other)).toEqual(none)
        // In-process calls do not yield to the event loop, so the copy would never advance.
        await pause(1)
      }
      expect((await sent).status).toBeLessThan(300)
      const under = seen.filter(({ stage }) => stage !== null)
      expect(under.length, deed).toBeGreaterThan(0)
      expect(new Set(under.map(({ total }) => total))).toEqual(new Set([401]))
      const order = under.map(({ stage, done }) => (stage === 'writing' ? 1_000 : 0) + done)
      expect(order).toEqual(order.toSorted((one, next) => one - next))
      expect(await asked()).toEqual(none)
    }
  })

  it('the preview names who gains and who loses sight, teams first [COPY-14]', async () => {
    const bank = await at.world.addBank('Mairie')
    const from = await at.world.addChest('Départ', at.owner)
    const to = await at.world.addChest('Banque', at.owner, [bank])
    const user = (login: string, banks: number[] = []) => at.world.addUser({ login, banks })
    const [both, losing, gaining, dormant] = [
      await user('les-deux', [bank]),
      await user('perd', [bank]),
      await user('gagne', [bank]),
      await user('sans-banque'),
    ]
    const members = [await user('equipier-1', [bank]), await user('equipier-2', [bank])]
    await at.app.deps.db.insertInto('bank_users').values({ bank_id: bank, user_id: at.owner.id }).execute()
    const team = await at.world.addTeam('Réseau', members)
    for (const one of [both, losing]) await at.world.grantUser(from, one)
    for (const one of [both, gaining, dormant]) await at.world.grantUser(to, one)
    await at.world.grantTeam(to, team)
    const reply = await at.call('GET', `/api/chest/${from.id}/sight/${to.id}`)
    const people = (side: string) =>
      bodyOf<Record<string, { people: { login: string }[] }>>(reply)[side]?.people.map(({ login }) => login)
    expect(reply.body).toMatchObject({
      gains: { count: 3, teams: [{ id: team, name: 'Réseau', people: 2 }] },
      loses: { count: 1, teams: [] },
    })
    expect([people('gains'), people('loses')]).toEqual([['gagne'], ['perd']])
    const asReader = await at.world.session(both)
    expect((await at.call('GET', `/api/chest/${from.id}/sight/${to.id}`, undefined, asReader)).text).toBe(
      reply.text,
    )
    // Who reads one of them only learns nothing of the other.
    const asLosing = await at.world.session(losing)
    const refused = await at.call('GET', `/api/chest/${from.id}/sight/${to.id}`, undefined, asLosing)
    const absent = await at.call('GET', `/api/chest/${from.id}/sight/999999`, undefined, asLosing)
    expect([refused.status, refused.text]).toEqual([404, absent.text])
  })
})
