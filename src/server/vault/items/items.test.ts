import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { eachEngine } from '#server/testing/databases.ts'

const secret = 'JBSWY3DPEHPK3PXP'

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  it('an item is created from a form in its folder [ITEM-03] [ITEM-07] [ITEM-09] [ITEM-10]', async () => {
    const folderId = await at.folder('Serveurs')
    const form = new FormData()
    const fields = { name: 'GLPI', login: 'admin', description: 'Support', password: 'Ln9!correct-Horse' }
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('chestId', String(at.chest.id))
    form.set('parentFolderId', String(folderId))
    form.set('address', 'https://glpi.exemple.fr')
    form.set('otp', secret)
    const made = await at.call('POST', '/api/item/', form)
    expect(made).toMatchObject({ status: 201, body: { message: 'Mot de passe créé' } })
    const { id } = bodyOf<{ id: number }>(made)
    const read = await at.call('GET', `/api/item/${id}`)
    expect(read.body).toMatchObject({
      id,
      name: 'GLPI',
      login: 'admin',
      description: 'Support',
      address: 'https://glpi.exemple.fr',
      category: { id: 6, name: 'Site web' },
      folder: { id: folderId, name: 'Serveurs' },
      folder_id: folderId,
    })
  })

  it('reading an item returns everything but its secrets [ITEM-11] [ITEM-12] [ITEM-13]', async () => {
    const password = 'Zq7$secret-never-shown'
    const id = await at.item({ password, otp: secret, address: 'http://exemple.fr', login: 'root' })
    const { body, text } = await at.call('GET', `/api/item/${id}`)
    expect(body).toMatchObject({
      addressDanger: 4,
      password: true,
      otp: true,
      otpTime: 30,
      creator: 'camille',
      createAt: new Date(at.app.time.now).toISOString(),
      folder: null,
      chest_id: at.chest.id,
      folder_id: null,
      guardian: false,
      categoryId: 6,
      categoryIcon: 'Globe',
      revision: 1,
      history: [{ action: 'CREATE', paramName: null, user: 'camille' }],
    })
    expect(text).not.toContain(password)
    expect(text).not.toContain(secret)
    expect((await at.call('GET', `/api/item/${id}/copy`)).body).toBe(password)
  })

  it('an item without an address has no danger [ITEM-11]', async () => {
    const id = await at.item()
    expect((await at.call('GET', `/api/item/${id}`)).body).toMatchObject({ address: '', addressDanger: 0 })
  })

  it('each field is changed separately, named in the reply, and recorded in the history [ITEM-14] [HIST-01] [HIST-02] [HIST-03]', async () => {
    const id = await at.item({ address: 'https://exemple.fr', login: 'a' })
    const changes = {
      name: ['GLPI 2', 'Nom mis à jour'],
      login: ['b', 'Identifiant mis à jour'],
      description: ['Deux\nlignes', 'Description mise à jour'],
      address: ['http://exemple.fr', 'Adresse mise à jour'],
      password: ['court', 'Mot de passe mis à jour'],
    }
    for (const [elementType, [elementValue, message]] of Object.entries(changes)) {
      const changed = await at.call('PATCH', `/api/item/${id}`, { elementType, elementValue })
      expect(changed).toMatchObject({ status: 200, body: { message } })
    }
    const item = bodyOf<{ history: { action: string; paramName: string | null }[] }>(
      await at.call('GET', `/api/item/${id}`),
    )
    expect(item).toMatchObject({
      name: 'GLPI 2',
      login: 'b',
      description: 'Deux\nlignes',
      revision: 6,
      level: 1,
    })
    expect(item.history.map(({ paramName }) => paramName)).toEqual([
      'password_level',
      'password',
      'addressDanger',
      'address',
      'description',
      'login',
      'name',
      null,
    ])
    expect((await at.call('GET', `/api/item/${id}/copy`)).body).toBe('court')
  })

  it('writing the same value again changes nothing and records nothing', async () => {
    const id = await at.item()
    const again = { elementType: 'name', elementValue: 'GLPI' }
    expect(await at.call('PATCH', `/api/item/${id}`, again)).toMatchObject({ body: { revision: 1 } })
    expect(bodyOf<{ history: [] }>(await at.call('GET', `/api/item/${id}`)).history).toHaveLength(1)
  })

  it('a one-time secret is set, read as codes and removed [ITEM-15] [OTPC-02]', async () => {
    const id = await at.item()
    expect(await at.call('GET', `/api/item/${id}/otp`)).toMatchObject({
      status: 409,
      body: { code: 'OTP_MISSING' },
    })
    const change = (elementValue: unknown) =>
      at.call('PATCH', `/api/item/${id}`, { elementType: 'otp', elementValue })
    const set = await change(secret)
    const codes = (await at.call('GET', `/api/item/${id}/otp`)).body
    expect(codes).toMatchObject({ code: expect.stringMatching(/^\d{6}$/), otpTime: 30 })
    expect(set.body).toMatchObject({ message: 'OTP mis à jour', otp: codes })
    expect((await at.call('GET', `/api/item/${id}/otp/secret`)).body).toMatchObject({
      secret,
      uri: expect.stringMatching(/^otpauth:\/\/totp\/[^?]+\?secret=/) as string,
    })
    expect((await change('')).body).toMatchObject({ message: 'OTP supprimé', otp: null })
    const { history } = bodyOf<{ history: { paramName: string }[] }>(await at.call('GET', `/api/item/${id}`))
    expect(history.slice(0, 2).map(({ paramName }) => paramName)).toEqual(['otp_delete', 'otp'])
    expect(await at.journalOf(id)).toEqual(
      expect.arrayContaining(['item.code.read', 'item.otp.read', 'item.changed']),
    )
  })

  it('changing the category returns it with its icon [ITEM-16]', async () => {
    const id = await at.item()
    const changed = await at.call('PATCH', `/api/item/${id}`, { elementType: 'category', elementValue: 1 })
    expect(changed.body).toMatchObject({ category: { id: 1, name: 'Serveur' }, categoryIcon: 'Server' })
  })

  it('the twelve categories are listed in order [ITEM-02] [ITEM-04]', async () => {
    const { body } = await at.call('GET', '/api/category/')
    const names = [
      'Serveur',
      'Base de données',
      'Messagerie',
      'Réseau',
      'Application',
      'Site web',
      'Wi-Fi',
      "Clé ou jeton d'API",
      'Licence',
      'Carte ou compte bancaire',
      'OTP',
      'Autre',
    ]
    expect(body).toEqual(names.map((name, index) => ({ id: index + 1, name })))
  })

  it('an item is moved to a folder and back to the root [ITEM-17] [TREE-07] [TREE-08]', async () => {
    const id = await at.item()
    const folderId = await at.folder('Cible')
    const move = (elementValue: unknown) =>
      at.call('PATCH', `/api/item/${id}`, { elementType: 'folder', elementValue })
    expect((await move(String(folderId))).body).toMatchObject({
      message: 'Mot de passe déplacé',
      revision: 2,
    })
    expect(await move(folderId)).toMatchObject({ status: 409, body: { code: 'ALREADY_THERE' } })
    expect((await at.call('GET', `/api/item/${id}`)).body).toMatchObject({ folder_id: folderId })
    expect(await at.call('GET', `/api/item/${id}/copy`)).toMatchObject({ status: 200 })
    expect((await move('')).body).toMatchObject({ revision: 3 })
    expect((await at.call('GET', `/api/item/${id}`)).body).toMatchObject({ folder_id: null, folder: null })
    const elsewhere = await at.world.addChest('Ailleurs', at.owner)
    const foreign = await at.call('POST', '/api/folder/', { chestId: elsewhere.id, name: 'Loin' })
    expect(await move(bodyOf(foreign)['id'])).toMatchObject({
      status: 404,
      body: { code: 'FOLDER_NOT_FOUND' },
    })
  })

  it('a stale change overwrites nothing and is refused with the current item', async () => {
    const id = await at.item()
    const change = (elementValue: string) =>
      at.call('PATCH', `/api/item/${id}`, { elementType: 'name', elementValue, revision: 1 })
    const both = await Promise.all([change('Un'), change('Deux')])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const winner = both[0]?.status === 200 ? 'Un' : 'Deux'
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'EDIT_CONFLICT',
      details: { id, name: winner, revision: 2 },
    })
    expect((await at.call('GET', `/api/item/${id}`)).body).toMatchObject({ name: winner })
  })

  it('no secret is returned without a journal record', async () => {
    const id = await at.item({ otp: secret })
    const { db } = at.app.deps
    await at.call('GET', `/api/item/${id}/copy`)
    expect(await at.journalOf(id)).toEqual(['item.created', 'item.copied'])
    await db.schema.alterTable('journal').renameTo('journal_away').execute()
    try {
      for (const path of ['copy', 'otp', 'otp/secret']) {
        const { status, text } = await at.call('GET', `/api/item/${id}/${path}`)
        expect(status).toBe(500)
        expect(text).not.toContain(secret)
      }
    } finally {
      await db.schema.alterTable('journal_away').renameTo('journal').execute()
    }
  })

  it('old values are stored sealed, ten for each field', async () => {
    const id = await at.item()
    for (let time = 0; time < 12; time += 1) {
      const body = { elementType: 'password', elementValue: `Ancien-mot-${time}` }
      await at.call('PATCH', `/api/item/${id}`, body)
    }
    const rows = await at.app.deps.db
      .selectFrom('versions')
      .selectAll()
      .where('element_id', '=', id)
      .execute()
    expect(rows).toHaveLength(10)
    expect(rows.every(({ sealed }) => !Buffer.from(sealed).includes('Ancien-mot'))).toBe(true)
  })

  it('each right allows its calls on items and no other [RGHT-17] [RGHT-18] [RGHT-19] [RGHT-20]', async () => {
    const id = await at.item()
    const reader = await at.other('lectrice', {})
    const stranger = await at.world.session(await at.world.addUser({ login: 'inconnu' }))
    const rename = { elementType: 'name', elementValue: 'Y' }
    const create = { chestId: at.chest.id, name: 'X', password: 'p' }
    const refused = { status: 409, body: { code: 'RIGHT_REQUIRED' } }
    expect(await at.call('GET', `/api/item/${id}`, undefined, reader)).toMatchObject({ status: 200 })
    expect(await at.call('GET', `/api/item/${id}/copy`, undefined, reader)).toMatchObject({ status: 200 })
    expect(await at.call('POST', '/api/item/', create, reader)).toMatchObject(refused)
    expect(await at.call('PATCH', `/api/item/${id}`, rename, reader)).toMatchObject(refused)
    expect(await at.call('DELETE', `/api/item/${id}`, undefined, reader)).toMatchObject(refused)
    expect(await at.call('GET', `/api/item/${id}`, undefined, stranger)).toMatchObject({ status: 404 })
    expect(await at.call('GET', `/api/item/${id}/copy`, undefined, stranger)).toMatchObject({ status: 404 })
    expect(await at.call('POST', '/api/item/', create, stranger)).toMatchObject({ status: 404 })
  })
})
