import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Secret } from '#server/platform/crypto/secret.ts'
import { openBitwardenJson, sealBitwardenJson } from './bitwarden-crypto.ts'
import { readFile, type FileReading } from './formats.ts'
import type { Found } from './found.ts'
import { objectOf } from './json-values.ts'
import { filePassword, samples } from './samples/bitwarden.ts'
import { withPassword } from './samples/sample.ts'

const sample = (name: string): Uint8Array =>
  samples.find((one) => one.name === name)?.bytes ?? new Uint8Array()
async function read(bytes: Uint8Array, reading?: FileReading): Promise<Found> {
  const result = await readFile(bytes, reading)
  if ('ok' in result) throw new Error(result.code)
  return result.found
}
const faultOf = async (bytes: Uint8Array, reading?: FileReading): Promise<string> => {
  const result = await readFile(bytes, reading)
  return 'ok' in result ? result.code : 'read'
}
const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value))

describe('an export in clear', () => {
  it('puts every field of a login into its place', async () => {
    const { entries } = await read(sample('a person'))
    expect(entries[0]).toEqual({
      path: ['Service', 'Comptabilité'],
      title: 'Impôts des sociétés',
      login: 'marie.durand',
      email: '',
      password: ' À deux blancs  ',
      addresses: ['https://professionnels.impots.exemple.fr', 'https://autre.exemple.fr'],
      notes: 'Première ligne\nseconde — « été »',
      otps: ['otpauth://totp/Imp%C3%B4ts?secret=JBSWY3DPEHPK3PXP&algorithm=SHA256&digits=8'],
      fields: [
        { label: 'Application', kind: 'text', value: 'androidapp://fr.gouv.impots' },
        { label: 'Service', kind: 'text', value: 'Comptabilité' },
        { label: 'Réponse', kind: 'concealed', value: 'le chat de Zoé' },
        { label: 'Actif', kind: 'text', value: 'Oui' },
        { label: 'Champ', kind: 'text', value: 'sans nom' },
      ],
      category: null,
      renewal: null,
      own: null,
      files: [],
      formerPasswords: [
        { value: 'ancien 2', at: '2025-01-02T03:04:05.678Z' },
        { value: 'ancien 1', at: '2024-01-02T03:04:05.678Z' },
      ],
      state: 'live',
      isFavourite: true,
      line: 1,
      sourceId: '0f5e3a5c-0001-4b2e-9a68-b1a100d7f001',
      notesToTell: [
        { reason: 'PASSKEY_LEFT' },
        { reason: 'FIELDS_LEFT', detail: 'Lien (champ lié), demande du mot de passe maître' },
      ],
    })
  })

  it('conceals what is secret of cards, identities, keys and accounts', async () => {
    const { entries } = await read(sample('a person'))
    const by = new Map(entries.map((entry) => [entry.title, entry]))
    const concealed = (title: string): unknown =>
      by.get(title)?.fields.flatMap(({ label, kind }) => (kind === 'concealed' ? [label] : []))
    expect(concealed('Carte du service')).toEqual(['Numéro', 'Code de sécurité'])
    expect(by.get('Carte du service')).toMatchObject({
      login: 'Zoé Lévêque',
      category: 'bankCard',
      state: 'archived',
    })
    expect(by.get('Carte du service')?.fields).toContainEqual({
      label: "Date d'expiration",
      kind: 'date',
      value: '2028-02-29',
    })
    expect(concealed('Zoé')).toEqual(['Numéro de sécurité sociale', 'Numéro de passeport'])
    expect(by.get('Zoé')).toMatchObject({ email: 'zoe@exemple.fr', category: 'other' })
    expect(concealed('Clé du serveur')).toEqual(['Clé privée'])
    expect(by.get('Clé du serveur')?.category).toBe('apiKey')
    expect(concealed('Compte')).toEqual(['IBAN', 'Code PIN'])
    expect(concealed('Passeport')).toEqual(['Numéro de passeport'])
    expect(concealed('Autre')).toEqual(['serial', 'size'])
    expect(by.get('Ancien')?.state).toBe('binned')
  })

  it('joins folders of one path, and tells identifiers apart that repeat', async () => {
    const { entries, folders, unreadable } = await read(sample('a person'))
    expect(folders.map(({ path, sourceId }) => [path, sourceId])).toEqual([
      [['Service', 'Comptabilité'], 'f-compta'],
      [['Vide'], 'f-vide'],
    ])
    expect(
      entries.filter(({ title }) => title === 'Consignes').map(({ path, sourceId }) => [path, sourceId]),
    ).toEqual([
      [[], 'n'],
      [['Service', 'Comptabilité'], 'n#2'],
    ])
    expect(unreadable).toEqual([{ line: 11, name: '', note: { reason: 'ENTRY_UNREADABLE' } }])
  })

  it('places an entry of several collections into the first, and names the others', async () => {
    const { entries } = await read(sample('an organisation'))
    expect(entries[0]?.path).toEqual(['Équipe', 'Réseau'])
    expect(entries[0]?.notes).toMatch(/Rangé aussi dans\u00a0: Équipe$/)
    expect(entries[0]?.notesToTell).toContainEqual({ reason: 'OTHER_PLACES', detail: 'Équipe' })
    expect(entries[1]?.path).toEqual([])
  })

  it('reads early versions, without types', async () => {
    const { entries } = await read(sample('an early version'))
    expect(entries[0]).toMatchObject({
      path: ['Ancien'],
      login: 'u',
      password: 'p',
      addresses: ['https://a.exemple.fr'],
      category: null,
    })
  })

  it('reads 10,000 entries', async () => {
    const items = Array.from({ length: 10_000 }, (_, place) => ({
      id: String(place),
      type: 1,
      name: `n${place}`,
      login: { username: 'u', password: 'p', uris: [{ uri: 'https://a.fr' }] },
    }))
    const bytes = json({ encrypted: false, items })
    expect((await read(bytes)).entries).toHaveLength(10_000)
  })
})

describe('a ZIP archive', () => {
  it('gives each entry its attachments', async () => {
    const { entries } = await read(sample('ZIP with attachments'))
    const files = entries[0]?.files ?? []
    expect(files.map(({ name, size }) => [name, size])).toEqual([
      ['reçu.pdf', 14],
      ['clé.txt', 4],
    ])
    expect(Buffer.from((await files[0]?.read()) ?? []).toString()).toBe('%PDF-1.7 été')
  })
})

describe('a protected export', () => {
  it('asks for its password, and tells a wrong one [MNGR-07]', async () => {
    const bytes = sample('protected by PBKDF2')
    expect(await faultOf(bytes)).toBe('FILE_PASSWORD_NEEDED')
    expect(await faultOf(bytes, withPassword('faux'))).toBe('FILE_PASSWORD_WRONG')
    expect(await faultOf(sample('protected by Argon2id'), withPassword(''))).toBe('FILE_PASSWORD_WRONG')
  })

  it('refuses what only the account opens [MNGR-09]', async () => {
    const file = { encrypted: true, encKeyValidation_DO_NOT_EDIT: '2.a|b|c', folders: [], items: [] }
    expect(await faultOf(json(file))).toBe('EXPORT_ENCRYPTED')
  })

  it.each([
    [{ kdfIterations: 2_000_001 }, 'KDF_TOO_COSTLY'],
    [{ kdfIterations: 4_999 }, 'CONTENT_BROKEN'],
    [{ kdfIterations: 1.5 }, 'CONTENT_BROKEN'],
    [{ kdfType: 1, kdfIterations: 3, kdfMemory: 257, kdfParallelism: 4 }, 'KDF_TOO_COSTLY'],
    [{ kdfType: 1, kdfIterations: 11, kdfMemory: 64, kdfParallelism: 4 }, 'KDF_TOO_COSTLY'],
    [{ kdfType: 1, kdfIterations: 3, kdfMemory: 64, kdfParallelism: 17 }, 'KDF_TOO_COSTLY'],
    [{ kdfType: 1, kdfIterations: 3 }, 'CONTENT_BROKEN'],
    [{ kdfType: 2 }, 'CONTENT_BROKEN'],
  ])('judges the cost before it derives: %j [MNGR-28]', async (change, fault) => {
    const file = objectOf(JSON.parse(Buffer.from(sample('protected by PBKDF2')).toString()))
    expect(await faultOf(json({ ...file, ...change }), withPassword(filePassword))).toBe(fault)
  })

  it('finds content that was changed', async () => {
    const file = objectOf(JSON.parse(Buffer.from(sample('protected by PBKDF2')).toString()))
    const data = String(file['data'])
    const swapped = `${data.slice(0, 40)}${data[40] === 'A' ? 'B' : 'A'}${data.slice(41)}`
    expect(await faultOf(json({ ...file, data: swapped }), withPassword(filePassword))).toBe('CONTENT_BROKEN')
  })
})

describe('sealing', () => {
  it('writes what it opens again, with the cost of new accounts', async () => {
    const plain = JSON.stringify({ encrypted: false, folders: [], items: [] })
    const sealed = await sealBitwardenJson(plain, new Secret('clé'), randomBytes)
    const file = objectOf(JSON.parse(sealed))
    expect(file).toMatchObject({
      encrypted: true,
      passwordProtected: true,
      kdfType: 0,
      kdfIterations: 600_000,
    })
    expect(await openBitwardenJson(file, new Secret('clé'))).toEqual({ ok: true, text: plain })
    expect(await openBitwardenJson(file, new Secret('cle'))).toEqual({
      ok: false,
      code: 'FILE_PASSWORD_WRONG',
    })
  })
})

it('keeps a key of a known kind that came after this reader, concealed', async () => {
  const bankAccount = { iban: 'FR76', quorum: { a: 1 }, empty: null }
  const items = [{ type: 6, name: 'Compte', login: null, bankAccount }]
  const read = await readFile(Buffer.from(JSON.stringify({ encrypted: false, folders: [], items })))
  if ('ok' in read) throw new Error(read.code)
  expect(read.found.entries[0]?.fields.map(({ label, kind, value }) => [label, kind, value])).toEqual([
    ['IBAN', 'concealed', 'FR76'],
    ['quorum', 'concealed', '{"a":1}'],
  ])
})

it('keeps a key of a login that came after this reader, concealed', async () => {
  const login = {
    username: 'u',
    password: 'p',
    totp: null,
    uris: [],
    autofillOnPageLoad: null,
    passwordRevisionDate: '2024-01-01T00:00:00Z',
    recoveryPhrase: 'six mots',
    vault: { a: 1 },
    none: [],
  }
  const items = [{ id: '1', type: 1, name: 'Site', login }]
  const { entries } = await read(json({ encrypted: false, folders: [], items }))
  expect(entries[0]?.fields.map(({ label, kind, value }) => [label, kind, value])).toEqual([
    ['recoveryPhrase', 'concealed', 'six mots'],
    ['vault', 'concealed', '{"a":1}'],
  ])
})
