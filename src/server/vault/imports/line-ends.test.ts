import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { single as singleOfCsv } from './csv-testing.ts'
import { single as singleOfXml } from './keepass-testing.ts'
import { readAs } from './formats/read-testing.ts'
import { toContent } from './formats/to-content.ts'
import { ownCsvHeader } from '#texts/vault/own-csv.ts'

const note = '\n\n  - un\n\t- deux\n\ntrois  \n'

describe('the notes of a file', () => {
  it.each(['\n', '\r\n', '\r', '\r\r\n'])(
    'keep blank lines and indentation, in one form: %j',
    async (end) => {
      const written = note.replaceAll('\n', end)
      const item = await singleOfCsv(`nom;mot de passe;notes;Remarque\nA;p;"${written}";"${written}"`)
      expect(item).toMatchObject({
        description: note,
        fields: [{ label: 'Remarque', kind: 'lines', value: note }],
      })
      const { item: ofXml } = await singleOfXml({
        Title: 'A',
        Password: 'p',
        Notes: written,
        Remarque: written,
      })
      expect(ofXml.description).toBe(end === '\r\r\n' ? note.replaceAll('\n', '\n\n') : note)
      const { found } = await readAs('keepassxc-csv', [
        '"Group","Title","Username","Password","URL","Notes"',
        `"Root","A","","p","","${written}"`,
      ])
      expect(found.entries[0]?.notes).toBe(written)
    },
  )

  it('are none if they are blank', async () => {
    expect(await singleOfCsv('nom;mot de passe;notes\nA;p;" \n "')).toMatchObject({ description: '' })
  })

  it('leave concealed columns to the letter, and lines without their outer blanks', async () => {
    const item = await singleOfCsv('nom;mot de passe;Code PIN;Port\nA;p;" 12 34 ";" 22 "')
    expect(item.fields).toEqual([
      { label: 'Code PIN', kind: 'concealed', value: ' 12 34 ' },
      { label: 'Port', kind: 'text', value: '22' },
    ])
  })
})

describe('the secrets of a file', () => {
  const key = '-----BEGIN-----\r\n  a\r\nb \r\n'

  it('are kept byte for byte; what is shown has line feeds', async () => {
    const direct = await singleOfCsv(`nom;mot de passe;Clé\nA;" p\r\nw ";"${key}"`)
    expect(direct).toMatchObject({ password: ' p\r\nw ', fields: [{ kind: 'concealed', value: key }] })
    const json = {
      encrypted: false,
      items: [
        {
          id: '1',
          type: 1,
          name: 'A',
          fields: [
            { name: 'Clé', value: key, type: 1 },
            { name: 'Vu', value: key, type: 0 },
          ],
          login: { username: 'u', password: ' p\r\nw ' },
        },
      ],
    }
    const { found, format } = await readAs('bitwarden-json', JSON.stringify(json))
    const read = await toContent(found, format.family, { withBin: false, withFormer: false, fileBytes: 1 })
    expect(read.ok && read.items).toMatchObject([
      {
        password: ' p\r\nw ',
        fields: [
          { label: 'Clé', kind: 'concealed', value: key },
          { label: 'Vu', kind: 'lines', value: key.replaceAll('\r\n', '\n') },
        ],
      },
    ])
  })

  it('stay as they are in a table that Trousseau exported', async () => {
    const header = [...ownCsvHeader, 'Clé (masqué)'].join(';')
    const item = await singleOfCsv(`${header}\r\nA;;" p\r\nw ";;;;;;"${key}"\r\n`)
    expect(item).toMatchObject({ password: ' p\r\nw ', fields: [{ kind: 'concealed', value: key }] })
  })
})

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  const crlf = note.replaceAll('\n', '\r\n')
  const create = async (kind: 'item' | 'folder', fields: Record<string, string>, isForm: boolean) => {
    const form = new FormData()
    const all: Record<string, string> = { chestId: String(at.chest.id), name: 'GLPI', ...fields }
    for (const [name, value] of Object.entries(all)) form.set(name, value)
    const body = isForm ? form : { ...all, chestId: at.chest.id }
    const made = await at.call('POST', `/api/${kind}/`, body)
    expect(made.status, made.text).toBe(201)
    return (made.body as { id: number }).id
  }
  const read = async (kind: 'item' | 'folder', id: number) =>
    (await at.call('GET', `/api/${kind}/${id}`)).body as { description: string; fields: { value: string }[] }

  it.each([true, false])(
    'a description has one stored form, sent as a form or as JSON: %s',
    async (isForm) => {
      const fields = JSON.stringify([{ label: 'Remarque', kind: 'lines', value: crlf }])
      const id = await create('item', { password: 'x', description: crlf, fields }, isForm)
      expect(await read('item', id)).toMatchObject({ description: note, fields: [{ value: note }] })
      const changed = await at.call('PATCH', `/api/item/${id}`, {
        elementType: 'description',
        elementValue: `${crlf}fin`,
      })
      expect(changed.status).toBe(200)
      expect((await read('item', id)).description).toBe(`${note}fin`)
      const same = await at.call('PATCH', `/api/item/${id}`, {
        elementType: 'description',
        elementValue: `${note}fin`,
      })
      expect((same.body as { revision: number }).revision).toBe(
        (changed.body as { revision: number }).revision,
      )
    },
  )

  it('the description of a folder has the same form', async () => {
    const id = await create('folder', { description: crlf }, false)
    expect(await read('folder', id)).toMatchObject({ description: note })
    await at.call('PATCH', `/api/folder/${id}`, { elementType: 'description', elementValue: `${crlf}fin` })
    expect(await read('folder', id)).toMatchObject({ description: `${note}fin` })
  })
})
