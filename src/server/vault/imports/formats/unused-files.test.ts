import { describe, expect, it } from 'vitest'
import { importFailText } from '#texts/vault/imports.ts'
import { readFile } from './formats.ts'
import { zipOf } from './samples/zip-writer.ts'

/** Returns the attached files of the entries, and the names that the note about the whole file gives. */
async function filesOf(files: Readonly<Record<string, string>>) {
  const read = await readFile(zipOf(files))
  if ('ok' in read) throw new Error(read.code)
  const left = read.found.notes.filter(({ reason }) => reason === 'FILES_LEFT')
  return {
    format: read.format.id,
    attached: read.found.entries.flatMap((entry) => entry.files.map(({ name }) => name)),
    left: left.map(({ detail }) => detail),
  }
}

const bitwarden = JSON.stringify({
  encrypted: false,
  folders: [],
  items: [{ id: 'i1', type: 1, name: 'a', login: { password: 'p' } }],
})
const onePassword = JSON.stringify({
  accounts: [
    {
      attrs: { uuid: 'A' },
      vaults: [
        {
          attrs: { name: 'Commun' },
          items: [
            {
              uuid: 'i1',
              categoryUuid: '006',
              overview: { title: 'a' },
              details: { documentAttributes: { fileName: 'plan.pdf', documentId: 'd1' } },
            },
          ],
        },
      ],
    },
  ],
})
const proton = JSON.stringify({
  version: '1',
  userId: 'u',
  encrypted: false,
  vaults: {
    v: {
      name: 'V',
      items: [
        { itemId: 'i', files: ['plan.pdf'], data: { type: 'login', metadata: { name: 'a' }, content: {} } },
      ],
    },
  },
})
const keeper = JSON.stringify({
  records: [{ $type: 'login', title: 'a', attachments: [{ file_uid: 'f1', name: 'plan.pdf' }] }],
})
const pif = JSON.stringify({ uuid: 'i1', typeName: 'webforms.WebForm', title: 'a', secureContents: {} })

describe('a file of an archive that no entry names', () => {
  it.each([
    [
      'bitwarden-json',
      { 'data.json': bitwarden, 'attachments/i1/plan.pdf': 'x', 'attachments/i2/perdu.txt': 'x' },
      'perdu.txt',
    ],
    [
      '1password-1pux',
      {
        'export.attributes': '{"version":3}',
        'export.data': onePassword,
        'files/d1__plan.pdf': 'x',
        'files/d2__perdu.txt': 'x',
      },
      'd2__perdu.txt',
    ],
    [
      'proton-json',
      {
        'Proton Pass/data.json': proton,
        'Proton Pass/files/plan.pdf': 'x',
        'Proton Pass/files/perdu.txt': 'x',
      },
      'perdu.txt',
    ],
    ['keeper-json', { 'export.json': keeper, 'files/f1': 'x', 'files/f2': 'x' }, 'f2'],
    [
      '1password-1pif',
      {
        'x.1pif/data.1pif': pif,
        'x.1pif/attachments/i1/plan.pdf': 'x',
        'x.1pif/attachments/i2/perdu.txt': 'x',
        'y.1pif/data.1pif': pif,
      },
      'perdu.txt, data.1pif',
    ],
    [
      'dashlane-zip',
      { 'credentials.csv': 'title,url,username,password\na,,u,p\n', 'perdu.txt': 'x' },
      'perdu.txt',
    ],
  ])('is named: %s [MNGR-29]', async (format, files, name) => {
    const { attached, left, format: read } = await filesOf(files)
    expect([read, left]).toEqual([format, [name]])
    expect(attached).toEqual(format === 'dashlane-zip' ? [] : ['plan.pdf'])
  })

  it('is only counted beyond fifty, and its name is shown without what hides in it', async () => {
    const lost = Array.from({ length: 52 }, (_, place) => [`attachments/x/p${place}\u202e.pdf`, 'x'] as const)
    const { left } = await filesOf({ 'data.json': bitwarden, ...Object.fromEntries(lost) })
    expect(left[0]).toMatch(/^p0\.pdf, p1\.pdf, .*, p49\.pdf et 2\sautres$/)
    expect(importFailText('FILES_LEFT', left[0])).toMatch(/ et 2\sautres\.$/)
  })

  it('is not told where every file has its entry', async () => {
    expect((await filesOf({ 'data.json': bitwarden, 'attachments/i1/plan.pdf': 'x' })).left).toEqual([])
    const pux = { 'export.attributes': '{}', 'export.data': onePassword, 'files/d1__plan.pdf': 'x' }
    expect((await filesOf(pux)).left).toEqual([])
  })
})
