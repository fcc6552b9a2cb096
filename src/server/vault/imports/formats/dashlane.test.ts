import { describe, expect, it } from 'vitest'
import { readFile } from './formats.ts'
import type { Found } from './found.ts'
import { samples } from './samples/dashlane.ts'

async function read(name: string): Promise<Found> {
  const result = await readFile(samples.find((one) => one.name === name)?.bytes ?? new Uint8Array())
  if ('ok' in result) throw new Error(result.code)
  return result.found
}

describe('Dashlane', () => {
  it('reads the lists of its former JSON', async () => {
    const [mail, note, card, person, address, papers] = (await read('JSON')).entries
    expect(mail).toMatchObject({
      title: 'Messagerie',
      login: 'marie',
      email: 'marie@exemple.fr',
      password: ' été ',
      addresses: ['https://a.exemple.fr'],
      notes: 'Une\nnote',
      fields: [{ label: 'Autre identifiant', kind: 'text', value: 'm.durand' }],
      category: null,
    })
    expect(note).toMatchObject({ title: 'Consignes', notes: 'Rien', category: 'other' })
    expect(card).toMatchObject({ title: 'La Banque', login: 'Zoé', category: 'bankCard' })
    expect(card?.fields).toEqual([
      { label: 'Numéro', kind: 'concealed', value: '4111' },
      { label: 'Code de sécurité', kind: 'concealed', value: '123' },
      { label: "Date d'expiration", kind: 'date', value: '2028-02-29' },
    ])
    expect(person?.fields).toEqual([{ label: 'pseudo', kind: 'text', value: 'zoe' }])
    expect(address).toMatchObject({ title: 'Principal', email: 'zoe@exemple.fr' })
    expect(papers?.fields).toEqual([
      { label: 'fullname', kind: 'text', value: 'Zoé Lévêque' },
      { label: 'number', kind: 'concealed', value: '15AB' },
    ])
  })

  it('reads every table of its ZIP', async () => {
    const { entries } = await read('ZIP')
    expect(entries.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6])
    const [mail, , note, card, papers, person] = entries
    expect(mail).toMatchObject({
      path: ['Travail'],
      title: 'Messagerie',
      login: 'marie',
      password: ' été, "2"',
      addresses: ['https://a.exemple.fr'],
      notes: 'Une note',
      otps: ['otpauth://totp/x?secret=JBSWY3DPEHPK3PXP'],
      fields: [{ label: 'Autre identifiant', kind: 'text', value: 'm.durand' }],
    })
    expect(note).toMatchObject({ title: 'Consignes', notes: 'Une\nnote', category: 'other' })
    expect(card).toMatchObject({ title: 'Carte', login: 'Zoé', category: 'bankCard' })
    expect(card?.fields.filter(({ kind }) => kind !== 'text')).toEqual([
      { label: 'Numéro', kind: 'concealed', value: '4111' },
      { label: 'Code de sécurité', kind: 'concealed', value: '123' },
      { label: "Date d'expiration", kind: 'date', value: '2028-02-29' },
    ])
    expect(papers?.fields).toContainEqual({ label: 'Numéro', kind: 'concealed', value: '15AB' })
    expect(person?.fields).toContainEqual({ label: 'Prénom', kind: 'text', value: 'Zoé' })
  })
})
