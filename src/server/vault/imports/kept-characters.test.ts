import { describe, expect, it } from 'vitest'
import { content } from './csv-testing.ts'
import { readAs } from './formats/read-testing.ts'
import { zipOf } from './formats/samples/zip-writer.ts'
import { toContent } from './formats/to-content.ts'

/** What the values of an entry hold: controls of both ranges, a NUL, half a surrogate pair, and what stays. */
const [text, kept] = ['un\u0001\u0085\u009f\tdeux\u007f', 'un\tdeux']
const address = 'https://exe\u0001mple\u009d.fr/a'

const imported = async (format: string, file: string | Uint8Array) => {
  const read = await readAs(format, file)
  const result = await toContent(read.found, read.format.family, {
    withBin: false,
    withFormer: true,
    fileBytes: 1_000,
  })
  if (!result.ok) throw new Error(result.code)
  const items = [...result.items, ...result.folders.flatMap((folder) => folder.items)]
  return { items, told: result.fails.map(({ name, reason }) => `${name} ${reason}`) }
}
/** Returns a text as JSON, its controls escaped. */
const jsonText = (value: string): string =>
  JSON.stringify(value).replaceAll(
    /\p{Cc}/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
const bitwarden = (login: string): string =>
  `{"encrypted":false,"folders":[],"items":[{"id":"1","type":1,"name":"Serveur","notes":${jsonText(text)},"fields":[{"name":"Cl\\u0001é","value":${jsonText(text)},"type":0}],"login":{"username":"jean","password":"p",${login}}}]}`
const pux = (password: string): Uint8Array =>
  zipOf({
    'export.attributes': '{"version":3}',
    'export.data': JSON.stringify({
      accounts: [
        {
          attrs: { uuid: 'A' },
          vaults: [
            {
              attrs: { uuid: 'V', name: '' },
              items: [
                {
                  uuid: 'i',
                  categoryUuid: '001',
                  overview: { title: 'Serveur', url: address },
                  details: {
                    loginFields: [{ designation: 'password', value: password }],
                    notesPlain: text,
                    sections: [{ title: '', fields: [{ id: 'a', title: 'Port', value: { string: text } }] }],
                  },
                },
              ],
            },
          ],
        },
      ],
    }),
  })
const lastPass = (password: string): string =>
  `url,username,password,totp,extra,name,grouping,fav\n${address},jean,${password},,"${text}",Serveur,,0`
const strongbox = (password: string): string =>
  `Title,Username,Email,Password,URL,OTPAuth,Notes\nServeur,jean,,${password},${address},,"${text}"`

describe('a control character', () => {
  it.each([
    ['lastpass', lastPass('p')],
    ['strongbox-csv', strongbox('p')],
    ['bitwarden-json', bitwarden(`"uris":[{"uri":${jsonText(address)}}]`)],
    ['1password-1pux', pux('p')],
    ['csv', `Intitulé;Compte;Mot de passe;Lien;Remarques\nServeur;jean;p;${address};${text}`],
  ])(
    'is dropped from shown texts and addresses of %s, and told by the name of its item',
    async (format, file) => {
      const { items, told } = await imported(format, file)
      expect(items).toMatchObject([{ password: 'p', address: 'https://exemple.fr/a', description: kept }])
      expect(JSON.stringify(items)).not.toMatch(/[\u007f-\u009f]|\\u00[01]/)
      expect(told.filter((one) => one.endsWith('CHARACTERS_DROPPED'))).toEqual(['Serveur CHARACTERS_DROPPED'])
      expect(told.join()).not.toMatch(/ADDRESS_REFUSED|CONTROLS_KEPT/)
    },
  )

  it('is dropped by the direct table alike', async () => {
    const { items, fails } = await content(
      `nom;mot de passe;adresse;notes;Port\nServeur;p;${address};${text};80\u0090`,
    )
    expect(items).toMatchObject([
      { address: 'https://exemple.fr/a', description: kept, fields: [{ label: 'Port', value: '80' }] },
    ])
    expect(fails.filter(({ name }) => name !== '')).toEqual([
      { line: 2, name: 'Serveur', reason: 'CHARACTERS_DROPPED' },
    ])
  })

  it.each([
    ['lastpass', lastPass('p\u0001\u0085w')],
    ['strongbox-csv', strongbox('p\u0001\u0085w')],
    ['1password-1pux', pux('p\u0001\u0085w')],
  ])('stays in a password of %s, which is told', async (format, file) => {
    const { items, told } = await imported(format, file)
    expect(items).toMatchObject([{ password: 'p\u0001\u0085w' }])
    expect(told).toContain('Serveur CONTROLS_KEPT')
  })

  it('does not hide the scheme of an address', async () => {
    const { items, fails } = await content('nom;mot de passe;adresse\nA;p;java\u0001script:alert(1)')
    expect(items).toMatchObject([{ address: '', fields: [{ label: 'URL', value: 'javascript:alert(1)' }] }])
    expect(fails.map(({ reason }) => reason)).toEqual(['ADDRESS_REFUSED', 'CHARACTERS_DROPPED'])
  })

  it('of a NUL or half a pair is dropped from secrets as well, former ones included', async () => {
    const history = `"passwordHistory":[{"password":"vi\\ud800eux","lastUsedDate":"2024-01-01T00:00:00Z"}],`
    const file = bitwarden('"totp":null')
      .replace('"password":"p"', String.raw`"password":"p\u0000\udc00w"`)
      .replace('"login":', `${history}"login":`)
    const { items, told } = await imported('bitwarden-json', file)
    expect(items).toMatchObject([{ password: 'pw', oldValues: [{ field: 'password', value: 'vieux' }] }])
    expect(told).toEqual(['Serveur CHARACTERS_DROPPED'])
  })

  it('in the name of an entry or of a field is told', async () => {
    const named = await imported(
      'bitwarden-json',
      `{"encrypted":false,"items":[{"id":"1","type":1,"name":"Ser\\ud800veur","fields":[{"name":"Vu\\u0001","value":"v","type":0}],"login":{"password":"p"}}]}`,
    )
    expect(named.items).toMatchObject([{ fields: [{ label: 'Vu', value: 'v' }] }])
    expect(named.told.map((one) => one.split(' ').at(-1))).toEqual(['NAME_CLEANED', 'CHARACTERS_DROPPED'])
  })
})
