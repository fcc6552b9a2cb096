import { describe, expect, it } from 'vitest'
import { digestOfItem } from '#server/vault/contents/element-source.ts'
import { naturalKey } from '../identity.ts'
import { planImport } from '../plan.ts'
import { readAs } from './read-testing.ts'
import { zipOf } from './samples/zip-writer.ts'
import { toContent } from './to-content.ts'

const pem = '-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY-----'
/** Fields that a program shows: their names and values. */
const secrets = [
  ['Code PIN', '4821'],
  ['Mot de passe WiFi', ' ouvre-toi '],
  ['mdp', 'x'],
  ['apiKey', 'y'],
  ['Remarque', pem],
] as const
const shown = [
  ['Port', '22'],
  ['Code postal', '38000'],
  ['Clé publique', 'ssh-ed25519 AAAA'],
] as const
const all = [...secrets, ...shown]

const bitwarden = JSON.stringify({
  encrypted: false,
  items: [
    {
      id: '1',
      type: 1,
      name: 'Site',
      fields: all.map(([name, value]) => ({ name, value, type: 0 })),
      login: { username: 'moi', password: 'p' },
    },
  ],
})
const details = {
  loginFields: all.map(([name, value]) => ({ name, value, fieldType: 'T' })),
  sections: [
    {
      title: 'Codes',
      fields: all.map(([title, string], at) => ({ id: `f${at}`, title, value: { string } })),
    },
  ],
}
const item = { uuid: 'i', categoryUuid: '001', overview: { title: 'A' }, details }
const onePux = zipOf({
  'export.data': JSON.stringify({
    accounts: [{ attrs: { uuid: 'A' }, vaults: [{ attrs: { uuid: 'V' }, items: [item] }] }],
  }),
})
const protonItem = {
  itemId: 'i',
  shareId: 's',
  state: 1,
  data: {
    type: 'login',
    metadata: { name: 'A', note: '' },
    content: { itemUsername: 'moi', password: 'p', urls: [], totpUri: '', passkeys: [] },
    extraFields: all.map(([fieldName, content]) => ({ fieldName, type: 'text', data: { content } })),
  },
}
const proton = JSON.stringify({
  version: '1.21.0',
  userId: 'u',
  encrypted: false,
  vaults: { v: { name: 'Perso', items: [protonItem] } },
})

describe('a field that its program shows', () => {
  it.each([
    ['bitwarden-json', bitwarden, 1],
    ['1password-1pux', onePux, 2],
    ['proton-json', proton, 1],
  ] as const)('is concealed if its name or its value tells a secret: %s', async (format, file, times) => {
    const { found } = await readAs(format, file)
    const fields = found.entries[0]?.fields ?? []
    expect(fields.filter(({ kind }) => kind === 'concealed').map(({ value }) => value)).toEqual(
      Array.from({ length: times }, () => secrets.map(([, value]) => value)).flat(),
    )
    expect(fields.filter(({ kind }) => kind !== 'concealed').map(({ value }) => value)).toEqual(
      Array.from({ length: times }, () => shown.map(([, value]) => value)).flat(),
    )
  })

  it.each([
    ['bitwarden-json', bitwarden],
    ['1password-1pux', onePux],
  ] as const)(
    'stays shown where an earlier release imported it, and is not doubled: %s',
    async (format, file) => {
      const read = await readAs(format, file)
      const { family } = read.format
      const content = await toContent(read.found, family, { withBin: false, withFormer: false, fileBytes: 1 })
      if (!content.ok) throw new Error(content.code)
      const items = [...content.items, ...content.folders.flatMap((folder) => folder.items)]
      const [entry] = items
      if (!entry) throw new Error('no item')
      // What earlier releases stored: the same fields, all of them shown.
      const fields = entry.fields.map(({ label, value }) => {
        const isLines = value.includes('\n')
        return isLines
          ? { label, kind: 'lines' as const, value }
          : { label, kind: 'text' as const, value: format === 'bitwarden-json' ? value : value.trim() }
      })
      const digest = digestOfItem({ ...entry, fields })
      const existing = {
        id: 1,
        folderId: null,
        isLive: true,
        key: naturalKey(entry),
        source: { family, id: entry.sourceId ?? '', within: 0, digest, batch: 1 },
      }
      const planOf = (imported: string) =>
        planImport(
          content,
          { folders: [], items: [{ ...existing, source: { ...existing.source, digest: imported } }] },
          { folderId: null, mayUpdate: true },
          async () => new Map([[1, imported]]),
        )
      expect((await planOf(digest)).updates).toEqual([])
      expect((await planOf(digest)).insertion.items).toEqual([])
      // Another text of the file is imported as it is read now.
      expect((await planOf('autre')).updates).toMatchObject([{ id: 1 }])
    },
  )
})
