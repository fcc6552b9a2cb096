import { afterAll, beforeAll, expect, it } from 'vitest'
import { startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import {
  archiveItem,
  archiveLinesOf,
  archivePassword,
  sealedArchive,
} from './formats/archive/archive-testing.ts'
import { eachEngine } from '#server/testing/databases.ts'

const note = 'Contact : <jean.dupont@exemple.fr>\nVoir <script>alert(1)</script> et a<b'
const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  /** Imports a file of any program, with its preview. */
  const bring = async (name: string, content: string | Uint8Array, more: Record<string, string> = {}) => {
    const send = async (path: string, fields: Record<string, string>) => {
      const form = new FormData()
      for (const [field, value] of Object.entries({ chestId: String(at.chest.id), ...more, ...fields }))
        form.set(field, value)
      form.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
      const reply = await at.call('POST', path, form)
      expect(reply.status, reply.text).toBe(200)
      return reply.body as { plan: string }
    }
    const { plan } = await send('/api/import/preview', {})
    await send('/api/import/apply', { plan })
  }

  const upload = async (source: string, name: string, text: string, more: Record<string, string> = {}) => {
    const form = new FormData()
    for (const [field, value] of Object.entries({ chestId: String(at.chest.id), ...more }))
      form.set(field, value)
    form.set('file', new Blob([text]), name)
    const reply = await at.app.call({
      method: 'POST',
      path: `/api/import/${source}`,
      body: form,
      cookie: await at.world.session(at.owner),
    })
    expect(reply.status, reply.text).toBe(200)
  }
  type Found = { items: { id: number; name: string }[]; folders: { id: number; name: string }[] }
  const listed = async (chestId: number, folderId?: number) => {
    const query = folderId === undefined ? '' : `&folderId=${folderId}`
    return (await at.call('GET', `/api/explorer/data/?chestId=${chestId}&limit=100${query}`)).body as Found
  }
  const itemNamed = async (name: string, chestId = at.chest.id) => {
    const found = (await listed(chestId)).items.find((one) => one.name === name)
    if (!found) throw new Error(`no ${name}`)
    return found.id
  }
  const read = async (id: number) =>
    (await at.call('GET', `/api/item/${id}`)).body as {
      login: string
      description: string
      fields: { id: number; label: string; kind: string; value: string }[]
    }
  const change = (id: number, elementType: string, elementValue: unknown) =>
    at.call('PATCH', `/api/item/${id}`, { elementType, elementValue })
  const restoreNewest = async (kind: 'item' | 'folder', id: number, param: string) => {
    const versions = (await at.call('GET', `/api/${kind}/${id}/version`)).body as {
      id: number
      paramName: string
    }[]
    const version = versions.find(({ paramName }) => paramName === param)
    return at.call('POST', `/api/${kind}/${id}/version/${version?.id}/restore`, {})
  }

  const ways: Readonly<Record<string, () => Promise<number>>> = {
    csv: async () => {
      const rows = [
        'nom;identifiant;mot de passe;notes;Remarque',
        `Table;CORP<jean>;p;${cell(note)};${cell(note)}`,
      ]
      await upload('csv', 'a.csv', rows.join('\n'))
      return itemNamed('Table')
    },
    xml: async () => {
      const string = (key: string, value: string) =>
        `<String><Key>${key}</Key><Value>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</Value></String>`
      const strings = [
        string('Title', 'Fichier'),
        string('UserName', 'CORP<jean>'),
        string('Password', 'p'),
        string('Notes', note),
        string('Remarque', note),
      ]
      const group = `<Group><Name>Racine</Name><Notes>${note.replaceAll('<', '&lt;')}</Notes><Entry>${strings.join('')}</Entry></Group>`
      await upload(
        'keepass',
        'a.xml',
        `<?xml version="1.0"?><KeePassFile><Root>${group}</Root></KeePassFile>`,
      )
      const folder = (await listed(at.chest.id)).folders.find(({ name }) => name === 'Racine')
      const [item] = (await listed(at.chest.id, folder?.id)).items
      return item?.id ?? 0
    },
    archive: async () => {
      const item = archiveItem({
        name: 'Archivé',
        login: 'CORP<jean>',
        description: note,
        fields: [{ label: 'Remarque', kind: 'lines', value: note }],
        old: [],
      })
      const password = archivePassword.reveal()
      await bring('a.trousseau', await sealedArchive(...archiveLinesOf([], [item])), { password })
      return itemNamed('Archivé')
    },
    'Bitwarden JSON': async () => {
      const login = { username: 'CORP<jean>', password: 'p', totp: null, uris: [] }
      const fields = [{ name: 'Remarque', value: note, type: 0 }]
      const item = { id: '1', type: 1, name: 'Nuage', notes: note, favorite: false, fields, login }
      await bring('a.json', JSON.stringify({ encrypted: false, folders: [], items: [item] }))
      return itemNamed('Nuage')
    },
    'KeePass XML of the fourth source': async () => {
      const string = (key: string, value: string) =>
        `<String><Key>${key}</Key><Value>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</Value></String>`
      const strings = [
        string('Title', 'Quatrième'),
        string('UserName', 'CORP<jean>'),
        string('Password', 'p'),
        string('Notes', note),
        string('Remarque', note),
      ]
      const group = `<Group><Name>Base</Name><Entry>${strings.join('')}</Entry></Group>`
      await bring('b.xml', `<?xml version="1.0"?><KeePassFile><Root>${group}</Root></KeePassFile>`)
      return itemNamed('Quatrième')
    },
  }

  /** Proves that each text of an item may be edited around and restored, and that no new markup comes in. */
  const isEditable = async (id: number) => {
    const before = await read(id)
    expect(before).toMatchObject({ login: 'CORP<jean>', description: note })
    expect(await change(id, 'description', `${note}\nUn mot de plus.`)).toMatchObject({ status: 200 })
    expect(await change(id, 'description', `Avant. ${note.replace('Contact', 'Joindre')}`)).toMatchObject({
      status: 200,
    })
    for (const typed of [
      `${note} <img src=x>`,
      `${note} <script>`,
      note.replace('dupont@exemple.fr', 'dupont@exemple.fr onclick=x'),
      note.replace('<script>', '<script src=//exemple.fr>'),
      '<b>gras</b>',
    ])
      expect(await change(id, 'description', typed)).toMatchObject({
        status: 422,
        body: { code: 'PATTERN_MISMATCH', details: { field: 'body/elementValue' } },
      })
    const restored = await restoreNewest('item', id, 'description')
    expect(restored).toMatchObject({ status: 200 })
    expect((await read(id)).description).toContain('Un mot de plus.')
    // An address in angle brackets is replaced, repeated and written in another case.
    for (const typed of [
      note.replace('jean', 'paul'),
      note.replace('jean.dupont', 'Jean.DUPONT'),
      `${note}\nou <marie@exemple.fr>, <Marie@exemple.fr>`,
      note,
    ])
      expect(await change(id, 'description', typed), typed).toMatchObject({ status: 200 })
    expect(await change(id, 'description', '')).toMatchObject({ status: 200 })
    expect(await change(id, 'description', note)).toMatchObject({ status: 422 })
    expect(await restoreNewest('item', id, 'description')).toMatchObject({ status: 200 })
    expect((await read(id)).description).toContain('<jean.dupont@exemple.fr>')

    expect(await change(id, 'login', 'AUTRE CORP<jean>')).toMatchObject({ status: 200 })
    expect(await change(id, 'login', 'marie')).toMatchObject({ status: 200 })
    expect(await change(id, 'login', 'CORP<jean>')).toMatchObject({ status: 422 })
    expect(await restoreNewest('item', id, 'login')).toMatchObject({ status: 200 })
    expect((await read(id)).login).toBe('AUTRE CORP<jean>')

    const [field] = before.fields.filter(({ label }) => label === 'Remarque')
    expect(field).toMatchObject({ kind: 'lines', value: note })
    const changeValue = (value: string) =>
      change(id, 'field', { id: field?.id, label: 'Remarque', kind: 'lines', value })
    expect(await changeValue(`${note} et encore`)).toMatchObject({ status: 200 })
    expect(await changeValue(`${note} <img src=x>`)).toMatchObject({ status: 422 })
    expect(await changeValue('plus rien')).toMatchObject({ status: 200 })
    expect(await changeValue(note)).toMatchObject({ status: 422 })
    expect(await restoreNewest('item', id, `field:${field?.id}`)).toMatchObject({ status: 200 })
    expect((await read(id)).fields).toContainEqual(expect.objectContaining({ value: `${note} et encore` }))
  }

  it.each(Object.keys(ways))(
    'an item that came by %s is edited around and restored in every field',
    async (way) => {
      await isEditable((await ways[way]?.()) ?? 0)
    },
  )

  it('an item keeps its texts when it is copied, moved to another chest, deleted and restored', async () => {
    const other = await at.world.addChest('Archives', at.owner)
    const row = `Voyage;CORP<jean>;p;${cell(note)};${cell(note)}`
    await upload('csv', 'b.csv', `nom;identifiant;mot de passe;notes;Remarque\n${row}`)
    const id = await itemNamed('Voyage')
    const to = { chestId: other.id }
    const copied = await at.call('POST', `/api/item/${id}/copy-to`, to)
    expect(copied.status, copied.text).toBeLessThan(300)
    await isEditable(await itemNamed('Voyage', other.id))

    expect((await at.call('DELETE', `/api/item/${id}`)).status).toBe(200)
    const trash = await at.call('GET', `/api/trash/?chestId=${at.chest.id}`)
    const [entry] = trash.body as { id: number }[]
    const restored = await at.call('PATCH', `/api/trash/${entry?.id}`, { update: 'restore' })
    expect(restored.status, restored.text).toBe(200)
    const third = await at.world.addChest('Voyages', at.owner)
    const moved = await at.call('POST', `/api/item/${id}/move-to`, { chestId: third.id })
    expect(moved.status, moved.text).toBeLessThan(300)
    await isEditable(await itemNamed('Voyage', third.id))
  })

  it("a folder's description is edited around and restored", async () => {
    const folder = (await listed(at.chest.id)).folders.find(({ name }) => name === 'Racine')
    const id = folder?.id ?? 0
    const changeText = (elementValue: string) =>
      at.call('PATCH', `/api/folder/${id}`, { elementType: 'description', elementValue })
    expect(await changeText(`${note} fin`)).toMatchObject({ status: 200 })
    expect(await changeText(`${note} <img src=x>`)).toMatchObject({ status: 422 })
    expect(await changeText('')).toMatchObject({ status: 200 })
    expect(await changeText(note)).toMatchObject({ status: 422 })
    expect(await restoreNewest('folder', id, 'description')).toMatchObject({ status: 200 })
    expect((await at.call('GET', `/api/folder/${id}`)).body).toMatchObject({ description: `${note} fin` })
  })
})
