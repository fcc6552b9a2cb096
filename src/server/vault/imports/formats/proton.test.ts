import { describe, expect, it } from 'vitest'
import { readFile } from './formats.ts'
import type { Found } from './found.ts'
import { samples } from './samples/proton.ts'
import { zipOf } from './samples/zip-writer.ts'

async function read(name: string): Promise<Found> {
  const result = await readFile(samples.find((one) => one.name === name)?.bytes ?? new Uint8Array())
  if ('ok' in result) throw new Error(result.code)
  return result.found
}

describe('Proton Pass', () => {
  it('puts every field of a login into its place', async () => {
    const [entry] = (await read('JSON')).entries
    expect(entry).toMatchObject({
      path: ['Équipe', 'Service', 'Compta'],
      title: 'Messagerie',
      login: 'marie',
      email: 'marie@exemple.fr',
      password: ' été ',
      notes: 'Une note\nsur deux',
      addresses: ['https://a.exemple.fr/', 'https://b.exemple.fr/', 'https://c.exemple.fr/'],
      otps: ['otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&issuer=été', 'KRSXG5CTMVRXEZLU'],
      isFavourite: true,
      sourceId: 'part==/id1==',
      fields: [
        { label: 'service', kind: 'text', value: 'Compta' },
        { label: 'réponse', kind: 'concealed', value: 'Médor' },
        { label: 'le', kind: 'date', value: '2026-03-04' },
        { label: 'Champ', kind: 'concealed', value: 'sans nom' },
        { label: 'Application', kind: 'text', value: 'fr.exemple.app' },
      ],
      notesToTell: [
        { reason: 'FIELDS_LEFT', detail: 'https://non.exemple.fr/' },
        { reason: 'PASSKEY_LEFT' },
        { reason: 'ATTACHMENT_MISSING', detail: 'contrat.pdf, perdu.txt' },
      ],
    })
  })

  it('knows every type of entry', async () => {
    const { entries, folders } = await read('JSON')
    const [, note, card, person, alias, key, wifi, custom, old, alone] = entries
    expect(note).toMatchObject({ state: 'binned', category: 'other' })
    expect(card).toMatchObject({ login: 'Zoé', category: 'bankCard' })
    expect(card?.fields).toEqual([
      { label: 'Numéro', kind: 'concealed', value: '4111' },
      { label: 'Code de sécurité', kind: 'concealed', value: '123' },
      { label: 'Code PIN', kind: 'concealed', value: '0000' },
      { label: "Date d'expiration", kind: 'date', value: '2028-02-29' },
      { label: 'Réseau', kind: 'text', value: 'Visa' },
    ])
    expect(person).toMatchObject({ email: 'zoe@exemple.fr', category: 'other' })
    expect(person?.fields).toEqual([
      { label: 'Nom complet', kind: 'text', value: 'Zoé Lévêque' },
      { label: 'Numéro de sécurité sociale', kind: 'concealed', value: '284' },
      { label: 'X', kind: 'text', value: '@zoe' },
      { label: 'autre', kind: 'concealed', value: 'caché' },
      { label: 'Plus / taille', kind: 'text', value: '1,70' },
    ])
    expect(alias?.email).toBe('a@alias.exemple.fr')
    expect(key?.fields.map(({ kind }) => kind)).toEqual(['concealed', 'text'])
    expect(wifi).toMatchObject({
      password: 'wifi',
      category: 'wifi',
      fields: [
        { label: 'Nom du réseau (SSID)', kind: 'text', value: 'Étage 2' },
        { label: 'Sécurité', kind: 'text', value: 'WPA2' },
      ],
    })
    expect(custom?.fields).toEqual([{ label: 'A / b', kind: 'concealed', value: 'c' }])
    expect(old).toMatchObject({ login: 'avant', sourceId: 'part==/id1==#2' })
    expect(alone).toMatchObject({ path: ['Personnel'], line: 11 })
    expect(folders.map(({ path }) => path.join('/'))).toEqual([
      'Équipe',
      'Équipe/Service',
      'Équipe/Service/Compta',
      'Personnel',
    ])
  })

  it('takes attachments out of a ZIP', async () => {
    const [entry] = (await read('ZIP')).entries
    expect(entry?.files.map(({ name, size }) => [name, size])).toEqual([['contrat.pdf', 4]])
    expect(entry?.notesToTell).toContainEqual({ reason: 'ATTACHMENT_MISSING', detail: 'perdu.txt' })
  })

  it('refuses a ZIP whose content PGP protects', async () => {
    const bytes = zipOf({ 'Proton Pass/data.pgp': '-----BEGIN PGP MESSAGE-----' })
    expect(await readFile(bytes)).toEqual({ ok: false, code: 'PGP_FILE' })
  })
})
