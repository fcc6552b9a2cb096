import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { eachEngine } from '#server/testing/databases.ts'

type Field = { id: number; label: string; kind: string; value: string | true }
type Item = {
  fields: Field[]
  revision: number
  history: { action: string; paramName: string | null }[]
}
type Version = { id: number; paramName: string }

const privateKey = '-----BEGIN OPENSSH PRIVATE KEY-----\nCANARI-CLE\n-----END-----\n'
const given = [
  { label: 'Nom d’hôte', kind: 'text', value: 'srv-canard-01' },
  { label: 'Code PIN', kind: 'concealed', value: 'CANARI-PIN' },
  { label: 'Console', kind: 'address', value: 'https://console.exemple.fr' },
  { label: 'Expire le', kind: 'date', value: '2027-01-31' },
  { label: 'Clé privée', kind: 'concealed', value: privateKey },
  { label: 'Notes', kind: 'lines', value: 'une\ndeux' },
]

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  const read = async (id: number) => bodyOf<Item>(await at.call('GET', `/api/item/${id}`))
  const fieldsOf = async (id: number) => (await read(id)).fields
  const change = (id: number, elementValue: unknown, more: object = {}, cookie?: string) =>
    at.call('PATCH', `/api/item/${id}`, { elementType: 'field', elementValue, ...more }, cookie)
  const reveal = (id: number, field: number, cookie?: string) =>
    at.call('GET', `/api/item/${id}/field/${field}`, undefined, cookie)
  const versions = async (id: number) => bodyOf<Version[]>(await at.call('GET', `/api/item/${id}/version/`))
  const names = async (id: number) => (await read(id)).history.map(({ paramName }) => paramName)
  const stored = (id: number) =>
    at.app.deps.db.selectFrom('items').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  it('an item is created with its extra fields, concealed values left out of the reply [FIEL-02] [FIEL-04]', async () => {
    const id = await at.item({ fields: given })
    const { text } = await at.call('GET', `/api/item/${id}`)
    const fields = await fieldsOf(id)
    expect(fields).toEqual(
      given.map((field, place) => ({
        id: 100 + place,
        ...field,
        value: field.kind === 'concealed' ? true : field.value,
      })),
    )
    expect(text).not.toContain('CANARI')
    expect((await reveal(id, 101)).body).toBe('CANARI-PIN')
    expect((await reveal(id, 104)).body).toBe(privateKey)
  })

  it('a form has the fields as JSON, checked like those of a JSON body [FIEL-05]', async () => {
    const form = (fields: string) => {
      const made = new FormData()
      for (const [name, value] of Object.entries({ name: 'GLPI', password: 'x', fields }))
        made.set(name, value)
      made.set('chestId', String(at.chest.id))
      return at.call('POST', '/api/item/', made)
    }
    const made = await form(JSON.stringify(given))
    expect(made.status, made.text).toBe(201)
    expect(await fieldsOf(bodyOf<{ id: number }>(made).id)).toHaveLength(given.length)
    expect((await form('')).status).toBe(201)
    const [one] = given
    for (const bad of [
      '{',
      '{}',
      'null',
      '[1]',
      '[null]',
      JSON.stringify([{ ...one, more: 1 }]),
      JSON.stringify([{ ...one, kind: 'otp' }]),
      JSON.stringify([{ ...one, kind: 'toString' }]),
      JSON.stringify([{ ...one, value: 1 }]),
      JSON.stringify([{ label: 'x', kind: 'text' }]),
      JSON.stringify(Array.from({ length: 31 }, () => one)),
      JSON.stringify([{ ...one, value: 'x'.repeat(2_049) }]),
    ])
      expect(await form(bad), bad.slice(0, 60)).toMatchObject({
        status: 400,
        body: { code: 'INVALID_REQUEST' },
      })
  })

  it('refuses a label or a value that breaks its rule, and names its place [FIEL-02] [FIEL-03]', async () => {
    const refusals = [
      [{ label: ' ', kind: 'text', value: 'x' }, 422, 'VALUE_REQUIRED', 'label'],
      [{ label: '<b>', kind: 'text', value: 'x' }, 422, 'PATTERN_MISMATCH', 'label'],
      [{ label: 'x', kind: 'text', value: '' }, 422, 'VALUE_REQUIRED', 'value'],
      [{ label: 'x', kind: 'text', value: 'a\nb' }, 422, 'PATTERN_MISMATCH', 'value'],
      [{ label: 'x', kind: 'date', value: '2026-02-30' }, 422, 'PATTERN_MISMATCH', 'value'],
      [{ label: 'x', kind: 'address', value: 'javascript:1' }, 422, 'ADDRESS_REFUSED', 'value'],
    ] as const
    const id = await at.item()
    for (const [field, status, code, part] of refusals) {
      const body = { chestId: at.chest.id, name: 'x', password: 'x', fields: [field] }
      expect(await at.call('POST', '/api/item/', body)).toMatchObject({
        status,
        body: { code, details: { field: `body/fields/0/${part}` } },
      })
      expect(await change(id, field)).toMatchObject({
        status,
        body: { code, details: { field: `body/elementValue/${part}` } },
      })
    }
    expect(await read(id)).toMatchObject({ fields: [], revision: 1 })
    expect(
      await at.call('PATCH', `/api/item/${id}`, { elementType: 'field', elementValue: 'x' }),
    ).toMatchObject({
      status: 400,
    })
    expect(
      await at.call('PATCH', `/api/item/${id}`, { elementType: 'name', elementValue: given[0] }),
    ).toMatchObject({
      status: 400,
    })
  })

  it('a field is added, changed, renamed and deleted, each with its entry in the history [FIEL-06] [FIEL-07] [FIEL-08] [FIEL-17]', async () => {
    const id = await at.item()
    const added = await change(id, { label: ' Port ', kind: 'text', value: ' 22 ' })
    expect(added).toMatchObject({ status: 200, body: { message: 'Champ ajouté', revision: 2, fieldId: 200 } })
    expect(await fieldsOf(id)).toEqual([{ id: 200, label: 'Port', kind: 'text', value: '22' }])
    const changed = await change(id, { id: 200, label: 'Port', kind: 'text', value: '2222' })
    expect(changed.body).toMatchObject({ message: 'Champ mis à jour', fieldId: 200 })
    // Without a value, the present one stays.
    await change(id, { id: 200, label: 'Port SSH', kind: 'text' })
    expect(await fieldsOf(id)).toEqual([{ id: 200, label: 'Port SSH', kind: 'text', value: '2222' }])
    const same = await change(id, { id: 200, label: 'Port SSH', kind: 'text', value: '2222' })
    expect(same.body).toMatchObject({ revision: 4 })
    const deleted = await change(id, { id: 200, label: 'Port SSH', kind: 'text', value: null })
    expect(deleted.body).toMatchObject({ message: 'Champ supprimé', revision: 5 })
    expect(await fieldsOf(id)).toEqual([])
    expect(await names(id)).toEqual(['field_delete:200', 'field:200', 'field:200', 'field_new:200', null])
    expect(await change(id, { id: 200, label: 'x', kind: 'text', value: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'FIELD_NOT_FOUND' },
    })
    const rows = await at.app.deps.db
      .selectFrom('journal')
      .select('objects')
      .where('action', '=', 'item.changed')
      .execute()
    expect(rows.map(({ objects }) => objects)).toContain(JSON.stringify({ field: 'field:200', item: id }))
    for (const table of ['history', 'journal', 'versions'] as const) {
      const all = JSON.stringify(await at.app.deps.db.selectFrom(table).selectAll().execute())
      expect(all).not.toContain('Port')
    }
  })

  it('holds thirty fields at most [FIEL-01]', async () => {
    const field = { label: 'x', kind: 'text', value: 'x' }
    const thirty = Array.from({ length: 30 }, () => field)
    const body = { chestId: at.chest.id, name: 'x', password: 'x', fields: [...thirty, field] }
    expect((await at.call('POST', '/api/item/', body)).status).toBe(400)
    const id = await at.item({ fields: thirty })
    expect(await change(id, field)).toMatchObject({ status: 409, body: { code: 'TOO_MANY_FIELDS' } })
  })

  it('a concealed value is sealed apart, and unsealed by its own call only [FIEL-11]', async () => {
    const id = await at.item({ fields: given })
    const before = await stored(id)
    await change(id, { id: 100, label: 'Hôte', kind: 'text', value: 'srv-02' })
    const after = await stored(id)
    expect(after.secrets).toEqual(before.secrets)
    // Forged: every call but those that need it still works.
    await at.app.deps.db.updateTable('items').set({ secrets: after.meta }).where('id', '=', id).execute()
    expect((await at.call('GET', `/api/item/${id}`)).status).toBe(200)
    expect((await at.call('GET', `/api/item/${id}/copy`)).status).toBe(200)
    expect((await change(id, { id: 100, label: 'Hôte', kind: 'text', value: 'srv-03' })).status).toBe(200)
    const order = { elementType: 'fields', elementValue: [101] }
    expect((await at.call('PATCH', `/api/item/${id}`, order)).status).toBe(200)
    expect((await reveal(id, 101)).status).toBe(500)
    await at.app.deps.db.updateTable('items').set({ secrets: before.secrets }).where('id', '=', id).execute()
    expect((await reveal(id, 101)).body).toBe('CANARI-PIN')
  })

  it('revealing a concealed value is recorded, and needs the right to read only [FIEL-10]', async () => {
    const id = await at.item({ fields: given })
    const reader = await at.other('lectrice', { read: true })
    expect((await reveal(id, 101, reader)).body).toBe('CANARI-PIN')
    expect(await at.journalOf(id)).toEqual(['item.created', 'item.field.read'])
    const last = await at.app.deps.db
      .selectFrom('journal')
      .select('objects')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow()
    expect(last.objects).toBe(JSON.stringify({ field: 101, item: id }))
    // What reveals nothing records nothing.
    for (const field of [100, 999]) {
      expect(await reveal(id, field, reader)).toMatchObject({
        status: 404,
        body: { code: 'FIELD_NOT_FOUND' },
      })
    }
    expect(await at.journalOf(id)).toHaveLength(2)
    expect(await change(id, { label: 'x', kind: 'text', value: 'x' }, {}, reader)).toMatchObject({
      status: 409,
      body: { code: 'RIGHT_REQUIRED' },
    })
    const stranger = await at.world.session(await at.world.addUser({ login: 'etrangere' }))
    expect(await reveal(id, 101, stranger)).toMatchObject({ status: 404, body: { code: 'ITEM_NOT_FOUND' } })
    await at.call('DELETE', `/api/item/${id}`)
    expect((await reveal(id, 101)).status).toBe(404)
  })

  it('a field is renamed without its concealed value, and concealed or shown only with a value [FIEL-07] [FIEL-12]', async () => {
    const id = await at.item({ fields: given })
    await change(id, { id: 101, label: 'PIN', kind: 'concealed' })
    expect((await reveal(id, 101)).body).toBe('CANARI-PIN')
    for (const bad of [
      { id: 101, label: 'PIN', kind: 'text' },
      { id: 100, label: 'Hôte', kind: 'concealed' },
    ])
      expect(await change(id, bad)).toMatchObject({ status: 422, body: { code: 'VALUE_REQUIRED' } })
    await change(id, { id: 100, label: 'Hôte', kind: 'concealed', value: 'srv' })
    await change(id, { id: 101, label: 'PIN', kind: 'text', value: '1234' })
    expect((await fieldsOf(id)).slice(0, 2)).toEqual([
      { id: 100, label: 'Hôte', kind: 'concealed', value: true },
      { id: 101, label: 'PIN', kind: 'text', value: '1234' },
    ])
    expect((await reveal(id, 100)).body).toBe('srv')
    expect((await reveal(id, 101)).status).toBe(404)
  })

  it('a field is renamed though its imported value breaks a rule of forms', async () => {
    const file = 'Nom;Mot de passe;Balise\nImporté;x;<b>gras</b>\n'
    const form = new FormData()
    form.set('chestId', String(at.chest.id))
    form.set('file', new Blob([file]), 'base.csv')
    expect((await at.call('POST', '/api/import/csv', form)).status).toBe(200)
    const rows = bodyOf<{ items: { id: number; name: string }[] }>(
      await at.call('GET', `/api/explorer/data/?chestId=${at.chest.id}&limit=100`),
    )
    const id = rows.items.find(({ name }) => name === 'Importé')?.id ?? 0
    expect(await fieldsOf(id)).toEqual([{ id: 100, label: 'Balise', kind: 'text', value: '<b>gras</b>' }])
    expect((await change(id, { id: 100, label: 'Autre', kind: 'text' })).status).toBe(200)
    expect(await fieldsOf(id)).toMatchObject([{ label: 'Autre', value: '<b>gras</b>' }])
    // Markup is refused where it is typed, also when the kind changes.
    const typed = { id: 100, label: 'Autre', kind: 'lines', value: '<b>gras</b> <i>' }
    expect(await change(id, typed)).toMatchObject({ status: 422 })
    expect(await change(id, { id: 100, label: '<i>', kind: 'text' })).toMatchObject({ status: 422 })
    expect(await change(id, { id: 100, label: 'Autre', kind: 'lines' })).toMatchObject({ status: 200 })
    expect(await change(id, { id: 100, label: 'Autre', kind: 'text' })).toMatchObject({ status: 200 })
    // Its deletion can be undone as well.
    await change(id, { id: 100, label: 'Autre', kind: 'text', value: null })
    const version = (await versions(id))[0]?.id ?? 0
    expect((await at.call('POST', `/api/item/${id}/version/${version}/restore`, {})).status).toBe(200)
    expect(await fieldsOf(id)).toMatchObject([{ id: 100, value: '<b>gras</b>' }])
  })

  it('fields are put in another order; those that it does not name follow [FIEL-09]', async () => {
    const id = await at.item({ fields: given })
    const order = (elementValue: unknown, more: object = {}) =>
      at.call('PATCH', `/api/item/${id}`, { elementType: 'fields', elementValue, ...more })
    expect((await order([105, 100])).body).toMatchObject({
      message: 'Ordre des champs mis à jour',
      revision: 2,
    })
    expect((await fieldsOf(id)).map((field) => field.id)).toEqual([105, 100, 101, 102, 103, 104])
    expect((await reveal(id, 104)).body).toBe(privateKey)
    expect(await names(id)).toEqual(['fields', null])
    expect((await order([105, 100, 101, 102, 103, 104])).body).toMatchObject({ revision: 2 })
    for (const bad of [[1], [100, 100]])
      expect(await order(bad)).toMatchObject({ status: 404, body: { code: 'FIELD_NOT_FOUND' } })
    for (const bad of ['x', null, 1, {}]) expect((await order(bad)).status).toBe(400)
    expect(await order([100], { revision: 1 })).toMatchObject({
      status: 409,
      body: { code: 'EDIT_CONFLICT' },
    })
  })

  it('a change from a stale revision overwrites nothing, and returns the present item [FIEL-13]', async () => {
    const id = await at.item({ fields: given })
    await change(id, { id: 100, label: 'Hôte', kind: 'text', value: 'srv-02' }, { revision: 1 })
    const late = await change(id, { id: 100, label: 'Hôte', kind: 'text', value: 'srv-03' }, { revision: 1 })
    expect(late).toMatchObject({ status: 409, body: { code: 'EDIT_CONFLICT', details: { id, revision: 2 } } })
    expect(late.text).toContain('srv-02')
    expect(late.text).not.toContain('CANARI')
    expect((await fieldsOf(id))[0]).toMatchObject({ value: 'srv-02' })
  })

  it('old values are kept by field, revealed by the recorded call, and restored [FIEL-15]', async () => {
    const id = await at.item({ fields: given })
    await change(id, { id: 101, label: 'PIN', kind: 'concealed', value: 'CANARI-NEUF' })
    await change(id, { id: 100, label: 'Hôte', kind: 'text', value: 'srv-02' })
    const list = await at.call('GET', `/api/item/${id}/version/`)
    expect(bodyOf<Version[]>(list).map(({ paramName }) => paramName)).toEqual(['field:100', 'field:101'])
    expect(list.text).not.toContain('CANARI')
    const [host, pin] = bodyOf<Version[]>(list)
    const open = (version = 0, cookie?: string) =>
      at.call('POST', `/api/item/${id}/version/${version}/open`, undefined, cookie)
    expect((await open(pin?.id)).body).toEqual({
      paramName: 'field:101',
      value: 'CANARI-PIN',
      field: { label: 'Code PIN', kind: 'concealed' },
    })
    expect((await open(host?.id)).body).toMatchObject({ value: 'srv-canard-01', field: { kind: 'text' } })
    expect(await at.journalOf(id)).toContain('item.version.opened')
    const reader = await at.other('curieux', { read: true })
    expect((await open(pin?.id, reader)).status).toBe(409)
    const restore = (version = 0, body: object = {}) =>
      at.call('POST', `/api/item/${id}/version/${version}/restore`, body)
    expect(await restore(pin?.id, { revision: 1 })).toMatchObject({ status: 409 })
    expect((await restore(pin?.id)).body).toMatchObject({ message: 'Ancienne valeur restaurée' })
    expect((await reveal(id, 101)).body).toBe('CANARI-PIN')
    expect((await fieldsOf(id))[1]).toMatchObject({ label: 'Code PIN' })
    // A deleted field comes back to its place with its id.
    await change(id, { id: 101, label: 'x', kind: 'concealed', value: null })
    expect((await fieldsOf(id)).map((field) => field.id)).not.toContain(101)
    expect((await reveal(id, 101)).status).toBe(404)
    await restore((await versions(id))[0]?.id)
    expect((await fieldsOf(id)).map((field) => field.id)).toEqual([100, 101, 102, 103, 104, 105])
    expect((await reveal(id, 101)).body).toBe('CANARI-PIN')
    expect((await reveal(id, 104)).body).toBe(privateKey)
  })

  it('keeps ten old values of each field [FIEL-14]', async () => {
    const id = await at.item({ fields: given.slice(0, 2) })
    for (let turn = 0; turn < 12; turn += 1)
      await change(id, { id: 101, label: 'PIN', kind: 'concealed', value: `CANARI-${turn}` })
    await change(id, { id: 100, label: 'Hôte', kind: 'text', value: 'srv-02' })
    expect((await versions(id)).map(({ paramName }) => paramName)).toEqual([
      'field:100',
      ...Array.from({ length: 10 }, () => 'field:101'),
    ])
  })

  it('text and address fields are found by label and value, others never [FIEL-16]', async () => {
    const id = await at.item({ name: 'Recherché', fields: given })
    const found = async (search: string) => {
      const reply = await at.call('POST', '/api/search', { search })
      expect(reply.text).not.toContain('CANARI')
      return bodyOf<{ items: { id: number }[] }>(reply).items.some((item) => item.id === id)
    }
    for (const word of ['srv-canard-01', 'nom d’hote', 'console.exemple.fr', 'recherché srv-canard'])
      expect(await found(word), word).toBe(true)
    for (const word of ['CANARI-PIN', 'Code PIN', '2027-01-31', 'OPENSSH', 'deux'])
      expect(await found(word), word).toBe(false)
    await change(id, { id: 100, label: 'Hôte', kind: 'text', value: 'nouvel-hote' })
    expect(await found('srv-canard-01')).toBe(false)
    expect(await found('nouvel-hote')).toBe(true)
    const rows = await at.call('GET', `/api/explorer/data/?chestId=${at.chest.id}`)
    expect(rows.text).not.toContain('nouvel-hote')
  })

  it('fields move, go to the trash and come back with their item [FIEL-18]', async () => {
    const id = await at.item({ fields: given })
    const folderId = await at.folder('Serveurs')
    const move = { elementType: 'folder', elementValue: folderId }
    expect((await at.call('PATCH', `/api/item/${id}`, move)).status).toBe(200)
    const { trashId } = bodyOf<{ trashId: number }>(await at.call('DELETE', `/api/item/${id}`))
    expect((await at.call('PATCH', `/api/trash/${trashId}`, { update: 'restore' })).status).toBe(200)
    expect(await fieldsOf(id)).toHaveLength(given.length)
    expect((await reveal(id, 104)).body).toBe(privateKey)
  })

  it('two people who add a field at once lose neither [FIEL-13]', async () => {
    const id = await at.item()
    const one = (label: string) => change(id, { label, kind: 'concealed', value: `CANARI-${label}` })
    const replies = await Promise.all(['un', 'deux', 'trois'].map(one))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const fields = await fieldsOf(id)
    expect(fields.map(({ label }) => label).toSorted()).toEqual(['deux', 'trois', 'un'])
    for (const { id: field, label } of fields) expect((await reveal(id, field)).body).toBe(`CANARI-${label}`)
  })

  it('no concealed value and no label is ever logged or stored in clear [FIEL-17]', async () => {
    expect(at.app.logged()).not.toMatch(/CANARI|Code PIN/)
    const row = JSON.stringify(await at.app.deps.db.selectFrom('journal').selectAll().execute())
    expect(row).not.toMatch(/CANARI|Code PIN/)
  })
})
