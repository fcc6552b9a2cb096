import { describe, expect, it } from 'vitest'
import { readFile } from './formats.ts'
import type { Found } from './found.ts'
import { samples } from './samples/keeper-json.ts'

async function read(name: string): Promise<Found> {
  const result = await readFile(samples.find((one) => one.name === name)?.bytes ?? new Uint8Array())
  if ('ok' in result) throw new Error(result.code)
  return result.found
}

describe('Keeper', () => {
  it('puts every type of field into its place', async () => {
    const { entries, folders } = await read('JSON')
    expect(entries[0]).toMatchObject({
      path: ['Équipe', 'Réseau'],
      title: 'Messagerie',
      login: 'marie',
      password: ' été ',
      addresses: ['https://a.exemple.fr', 'https://b.exemple.fr'],
      otps: ['otpauth://totp/x?secret=JBSWY3DPEHPK3PXP', 'otpauth://totp/y?secret=KRSXG5CTMVRXEZLU'],
      notes: 'Une\nnote\n\nRangé aussi dans\u00a0: Privé / Avec\\barre',
      sourceId: 'C5oaP6QaaKEyy0dvqz-Zag',
      category: null,
    })
    expect(entries[0]?.fields).toEqual([
      { label: 'service', kind: 'text', value: 'Compta' },
      { label: 'réponse', kind: 'concealed', value: 'Médor' },
      { label: 'Code PIN', kind: 'concealed', value: '1234' },
      { label: 'ouverture', kind: 'date', value: '2016-01-01' },
      { label: 'Hôte', kind: 'text', value: 'srv.exemple.fr' },
      { label: 'Port', kind: 'text', value: '22' },
      { label: 'Clé privée', kind: 'concealed', value: '-----BEGIN\nA' },
      { label: 'Clé publique', kind: 'text', value: 'ssh-ed25519 A' },
      { label: 'Animal ?', kind: 'concealed', value: 'Rex' },
      { label: 'Nom complet', kind: 'text', value: 'Zoé Lévêque' },
      { label: 'Téléphone', kind: 'text', value: 'FR +33 4' },
      { label: 'Adresse postale', kind: 'lines', value: '1, rue\n38000\nGrenoble' },
      { label: 'note', kind: 'concealed', value: 'note protégée' },
      { label: 'inconnu', kind: 'concealed', value: '{"a":1}' },
      { label: 'libre', kind: 'text', value: 'un texte' },
      { label: 'Entrée liée', kind: 'text', value: 'Carte' },
    ])
    expect(entries[0]?.notesToTell).toEqual([
      { reason: 'FIELDS_LEFT', detail: 'appFiller, Entrée liée' },
      { reason: 'OTHER_PLACES', detail: 'Privé / Avec\\barre' },
      { reason: 'ATTACHMENT_MISSING', detail: 'plan été.txt, perdu.txt' },
    ])
    expect(folders).toEqual([{ path: ['Équipe', 'Réseau'], description: '', line: 1, sourceId: 'sf1' }])
  })

  it('knows cards, networks and papers', async () => {
    const [, card, wifi, papers] = (await read('records alone')).entries
    expect(card).toMatchObject({ login: 'Zoé', category: 'bankCard' })
    expect(card?.fields.map(({ kind, value }) => [kind, value])).toEqual([
      ['concealed', '4111'],
      ['concealed', '123'],
      ['date', '2028-02-29'],
    ])
    expect(wifi).toMatchObject({ password: 'w', category: 'wifi', sourceId: '3' })
    expect(papers).toMatchObject({ category: 'other', path: [], sourceId: null })
    expect(papers?.fields).toEqual([{ label: 'numéro', kind: 'concealed', value: '15AB' }])
  })

  it('takes attachments out of a ZIP', async () => {
    const [entry] = (await read('ZIP')).entries
    expect(entry?.files.map(({ name, size }) => [name, size])).toEqual([['plan été.txt', 4]])
    expect(entry?.notesToTell).toContainEqual({ reason: 'ATTACHMENT_MISSING', detail: 'perdu.txt' })
  })
})
