import { describe, expect, it } from 'vitest'
import { readFile, type FileReading } from './formats.ts'
import type { Found } from './found.ts'
import { objectOf } from './json-values.ts'
import { padlocPassword, samples } from './samples/json-managers.ts'
import { withPassword } from './samples/sample.ts'

const bytesOf = (name: string): Uint8Array =>
  samples.find((one) => one.name === name)?.bytes ?? new Uint8Array()
async function read(name: string, reading?: FileReading): Promise<Found> {
  const result = await readFile(bytesOf(name), reading)
  if ('ok' in result) throw new Error(result.code)
  return result.found
}
const faultOf = async (value: unknown, reading?: FileReading): Promise<string> => {
  const result = await readFile(Buffer.from(JSON.stringify(value)), reading)
  return 'ok' in result ? result.code : 'read'
}

describe('Enpass', () => {
  it('puts fields into their places by type', async () => {
    const { entries, folders } = await read('Enpass')
    expect(entries[0]).toMatchObject({
      path: ['Équipe', 'Réseau'],
      login: 'marie',
      email: 'marie@exemple.fr',
      password: ' été ',
      addresses: ['https://a.exemple.fr'],
      otps: ['JBSWY3DPEHPK3PXP'],
      notes: 'Une\nnote\n\nRangé aussi dans\u00a0: Équipe',
      isFavourite: true,
      sourceId: 'U1',
      formerPasswords: [{ value: 'ancien', at: '2016-03-18T17:32:35.000Z' }],
      fields: [
        { label: 'Question', kind: 'text', value: 'Animal ?' },
        { label: 'Réponse', kind: 'concealed', value: 'Rex' },
        { label: 'Application', kind: 'text', value: 'fr.exemple.app' },
        { label: 'Téléphone', kind: 'text', value: '+33 4' },
      ],
      notesToTell: [
        { reason: 'ATTACHMENT_MISSING', detail: 'abîmé.txt' },
        { reason: 'OTHER_PLACES', detail: 'Équipe' },
      ],
    })
    const [file] = entries[0]?.files ?? []
    expect([file?.name, file?.size, Buffer.from((await file?.read()) ?? []).toString()]).toEqual([
      'plan été.txt',
      4,
      'plan',
    ])
    expect(entries[1]).toMatchObject({ login: 'Zoé', state: 'binned', category: 'bankCard' })
    expect(entries[1]?.fields.map(({ kind, value }) => [kind, value])).toEqual([
      ['concealed', '4111'],
      ['concealed', '123'],
      ['date', '2028-02-29'],
    ])
    expect(entries[2]).toMatchObject({ state: 'archived', sourceId: 'U2#2', category: 'other' })
    expect(folders.map(({ path, sourceId }) => [path, sourceId])).toEqual([
      [['Équipe'], 'F1'],
      [['Équipe', 'Réseau'], 'F2'],
    ])
  })
})

describe('Passman', () => {
  it('takes tags for folders, and the date of expiry for the renewal', async () => {
    const { entries, blankRows } = await read('Passman')
    expect(entries[0]).toMatchObject({
      path: ['Équipe', 'Réseau'],
      title: 'Messagerie',
      login: 'marie',
      email: 'marie@exemple.fr',
      password: ' été ',
      renewal: '2026-03-04',
      otps: ['otpauth://totp/?secret=JBSWY3DPEHPK3PXP&digits=8'],
      sourceId: 'G1',
      fields: [
        { label: 'service', kind: 'text', value: 'Compta' },
        { label: 'réponse', kind: 'concealed', value: 'Rex' },
        { label: 'second', kind: 'concealed', value: 's' },
      ],
      notesToTell: [
        { reason: 'ATTACHMENT_MISSING', detail: 'perdu.txt' },
        { reason: 'OTHER_PLACES', detail: 'Autre' },
      ],
    })
    expect(entries[0]?.files.map(({ name, size }) => [name, size])).toEqual([['plan.txt', 4]])
    expect(entries[1]).toMatchObject({ state: 'binned', renewal: null })
    expect(blankRows).toBe(1)
  })

  it('reads its first form', async () => {
    const [entry] = (await read('Passman 1')).entries
    expect(entry).toMatchObject({
      path: ['Un'],
      login: 'marie',
      otps: ['JBSWY3DPEHPK3PXP'],
      fields: [{ label: 'c', kind: 'concealed', value: 'v' }],
    })
  })
})

describe('Padloc', () => {
  it('puts fields into their places by type', async () => {
    const { entries } = await read('Padloc', withPassword(padlocPassword))
    expect(entries).toEqual((await read('Padloc, opened')).entries)
    expect(entries[0]).toMatchObject({
      path: ['Équipe', 'Réseau'],
      login: 'marie',
      password: ' été ',
      addresses: ['https://a.exemple.fr'],
      otps: ['JBSWY3DPEHPK3PXP'],
      notes: 'Une\nnote\n\nRangé aussi dans\u00a0: Autre',
      formerPasswords: [{ value: 'ancien', at: '2025-01-01T00:00:00.000Z' }],
      fields: [
        { label: 'Second', kind: 'concealed', value: 'autre' },
        { label: 'Carte', kind: 'concealed', value: '4111' },
        { label: 'Fin', kind: 'date', value: '2028-02-29' },
        { label: 'Le', kind: 'date', value: '2026-03-04' },
        { label: 'Service', kind: 'text', value: 'Compta' },
        { label: 'Futur', kind: 'concealed', value: 'x' },
      ],
    })
    expect(entries[1]).toMatchObject({ login: 'a', password: 'b', sourceId: 'P1#2' })
  })

  it('gives a card and an account their category', async () => {
    const item = (id: string, ...fields: readonly (readonly [string, string, string])[]) => ({
      id,
      name: id,
      tags: [],
      fields: fields.map(([type, name, value]) => ({ type, name, value })),
    })
    const card = item(
      'Visa',
      ['credit', 'Card Number', '4111'],
      ['text', 'Card Owner', 'Zoé'],
      ['month', 'Valid Until', '2028-02'],
      ['pin', 'CVC', '123'],
      ['pin', 'PIN', '9876'],
    )
    const account = item(
      'Compte',
      ['text', 'Account Owner', 'Zoé'],
      ['text', 'IBAN', 'FR76'],
      ['text', 'BIC', 'AGRI'],
    )
    const file = await readFile(Buffer.from(JSON.stringify({ items: [card, account] })))
    if ('ok' in file) throw new Error(file.code)
    expect(file.found.entries).toMatchObject([
      {
        login: 'Zoé',
        category: 'bankCard',
        fields: [
          { label: 'Numéro', kind: 'concealed', value: '4111' },
          { label: "Date d'expiration", kind: 'date', value: '2028-02-29' },
          { label: 'Code de sécurité', kind: 'concealed', value: '123' },
          { label: 'Code PIN', kind: 'concealed', value: '9876' },
        ],
      },
      { login: 'Zoé', category: 'bankCard', fields: [{ label: 'IBAN' }, { label: 'BIC' }] },
    ])
  })

  it('asks for the password, and judges the cost before it derives', async () => {
    const file = objectOf(JSON.parse(Buffer.from(bytesOf('Padloc')).toString()))
    const keyParams = objectOf(file['keyParams'])
    const withKey = (more: object): object => ({ ...file, keyParams: { ...keyParams, ...more } })
    expect(await faultOf(file)).toBe('FILE_PASSWORD_NEEDED')
    expect(await faultOf(file, withPassword('cle'))).toBe('FILE_PASSWORD_WRONG')
    expect(await faultOf(withKey({ iterations: 10_000_001 }), withPassword('x'))).toBe('KDF_TOO_COSTLY')
    expect(await faultOf(withKey({ iterations: 0 }), withPassword('x'))).toBe('CONTENT_BROKEN')
    expect(await faultOf(withKey({ hash: 'SHA-1' }), withPassword('x'))).toBe('CIPHER_UNSUPPORTED')
    expect(await faultOf({ ...file, encryptedData: 'AA' }, withPassword('x'))).toBe('CONTENT_BROKEN')
  })
})

describe('Psono', () => {
  it('knows every type of entry', async () => {
    const { entries, folders } = await read('Psono')
    const by = new Map(entries.map((entry) => [entry.title, entry]))
    expect(by.get('Messagerie')).toMatchObject({
      path: ['Équipe'],
      login: 'marie',
      password: ' été ',
      addresses: ['https://a.exemple.fr'],
      notes: 'Une\nnote',
      otps: ['otpauth://totp/?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=8&period=30'],
      fields: [
        { label: 'service', kind: 'text', value: 'Compta' },
        { label: 'réponse', kind: 'concealed', value: 'Rex' },
        { label: 'Étiquettes', kind: 'text', value: 'un, deux' },
        { label: 'callback_pass', kind: 'concealed', value: 'cb' },
      ],
      sourceId: null,
    })
    expect(by.get('srv')).toMatchObject({
      path: ['Équipe', 'Réseau'],
      login: 'root',
      password: 'r',
      addresses: ['ssh://srv.exemple.fr:22'],
      category: 'server',
    })
    expect(by.get('Carte')).toMatchObject({
      login: 'Zoé',
      category: 'bankCard',
      fields: [
        { label: 'Numéro', kind: 'concealed', value: '4111' },
        { label: 'Code de sécurité', kind: 'concealed', value: '123' },
        { label: 'Code PIN', kind: 'concealed', value: '0000' },
        { label: "Date d'expiration", kind: 'date', value: '2028-02-29' },
      ],
    })
    expect(by.get('Code')).toMatchObject({ otps: ['JBSWY3DPEHPK3PXP'], category: 'otp', fields: [] })
    expect(by.get('Env')?.fields).toEqual([{ label: 'TOKEN', kind: 'concealed', value: 't' }])
    expect(by.get('Elster')?.files.map(({ name, size }) => [name, size])).toEqual([['elster.pfx', 4]])
    expect(by.get('Clé')).toMatchObject({ fields: [], notesToTell: [{ reason: 'PASSKEY_LEFT' }] })
    expect(by.get('SSH')?.fields).toEqual([
      { label: 'Clé privée', kind: 'concealed', value: '-----BEGIN' },
      { label: 'Clé publique', kind: 'text', value: 'ssh-ed25519 A' },
      { label: 'future', kind: 'concealed', value: 'x' },
    ])
    expect(folders.map(({ path }) => path.join('/'))).toEqual(['Équipe', 'Équipe/Réseau'])
  })

  it('refuses its sealed export with what to do', async () => {
    expect(await faultOf({ text: 'ab', nonce: 'cd' })).toBe('PSONO_ENCRYPTED')
  })
})
