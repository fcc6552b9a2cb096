import { afterAll, beforeAll, expect, it } from 'vitest'
import { folderCount, templateLimits } from '#domain/office/client-template.ts'
import type { Role } from '#domain/platform/roles.ts'
import { administrationTexts, defaultTemplate } from '#texts/office/administration.ts'
import { startTestApp, type Reply, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { worldOf, type TestChest, type TestUser, type World } from '#server/testing/world.ts'

const creating = '/api/administration/template_client_structure'
const templatePath = '/api/administration/template'

eachEngine((engine) => {
  let app: TestApp
  let world: World
  let bank: number
  let person: TestUser
  let chest: TestChest
  let cookie: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    world = worldOf(app)
    bank = await world.addBank('Collectivités')
    person = await someone('ROLE_ADMINISTRATOR')
    chest = await world.addChest('Clients', person, [bank])
    cookie = await world.session(person)
  })
  afterAll(() => app.close())

  let count = 0
  const someone = (role: Role, currentBank: number | null = bank) =>
    world.addUser({ login: `personne-${(count += 1)}`, role, banks: [bank], currentBank })
  const create = (body: object, as = cookie) => app.call({ method: 'POST', path: creating, body, cookie: as })
  const change = (template: unknown, as = cookie) =>
    app.call({ method: 'PATCH', path: templatePath, body: { template }, cookie: as })
  const read = (as = cookie) => app.call({ method: 'GET', path: templatePath, cookie: as })
  const rowsOf = async (folderId?: number) => {
    const query = `chestId=${chest.id}&limit=100${folderId === undefined ? '' : `&folderId=${folderId}`}`
    const reply = await app.call({ method: 'GET', path: `/api/explorer/data/?${query}`, cookie })
    return (reply.body as { folders: { id: number; name: string; description: string }[] }).folders
  }
  const idOf = ({ body }: Reply) => (body as { id: number }).id

  it('creates the tree of a client in the chest, where its explorer shows it [ADMN-03] [ADMN-04] [ADMN-05]', async () => {
    const form = new FormData()
    for (const [name, value] of [
      ['clientName', ' Mairie de Sète '],
      ['clientSage', 'C00123'],
      ['chestDestination', String(chest.id)],
    ] as const)
      form.append(name, value)
    const reply = await create(form)
    expect(reply.status, reply.text).toBe(201)
    const folders = folderCount(defaultTemplate.folders) + 1
    expect(reply.body).toEqual({ id: idOf(reply), message: "Template d'arborescence créé", folders })
    const root = (await rowsOf()).find(({ id }) => id === idOf(reply))
    expect(root).toMatchObject({ name: 'Mairie de Sète (C00123)' })
    const read = await app.call({ method: 'GET', path: `/api/folder/${idOf(reply)}`, cookie })
    expect(read.text).toContain(administrationTexts.sageLine('C00123'))
    const below = (await rowsOf(idOf(reply))).map(({ name }) => name)
    expect(below.toSorted()).toEqual(defaultTemplate.folders.map(({ name }) => name).toSorted())
    const last = await app.deps.db
      .selectFrom('journal')
      .select(['action', 'objects', 'chest_id'])
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow()
    expect(last).toMatchObject({ action: 'client.created', chest_id: chest.id })
    expect(JSON.parse(last.objects)).toEqual({ folder: idOf(reply), folders })
  })

  it('omits the code when there is none, and creates nothing from an incomplete request', async () => {
    const reply = await create({ clientName: 'Sans code', chestDestination: chest.id })
    const names = (await rowsOf()).map(({ name }) => name)
    expect([reply.status, names.includes('Sans code')]).toEqual([201, true])
    for (const [body, code] of [
      [{ clientName: '  ', chestDestination: chest.id }, 'VALUE_REQUIRED'],
      [{ clientName: '<b>x', chestDestination: chest.id }, 'PATTERN_MISMATCH'],
      [{ clientName: 'x', clientSage: '<img src=x>', chestDestination: chest.id }, 'PATTERN_MISMATCH'],
      [{ clientName: 'x'.repeat(250), clientSage: 'C00123', chestDestination: chest.id }, 'PATTERN_MISMATCH'],
      [{ clientName: 'x'.repeat(256), chestDestination: chest.id }, 'INVALID_REQUEST'],
      [{ clientName: 'x' }, 'INVALID_REQUEST'],
      [{ clientName: 'x', chestDestination: chest.id, clé: 1 }, 'INVALID_REQUEST'],
    ] as const) {
      const refused = await create(body)
      expect(refused.body).toMatchObject({ code })
    }
    expect((await rowsOf()).map(({ name }) => name)).toEqual(names)
  })

  it('requires a back office, and the right to create in the chest [ADMN-06]', async () => {
    const body = { clientName: 'Refusé', chestDestination: chest.id }
    const holder = await someone('ROLE_INTERVENANT')
    await world.grantUser(chest, holder, world.allRights)
    const reader = await someone('ROLE_ADMINISTRATOR')
    await world.grantUser(chest, reader)
    const stranger = await someone('ROLE_SUPER_ADMINISTRATOR')
    for (const [user, status, code] of [
      [holder, 403, 'ROLE_REQUIRED'],
      [reader, 409, 'RIGHT_REQUIRED'],
      [stranger, 404, 'CHEST_NOT_FOUND'],
    ] as const) {
      expect(await create(body, await world.session(user))).toMatchObject({ status, body: { code } })
    }
    const as = await world.session(holder)
    for (const path of [
      templatePath,
      '/api/administration/destination',
      '/actions/administration/get_content',
    ])
      expect((await app.call({ method: 'GET', path, cookie: as })).status, path).toBe(403)
    await world.grantUser(chest, stranger, { create: true })
    expect((await create(body, await world.session(stranger))).status).toBe(201)
  })

  it('offers the chests in which the caller may create, by any words of their names', async () => {
    const user = await someone('ROLE_ADMINISTRATOR')
    const [direct, byTeam, readOnly, elsewhere] = await Promise.all(
      ['Écoles de Lyon', 'Lyon mairie', 'Lyon lecture', 'Lyon ailleurs'].map((name) =>
        world.addChest(name, person, [bank]),
      ),
    )
    if (!direct || !byTeam || !readOnly || !elsewhere) throw new Error('no chest')
    const team = await world.addTeam('Équipe', [user], [bank])
    await world.grantUser(direct, user, { create: true })
    await world.grantTeam(byTeam, team, { create: true })
    await world.grantUser(readOnly, user)
    const ask = async (search: string) =>
      app.call({
        method: 'GET',
        path: `/api/administration/destination?search=${encodeURIComponent(search)}`,
        cookie: await world.session(user),
      })
    expect((await ask('')).body).toEqual([
      { id: direct.id, name: 'Écoles de Lyon', guardian: false },
      { id: byTeam.id, name: 'Lyon mairie', guardian: false },
    ])
    expect((await ask('lyon ecole')).body).toMatchObject([{ id: direct.id }])
    expect((await ask('%')).body).toEqual([])
    await app.deps.db.updateTable('banks').set({ active: 0 }).where('id', '=', bank).execute()
    expect((await ask('')).body).toEqual([])
    await app.deps.db.updateTable('banks').set({ active: 1 }).where('id', '=', bank).execute()
    await app.prove()
  })

  it("prefers a bank's template to the installation's, and that to the product's", async () => {
    const chief = await someone('ROLE_SUPER_ADMINISTRATOR', null)
    const everywhere = await world.session(chief)
    const other = await world.addBank('Autre')
    const neighbour = await world.addUser({
      login: 'voisine',
      role: 'ROLE_ADMINISTRATOR',
      banks: [other],
      currentBank: other,
    })
    const beside = await world.session(neighbour)
    expect((await read()).body).toMatchObject({
      isDefault: true,
      origin: 'product',
      editable: true,
      bank: { id: bank },
    })
    const template = { folders: [{ name: 'Réseau', folders: [{ name: 'VPN' }] }] }
    expect((await change(template)).body).toMatchObject({ template, origin: 'bank', isDefault: false })
    expect((await read(beside)).body).toMatchObject({ isDefault: true })
    const shared = { folders: [{ name: 'Commun' }] }
    expect((await change(shared, everywhere)).body).toMatchObject({ bank: null, origin: 'installation' })
    expect((await read(beside)).body).toMatchObject({ template: shared, origin: 'installation' })
    const made = await create({ clientName: 'Du modèle', chestDestination: chest.id })
    expect(made.body).toMatchObject({ folders: 3 })
    expect((await change(null)).body).toMatchObject({ template: shared, origin: 'installation' })
    expect((await change(null, everywhere)).body).toMatchObject({
      isDefault: true,
      template: defaultTemplate,
    })
  })

  it("lets only super administrators change the installation's template [ADMN-06]", async () => {
    const all = await world.session(await someone('ROLE_ADMINISTRATOR', null))
    expect((await read(all)).body).toMatchObject({ editable: false, bank: null })
    expect(await change({ folders: [] }, all)).toMatchObject({
      status: 409,
      body: { code: 'SCOPE_EXCEEDED' },
    })
  })

  it('refuses an impossible template with the place of each fault', async () => {
    const many = Array.from({ length: 26 }, (_, at) => ({
      name: `n${at}`,
      folders: Array.from({ length: 20 }, (__, below) => ({ name: `${below}` })),
    }))
    for (const [folders, faults] of [
      [[{ name: ' ' }], [{ place: 'folders[0].name', kind: 'name-missing' }]],
      [[{ name: 'a' }, { name: 'a ' }], [{ place: 'folders[1].name', kind: 'name-twice' }]],
      [
        [{ name: 'a', folders: [{ name: '<b>' }] }],
        [{ place: 'folders[0].folders[0].name', kind: 'markup' }],
      ],
      [[{ name: 'a', description: 'x\u0000' }], [{ place: 'folders[0].description', kind: 'unprintable' }]],
      [many, [{ place: 'folders[23].folders', kind: 'too-many' }]],
    ] as const) {
      const reply = await change({ folders })
      expect(reply.status).toBe(422)
      expect(reply.body).toMatchObject({ code: 'TEMPLATE_INVALID', details: { faults } })
    }
    let deep: object = { name: 'x' }
    for (let level = 0; level < templateLimits.depth; level += 1) deep = { name: 'x', folders: [deep] }
    expect((await change({ folders: [deep] })).status).toBe(400)
    expect((await change({ folders: [{ name: 'a', icône: 'x' }] })).status).toBe(400)
    expect((await read()).body).toMatchObject({ isDefault: true })
  })

  it("renders the page's form on the server [FRAG-01] [FRAG-08]", async () => {
    const path = '/actions/administration/get_content'
    const reply = await app.call({ method: 'GET', path, cookie })
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toContain('text/html')
    for (const name of ['clientName', 'clientSage', 'chestDestination'])
      expect(reply.text).toContain(`name="${name}"`)
    expect(reply.text, 'the policy allows no inline style or script').not.toMatch(/<(script|style)|\sstyle="/)
    expect((await app.call({ method: 'GET', path })).status).toBe(401)
  })

  it('shows the state of the mails to super administrators only', async () => {
    const path = '/api/administration/mail'
    const chief = await world.session(await someone('ROLE_SUPER_ADMINISTRATOR'))
    const reply = await app.call({ method: 'GET', path, cookie: chief })
    expect(reply.body).toEqual({ transport: 'folder', waiting: 0, failed: 0, lastError: null, refused: null })
    expect((await app.call({ method: 'GET', path, cookie })).status).toBe(403)
  })

  it('falls back to the default when the stored template is invalid', async () => {
    const name = `administration.template.bank.${bank}`
    for (const value of ['{', '{"folders":[{"name":""}]}', 'null']) {
      await app.deps.db
        .insertInto('settings')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute()
      expect((await read()).body).toMatchObject({ isDefault: true, template: defaultTemplate })
    }
  })

  it('deletes the template of a deleted bank, and those left by former ones', async () => {
    const chief = await world.session(await someone('ROLE_SUPER_ADMINISTRATOR', null))
    const gone = await world.addBank('Fermée bientôt')
    const value = JSON.stringify(defaultTemplate)
    const nameOf = (id: number) => `administration.template.bank.${id}`
    const names = [
      nameOf(bank),
      nameOf(gone),
      nameOf(987_654),
      'administration.template',
      'administration.else',
    ]
    for (const name of names)
      await app.deps.db
        .insertInto('settings')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute()
    const reply = await app.call({ method: 'DELETE', path: `/api/bank/${gone}`, cookie: chief })
    expect(reply.status, reply.text).toBeLessThan(300)
    const left = await app.deps.db.selectFrom('settings').select('name').where('name', 'in', names).execute()
    expect(left.map(({ name }) => name).toSorted()).toEqual(
      [nameOf(bank), 'administration.template', 'administration.else'].toSorted(),
    )
  })
})
