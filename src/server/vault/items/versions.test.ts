import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { eachEngine } from '#server/testing/databases.ts'

type Version = { id: number; paramName: string; createdAt: string; user: string }
const secrets = ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU'] as const
const first = {
  login: 'racine',
  password: 'Premier-mot!1',
  address: 'https://un.exemple.fr',
  otp: secrets[0],
}

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  const change = async (id: number, elementType: string, elementValue: unknown, kind = 'item') => {
    const reply = await at.call('PATCH', `/api/${kind}/${id}`, { elementType, elementValue })
    expect(reply.status, reply.text).toBe(200)
  }
  const versions = async (id: number, kind = 'item') =>
    bodyOf<Version[]>(await at.call('GET', `/api/${kind}/${id}/version/`))
  const latest = async (id: number, field: string, kind = 'item'): Promise<number> => {
    const found = (await versions(id, kind)).find(({ paramName }) => paramName === field)
    if (!found) throw new Error(`no version of ${field}`)
    return found.id
  }
  const open = (id: number, version: number, cookie?: string) =>
    at.call('POST', `/api/item/${id}/version/${version}/open`, undefined, cookie)
  const restore = (id: number, version: number, body: object = {}, cookie?: string) =>
    at.call('POST', `/api/item/${id}/version/${version}/restore`, body, cookie)

  it('a change stores the old value, which is listed without its content and can be read [HIST-02]', async () => {
    const id = await at.item(first)
    await change(id, 'password', 'Second-mot!2')
    await change(id, 'login', 'admin')
    const reply = await at.call('GET', `/api/item/${id}/version/`)
    const createdAt = new Date(at.app.time.now).toISOString()
    expect(reply).toMatchObject({
      status: 200,
      body: [
        { paramName: 'login', createdAt, user: 'camille' },
        { paramName: 'password', createdAt, user: 'camille' },
      ],
    })
    for (const word of [first.password, first.login, 'Second']) expect(reply.text).not.toContain(word)
    const [login, password] = bodyOf<Version[]>(reply)
    expect((await open(id, login?.id ?? 0)).body).toEqual({ paramName: 'login', value: 'racine' })
    expect((await open(id, password?.id ?? 0)).body).toEqual({
      paramName: 'password',
      value: first.password,
    })
  })

  it('every field of an item can be restored to an old value, as an ordinary change', async () => {
    const id = await at.item({ ...first, categoryId: 1, description: 'Avant' })
    const changes = {
      name: ['Après', 'GLPI'],
      login: ['autre', first.login],
      address: ['http://deux.exemple.fr', first.address],
      description: ['Après', 'Avant'],
    } as const
    for (const [field, [now, before]] of Object.entries(changes)) {
      await change(id, field, now)
      expect(await restore(id, await latest(id, field))).toMatchObject({
        status: 200,
        body: { message: 'Ancienne valeur restaurée' },
      })
      expect((await at.call('GET', `/api/item/${id}`)).body).toMatchObject({ [field]: before })
    }
    expect((await at.call('GET', `/api/item/${id}`)).body).toMatchObject({ addressDanger: 1 })
    await change(id, 'password', 'court')
    await restore(id, await latest(id, 'password'))
    expect((await at.call('GET', `/api/item/${id}/copy`)).body).toBe(first.password)
    await change(id, 'otp', '')
    expect((await restore(id, await latest(id, 'otp'))).body).toMatchObject({
      otp: { code: expect.stringMatching(/^\d{6}$/) as string },
    })
    expect((await at.call('GET', `/api/item/${id}/otp/secret`)).body).toMatchObject({ secret: secrets[0] })
    await change(id, 'category', 5)
    expect((await restore(id, await latest(id, 'category'))).body).toMatchObject({
      category: { id: 1, name: 'Serveur' },
      categoryIcon: 'Server',
    })
    // Restoring stores the replaced value as well.
    expect((await open(id, await latest(id, 'password'))).body).toMatchObject({ value: 'court' })
    const { history } = bodyOf<{ history: { action: string; paramName: string }[] }>(
      await at.call('GET', `/api/item/${id}`),
    )
    expect(history[0]).toMatchObject({ action: 'UPDATE', paramName: 'category' })
  })

  it('reading and restoring an old value are recorded with the field, never with the value', async () => {
    const id = await at.item(first)
    await change(id, 'password', 'Second-mot!2')
    const version = await latest(id, 'password')
    await open(id, version)
    await restore(id, version)
    const rows = await at.app.deps.db
      .selectFrom('journal')
      .select(['action', 'objects'])
      .orderBy('seq')
      .execute()
    const told = rows.filter(({ objects }) => (JSON.parse(objects) as { item?: number }).item === id)
    expect(told.slice(-2)).toEqual([
      { action: 'item.version.opened', objects: JSON.stringify({ field: 'password', item: id, version }) },
      { action: 'item.version.restored', objects: JSON.stringify({ field: 'password', item: id, version }) },
    ])
    expect(JSON.stringify(rows)).not.toContain(first.password)
  })

  it('no old value is returned without a journal record', async () => {
    const id = await at.item(first)
    await change(id, 'password', 'Second-mot!2')
    const version = await latest(id, 'password')
    const { schema } = at.app.deps.db
    await schema.alterTable('journal').renameTo('journal_away').execute()
    try {
      const { status, text } = await open(id, version)
      expect(status).toBe(500)
      expect(text).not.toContain(first.password)
      expect(await restore(id, version)).toMatchObject({ status: 500 })
    } finally {
      await schema.alterTable('journal_away').renameTo('journal').execute()
    }
    expect((await at.call('GET', `/api/item/${id}/copy`)).body).toBe('Second-mot!2')
  })

  it('restoring is refused for a stale revision, or for a value that is no longer valid', async () => {
    const id = await at.item({ ...first, otp: secrets[0] })
    await change(id, 'password', 'Second-mot!2')
    const version = await latest(id, 'password')
    expect(await restore(id, version, { revision: 1 })).toMatchObject({
      status: 409,
      body: { code: 'EDIT_CONFLICT', details: { id, revision: 2 } },
    })
    expect((await at.call('GET', `/api/item/${id}/copy`)).body).toBe('Second-mot!2')
    expect(await restore(id, version, { revision: 2 })).toMatchObject({ status: 200, body: { revision: 3 } })
    // An OTP item may have no password; an item of another category may not.
    const token = await at.item({ categoryId: 11, otp: secrets[1], password: '' })
    await change(token, 'password', 'Un-mot!1')
    const none = await latest(token, 'password')
    await change(token, 'category', 5)
    expect(await restore(token, none)).toMatchObject({ status: 422, body: { code: 'VALUE_REQUIRED' } })
  })

  it('a folder can be restored to its old name and description too', async () => {
    const id = await at.folder('Avant')
    await change(id, 'name', 'Après', 'folder')
    await change(id, 'description', 'Texte', 'folder')
    expect((await versions(id, 'folder')).map(({ paramName }) => paramName)).toEqual(['description', 'name'])
    const version = await latest(id, 'name', 'folder')
    const path = `/api/folder/${id}/version/${version}`
    expect((await at.call('POST', `${path}/open`)).body).toEqual({ paramName: 'name', value: 'Avant' })
    expect(await at.call('POST', `${path}/restore`, { revision: 1 })).toMatchObject({
      status: 409,
      body: { code: 'EDIT_CONFLICT' },
    })
    expect(await at.call('POST', `${path}/restore`, {})).toMatchObject({
      status: 200,
      body: { message: 'Ancienne valeur restaurée' },
    })
    expect((await at.call('GET', `/api/folder/${id}`)).body).toMatchObject({
      name: 'Avant',
      description: 'Texte',
    })
  })

  it('old values require the right to update, belong to one element, and are hidden with it [RGHT-17] [RGHT-19]', async () => {
    const id = await at.item(first)
    const other = await at.item({ name: 'Autre' })
    await change(id, 'password', 'Second-mot!2')
    const version = await latest(id, 'password')
    const reader = await at.other('lectrice', { create: true, delete: true, export: true })
    const stranger = await at.world.session(await at.world.addUser({ login: 'inconnu' }))
    const refused = { status: 409, body: { code: 'RIGHT_REQUIRED' } }
    const absent = { status: 404, body: { code: 'ITEM_NOT_FOUND' } }
    const all = (cookie?: string) => [
      at.call('GET', `/api/item/${id}/version/`, undefined, cookie),
      open(id, version, cookie),
      restore(id, version, {}, cookie),
    ]
    for (const reply of await Promise.all(all(reader))) expect(reply).toMatchObject(refused)
    for (const reply of await Promise.all(all(stranger))) expect(reply).toMatchObject(absent)
    for (const stray of [
      await open(other, version),
      await restore(other, version),
      await open(id, 999_999),
      await at.call('POST', `/api/folder/${await at.folder('X')}/version/${version}/open`),
    ]) {
      expect(stray).toMatchObject({ status: 404, body: { code: 'VERSION_NOT_FOUND' } })
    }
    await at.call('DELETE', `/api/item/${id}`)
    for (const reply of await Promise.all(all())) expect(reply).toMatchObject(absent)
  })
})
