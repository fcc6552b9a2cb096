import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { search } from '#contract/vault/search.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { eachEngine } from '#server/testing/databases.ts'

type Found = ReplyOf<typeof search.find>
const nothing = { chests: [], items: [], folders: [], incomplete: false }

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  const ask = (text: string, cookie?: string) =>
    at.call('POST', '/api/search', { search: text, type: '' }, cookie)
  const find = async (text: string, cookie?: string): Promise<Found> => {
    const reply = await ask(text, cookie)
    expect(reply.status, reply.text).toBe(200)
    return bodyOf<Found>(reply)
  }
  const names = ({ items }: Found): string[] => items.map(({ name }) => name)

  it('a search returns chests, items and folders, each with its path and without secrets [SRCH-01]', async () => {
    const folder = await at.folder('Réseau')
    const inside = await at.folder('Réseaux sans fil', folder)
    const id = await at.item({
      name: 'Borne réseau',
      login: 'admin',
      address: 'https://borne.exemple.fr',
      password: 'Secret-tu-2345',
      parentFolderId: inside,
    })
    const chest = await at.world.addChest('Coffre du réseau', at.owner)
    const reply = await ask('reseau')
    expect(bodyOf(reply)).toEqual({
      chests: [{ id: chest.id, name: 'Coffre du réseau', description: '', guardian: false }],
      folders: [
        {
          id: folder,
          name: 'Réseau',
          chest_id: at.chest.id,
          folder_id: null,
          path: ['Production'],
          guardian: false,
        },
        {
          id: inside,
          name: 'Réseaux sans fil',
          chest_id: at.chest.id,
          folder_id: folder,
          path: ['Production', 'Réseau'],
          guardian: false,
        },
      ],
      items: [
        {
          id,
          name: 'Borne réseau',
          login: 'admin',
          address: 'https://borne.exemple.fr',
          category: { id: 6, name: 'Site web' },
          categoryIcon: 'Globe',
          hasPassword: true,
          hasOtp: false,
          chest_id: at.chest.id,
          folder_id: inside,
          path: ['Production', 'Réseau', 'Réseaux sans fil'],
          guardian: false,
        },
      ],
      incomplete: false,
    })
    expect(reply.text).not.toContain('Secret-tu')
  })

  it('a search matches every word in any field, ignoring accents and case [SRCH-04]', async () => {
    const folder = await at.folder('Œuvres sociales')
    const fields = { login: 'j.dupond', address: 'https://www.paie.example', description: 'Relevé\nannuel' }
    await at.item({ name: 'Fiche d’Élodie', parentFolderId: folder, ...fields })
    for (const text of [
      "d'elodie",
      'FICHE élod',
      'dupond paie',
      'annuel RELEVE',
      'oeuvres fiche',
      '  sociales   j.dup ',
    ]) {
      expect(names(await find(text)), text).toEqual(['Fiche d’Élodie'])
    }
    for (const text of ['elodie absente', 'fiche dupont', 'example/paie'])
      expect(names(await find(text)), text).toEqual([])
  })

  it('a search shortens a long path to its first two names and the last [SRCH-11]', async () => {
    let parent: number | undefined
    for (const name of ['Un', 'Deux', 'Trois', 'Quatre']) parent = await at.folder(name, parent)
    await at.item({ name: 'Profondeur', parentFolderId: parent })
    const { items } = await find('profondeur')
    expect(items.map(({ path }) => path)).toEqual([['Production', 'Un', null, 'Quatre']])
  })

  it('a search finds a change immediately, and nothing in the trash', async () => {
    const id = await at.item({ name: 'Girouette' })
    expect(names(await find('girouette'))).toEqual(['Girouette'])
    await at.call('PATCH', `/api/item/${id}`, { elementType: 'name', elementValue: 'Anémomètre' })
    expect(names(await find('girouette'))).toEqual([])
    expect(names(await find('anemo'))).toEqual(['Anémomètre'])
    await at.call('DELETE', `/api/item/${id}`)
    expect(names(await find('anemo'))).toEqual([])
  })

  it('a search returns the hundred best folders and items together [SRCH-10]', async () => {
    const chest = await at.world.addChest('Plein', at.owner)
    const inChest = (path: string, name: string) =>
      at.call('POST', path, { chestId: chest.id, name, password: 'x' })
    for (let number = 1; number <= 98; number += 1) await inChest('/api/item/', `Balise n° ${100 + number}`)
    for (let number = 1; number <= 4; number += 1)
      await at.call('POST', '/api/folder/', { chestId: chest.id, name: `Balises ${number}` })
    const { items, folders } = await find('balise')
    expect([folders.length, items.length]).toEqual([4, 96])
    expect(items[0]?.name).toBe('Balise n° 101')
    expect(names(await find('balise 19'))).toHaveLength(10)
  })

  it('a search reserves half of the hundred for each kind, even if the other kind matches better [SRCH-10]', async () => {
    const chest = await at.world.addChest('Comble', at.owner)
    const make = async (path: string, count: number, body: { name: string; password?: string }) => {
      for (let number = 1; number <= count; number += 1) {
        const named = { ...body, chestId: chest.id, name: `${body.name} ${number}` }
        expect((await at.call('POST', path, named)).status).toBe(201)
      }
    }
    await make('/api/item/', 140, { name: 'Jauge', password: 'x' })
    await make('/api/folder/', 5, { name: 'Toutes les jauges du site' })
    const few = await find('jauge')
    expect([few.folders.length, few.items.length]).toEqual([5, 95])
    await make('/api/folder/', 60, { name: 'Encore des jauges' })
    const many = await find('jauge')
    expect([many.folders.length, many.items.length]).toEqual([50, 50])
  })

  describe('a caller who may not read a chest', () => {
    it('finds nothing of it, not even its name [SRCH-03]', async () => {
      await at.item({ name: 'Pleuviomètre' })
      const stranger = await at.world.session(
        await at.world.addUser({ login: 'etranger', role: 'ROLE_SUPER_ADMINISTRATOR' }),
      )
      expect(await find('pleuviometre', stranger)).toEqual(nothing)
      expect(await find('production', stranger)).toEqual(nothing)
    })

    it('finds nothing from the next search on after the right is removed [SRCH-03]', async () => {
      await at.item({ name: 'Sismographe' })
      const user = await at.world.addUser({ login: 'passager' })
      const cookie = await at.world.session(user)
      await at.world.grantUser(at.chest, user, {})
      expect(names(await find('sismo', cookie))).toEqual(['Sismographe'])
      const { db } = at.app.deps
      await db.deleteFrom('chest_user_rights').where('user_id', '=', user.id).execute()
      expect(await find('sismo', cookie)).toEqual(nothing)
      const team = await at.world.addTeam('Relève', [user])
      await at.world.grantTeam(at.chest, team)
      expect(names(await find('sismo', cookie))).toEqual(['Sismographe'])
      await db.updateTable('chests').set({ deleted_at: 1 }).where('id', '=', at.chest.id).execute()
      expect(await find('sismo', cookie)).toEqual(nothing)
      await db.updateTable('chests').set({ deleted_at: null }).where('id', '=', at.chest.id).execute()
    })

    it('finds nothing through a bank that is no longer active [SRCH-03]', async () => {
      const bank = await at.world.addBank('Banque partagée')
      const user = await at.world.addUser({ login: 'partage', banks: [bank] })
      const chest = await at.world.addChest('Coffre partagé', user, [bank])
      const cookie = await at.world.session(user)
      await at.call('POST', '/api/item/', { chestId: chest.id, name: 'Baromètre', password: 'x' }, cookie)
      expect(names(await find('barometre', cookie))).toEqual(['Baromètre'])
      await at.app.deps.db.updateTable('banks').set({ active: 0 }).where('id', '=', bank).execute()
      expect(await find('barometre', cookie)).toEqual(nothing)
    })
  })

  describe('a guardian chest', () => {
    const masterKey = 'Cheval-Agrafe-42-Nuage!'
    const withHandle = (handle: string, cookie: string) => async (text: string) => {
      const body = { search: text }
      const headers = { 'x-chest-handle': handle }
      return bodyOf<Found>(await at.app.call({ method: 'POST', path: '/api/search', body, cookie, headers }))
    }

    it('shows its name only until the request unlocks it, and to no other session [SRCH-03]', async () => {
      const user = await at.world.addUser({ login: 'gardien', role: 'ROLE_ADMINISTRATOR' })
      const cookie = await at.world.session(user)
      const made = await at.call('POST', '/api/user/chest', { name: 'Chronomètres', masterKey }, cookie)
      const { id: chestId } = bodyOf<{ id: number }>(made)
      const verify = { chestId, masterkey: masterKey }
      const { key } = bodyOf<{ key: string }>(await at.call('POST', '/api/masterkey/verify', verify, cookie))
      const item = { chestId, name: 'Chronomètre', password: 'x', masterkey: key }
      expect((await at.call('POST', '/api/item/', item, cookie)).status).toBe(201)
      const open = withHandle(key, cookie)
      const chests = [{ id: chestId, name: 'Chronomètres', description: '', guardian: true }]
      const found = await open('chronometre')
      expect(found.chests).toEqual(chests)
      expect(found.items).toMatchObject([{ name: 'Chronomètre', guardian: true, path: ['Chronomètres'] }])
      // The index is in memory now, but no other session may use it.
      const nothingInside = { ...nothing, chests }
      expect(await find('chronometre', cookie)).toEqual(nothingInside)
      const otherSession = await at.world.session(user)
      expect(await find('chronometre', otherSession)).toEqual(nothingInside)
      expect(await withHandle(key, otherSession)('chronometre')).toEqual(nothingInside)
      await at.call('POST', '/api/masterkey/lock', { chestId }, cookie)
      expect(await open('chronometre')).toEqual(nothingInside)
    })
  })

  it('a search is narrowed to the chests of the current bank on request, before its limit applies [SRCH-15]', async () => {
    const bank = await at.world.addBank('Port')
    const role = 'ROLE_ADMINISTRATOR' as const
    const user = await at.world.addUser({ login: 'docker', role, banks: [bank], currentBank: bank })
    const [inside, outside] = [
      await at.world.addChest('Quai balise', user, [bank]),
      await at.world.addChest('Hangar balise', user),
    ]
    const cookie = await at.world.session(user)
    for (const { id: chestId } of [inside, outside])
      await at.call('POST', '/api/item/', { chestId, name: 'Balise', password: 'Ln9!correct-Horse' }, cookie)
    for (let count = 0; count < 100; count += 1)
      await at.call('POST', '/api/folder/', { chestId: outside.id, name: `Balise ${count}` }, cookie)
    const chestsIn = async (body: object) => {
      const reply = await at.call('POST', '/api/search', { search: 'balise', ...body }, cookie)
      const { chests, items, folders } = bodyOf<Found>(reply)
      return [chests.map(({ name }) => name), items.length, folders.length]
    }
    const names = ['Quai balise', 'Hangar balise']
    expect(await chestsIn({ bank: 'current' })).toEqual([['Quai balise'], 1, 0])
    expect((await chestsIn({}))[0]).toEqual(names)
    await at.app.deps.db.updateTable('users').set({ last_bank_id: null }).where('id', '=', user.id).execute()
    expect((await chestsIn({ bank: 'current' }))[0]).toEqual(names)
  })

  it('a search refuses fewer than two characters, too long a text, and unknown values [SRCH-06]', async () => {
    for (const body of [
      { search: 'a' },
      { search: ' k ' },
      { search: '  ' },
      { search: 'e\u0301' },
      { search: 'a'.repeat(256) },
      {},
      { search: 'ab', type: 'item' },
      { search: 'ab', bank: 'all' },
      { search: 'ab', bank: 1 },
      { search: 1 },
    ])
      expect((await at.call('POST', '/api/search', body)).body, JSON.stringify(body)).toMatchObject({
        code: 'INVALID_REQUEST',
      })
    expect((await at.app.call({ method: 'POST', path: '/api/search', body: { search: 'ab' } })).status).toBe(
      401,
    )
  })

  it('a search writes its words to no journal or log', async () => {
    const { db } = at.app.deps
    const journal = async () => (await db.selectFrom('journal').select('seq').execute()).length
    const before = await journal()
    await find('motintrouvable')
    expect(await journal()).toBe(before)
    expect(at.app.logged()).not.toContain('motintrouvable')
  })
})
