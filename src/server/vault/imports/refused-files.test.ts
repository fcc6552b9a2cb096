import { afterAll, beforeAll, expect, it } from 'vitest'
import { eachEngine } from '#server/testing/databases.ts'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { fixture } from './formats/kdbx/kdbx-testing.ts'
import { zipOf } from './formats/samples/zip-writer.ts'

const text = (content: string): Uint8Array => Buffer.from(content)
const keePass = (mark: number): Uint8Array =>
  Buffer.from([0x03, 0xd9, 0xa2, 0x9a, mark, 0xfb, 0x4b, 0xb5, 0, 0])

/** An archive whose only entry is encrypted, by its flag (APPNOTE.TXT 4.4.4). */
function encryptedZip(): Uint8Array {
  const bytes = Buffer.from(zipOf({ 'export.csv': 'a,b' }))
  bytes.writeUInt16LE(0x0801, bytes.lastIndexOf('PK\u0001\u0002') + 8)
  return bytes
}

/** Dashlane's encrypted export, as its apps write it. */
const dash = text(
  [
    '-------------------- Dashlane Secured Export ----------------------',
    '--------------------        Id BEGIN         ----------------------',
    '{7B5C0E0A-0000-4000-8000-000000000001}',
    '--------------------         Id END          ----------------------',
    '--------------------       Data BEGIN        ----------------------',
    Buffer.alloc(96, 7).toString('base64'),
    '--------------------        Data END         ----------------------',
  ].join('\n'),
)
const workbook = zipOf({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' })
const accountBound = JSON.stringify({ encrypted: true, encKeyValidation_DO_NOT_EDIT: '2.a|b|c', data: 'x' })

/** The file, its fault, and what its sentence says to do instead. */
const refused: readonly (readonly [name: string, bytes: Uint8Array, fault: string, advice: RegExp])[] = [
  ['vide.csv', text(''), 'EMPTY_FILE', /vide/],
  ['ancien.kdb', keePass(0x65), 'KDB_FILE', /enregistrez-la au format \.kdbx/],
  ['essai.kdbx', keePass(0x66), 'KDBX_OLD', /Enregistrez-la avec KeePass\s2 actuel/],
  ['twofish.kdbx', fixture('pykeepass-twofish.kdbx'), 'CIPHER_UNSUPPORTED', /Rechiffrez la base en AES/],
  ['data.pgp', text('-----BEGIN PGP MESSAGE-----\n\nx'), 'PGP_FILE', /sans phrase secrète/],
  ['coffre.dash', dash, 'DASH_FILE', /au format CSV/],
  ['classeur.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'EXCEL_FILE', /CSV UTF-8/],
  ['classeur.xlsx', workbook, 'XLSX_FILE', /CSV UTF-8/],
  ['export.zip', encryptedZip(), 'ZIP_ENCRYPTED', /Extrayez-la/],
  ['export.zip', Buffer.from(zipOf({ 'a.csv': 'a,b' })).subarray(0, 40), 'ZIP_DAMAGED', /abîmée/],
  ['export.zip', zipOf({ 'a.csv': 'a'.repeat(1_000_000) }), 'ZIP_TOO_LARGE', /au-delà des limites/],
  ['Login Data', text('SQLite format 3\0'), 'SQLITE_FILE', /au format CSV/],
  ['liste.pdf', text('%PDF-1.7'), 'PDF_FILE', /CSV ou JSON/],
  ['utf-32.csv', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), 'ENCODING_UNSUPPORTED', /en UTF-8/],
  ['bureaux.rdg', text('<RDCMan programVersion="2.7"><file/></RDCMan>'), 'RDCMAN_FILE', /fichier CSV/],
  ['export.rdm', text('<RDMExport><Connections/></RDMExport>'), 'RDM_FILE', /avec les mots de passe/],
  ['export.rtsz', text('<RTSZDocument/>'), 'ROYAL_FILE', /au format CSV/],
  ['export.json', text(accountBound), 'EXPORT_ENCRYPTED', /avec un mot de passe de fichier/],
  ['export.json', text('{"a":'), 'JSON_MALFORMED', /mal formé/],
  ['page.html', text('<html><body/></html>'), 'FORMAT_UNKNOWN', /Exportez depuis votre gestionnaire/],
]

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  it.each(refused)('%s says what to do instead [MNGR-09]', async (name, bytes, fault, advice) => {
    const form = new FormData()
    form.append('chestId', String(at.chest.id))
    form.append('password', 'x')
    form.append('file', new Blob([new Uint8Array(bytes)]), name)
    const reply = await at.call('POST', '/api/import/preview', form)
    const { code, details, message } = bodyOf<{ code: string; details: object; message: string }>(reply)
    expect([reply.status, code, details]).toEqual([422, 'IMPORT_REFUSED', { fault }])
    expect(message).toMatch(advice)
  })
})
