import { createHash } from 'node:crypto'
import { Secret } from '#server/platform/crypto/secret.ts'
import { sealBitwardenJson } from '../bitwarden-crypto.ts'
import { textSample, withPassword, type Sample } from './sample.ts'
import { zipOf } from './zip-writer.ts'

const items = {
  login: {
    id: '0f5e3a5c-0001-4b2e-9a68-b1a100d7f001',
    organizationId: null,
    folderId: 'f-compta',
    type: 1,
    reprompt: 1,
    name: 'Impôts des sociétés',
    notes: 'Première ligne\nseconde — « été »',
    favorite: true,
    fields: [
      { name: 'Service', value: 'Comptabilité', type: 0, linkedId: null },
      { name: 'Réponse', value: 'le chat de Zoé', type: 1, linkedId: null },
      { name: 'Actif', value: 'true', type: 2, linkedId: null },
      { name: 'Lien', value: null, type: 3, linkedId: 100 },
      { name: null, value: 'sans nom', type: 0, linkedId: null },
    ],
    login: {
      fido2Credentials: [{ credentialId: 'x', keyValue: 'secret' }],
      uris: [
        { match: null, uri: 'androidapp://fr.gouv.impots' },
        { match: null, uri: 'https://professionnels.impots.exemple.fr' },
        { match: 3, uri: 'https://autre.exemple.fr' },
      ],
      username: 'marie.durand',
      password: ' À deux blancs  ',
      totp: 'otpauth://totp/Imp%C3%B4ts?secret=JBSWY3DPEHPK3PXP&algorithm=SHA256&digits=8',
    },
    collectionIds: null,
    passwordHistory: [
      { lastUsedDate: '2024-01-02T03:04:05.678Z', password: 'ancien 1' },
      { lastUsedDate: '2025-01-02T03:04:05.678Z', password: 'ancien 2' },
    ],
    revisionDate: '2026-01-02T03:04:05.678Z',
    creationDate: '2023-01-02T03:04:05.678Z',
    deletedDate: null,
  },
  note: { id: 'n', folderId: null, type: 2, name: 'Consignes', notes: 'Rien', secureNote: { type: 0 } },
  card: {
    id: 'c',
    folderId: 'f-compta',
    type: 3,
    name: 'Carte du service',
    notes: null,
    card: {
      cardholderName: 'Zoé Lévêque',
      brand: 'Visa',
      number: '4111111111111111',
      expMonth: '2',
      expYear: '2028',
      code: '123',
    },
    archivedDate: '2026-02-01T00:00:00.000Z',
  },
  identity: {
    id: 'i',
    type: 4,
    name: 'Zoé',
    identity: {
      title: 'Mme',
      firstName: 'Zoé',
      lastName: 'Lévêque',
      address1: '1, rue de l’Église',
      postalCode: '38000',
      city: 'Grenoble',
      country: 'FR',
      company: null,
      email: 'zoe@exemple.fr',
      phone: '+33 4 00 00 00 00',
      ssn: '2 84 05 38 185 000 12',
      username: null,
      passportNumber: '15AB00001',
      licenseNumber: null,
    },
  },
  ssh: {
    id: 's',
    type: 5,
    name: 'Clé du serveur',
    sshKey: {
      privateKey: '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n',
      publicKey: 'ssh-ed25519 AAAAC3Nz marie',
      keyFingerprint: 'SHA256:abc',
    },
  },
  bank: {
    id: 'b',
    type: 6,
    name: 'Compte',
    bankAccount: { bankName: 'Banque', iban: 'FR76 0000', pin: '0000' },
  },
  passport: {
    id: 'p',
    type: 8,
    name: 'Passeport',
    passport: { surname: 'Lévêque', passportNumber: '15AB', expirationDate: '2031-05-06' },
  },
  future: { id: 'z', type: 42, name: 'Autre', gadget: { serial: 'abc', size: 3 } },
  binned: {
    id: 'd',
    type: 1,
    name: 'Ancien',
    login: { username: 'a', password: 'b', uris: null, totp: null },
    deletedDate: '2026-02-01T00:00:00.000Z',
  },
} as const

/** An export of a person: folders nested by `/`, two of one path, parents that do not exist. */
const personal = JSON.stringify({
  encrypted: false,
  folders: [
    { id: 'f-compta', name: 'Service/Comptabilité' },
    { id: 'f-compta-2', name: 'Service/Comptabilité' },
    { id: 'f-vide', name: 'Vide' },
  ],
  items: [
    ...Object.values(items),
    // Identifiers that repeat occur.
    { ...items.note, folderId: 'f-compta-2' },
    'damaged',
  ],
})

const organisation = JSON.stringify({
  encrypted: false,
  collections: [
    { id: 'k1', organizationId: 'o', name: 'Équipe', externalId: null },
    { id: 'k2', organizationId: 'o', name: 'Équipe/Réseau', externalId: null },
  ],
  items: [
    { ...items.login, folderId: null, organizationId: 'o', collectionIds: ['k2', 'k1'] },
    { ...items.note, organizationId: 'o', collectionIds: [null] },
  ],
})

/** The first versions wrote neither `encrypted` nor types. */
const old = JSON.stringify({
  folders: [{ id: '1', name: 'Ancien' }],
  items: [
    {
      id: '1',
      folderId: '1',
      name: 'Site',
      login: { uri: 'https://a.exemple.fr', username: 'u', password: 'p' },
    },
  ],
})

/** Bytes that look random and are the same at each run. */
function createBytes(): (count: number) => Uint8Array {
  let turn = 0
  return (count) => {
    turn += 1
    return createHash('sha256').update(String(turn)).digest().subarray(0, count)
  }
}

export const filePassword = 'Été à Noël, 2026'
const password = new Secret(filePassword)
const seal = async (text: string): Promise<Uint8Array> => {
  const cost = { type: 'pbkdf2', iterations: 5_000 } as const
  return Buffer.from(await sealBitwardenJson(text, password, createBytes(), cost))
}
const sealedByArgon2 = await sealBitwardenJson(organisation, password, createBytes(), {
  type: 'argon2id',
  passes: 2,
  memory: 16,
  lanes: 1,
})

const personalEntries = 11
export const samples: readonly Sample[] = [
  textSample('bitwarden-json', 'a person', personalEntries, personal),
  textSample('bitwarden-json', 'an organisation', 2, organisation),
  textSample('bitwarden-json', 'an early version', 1, old),
  textSample('bitwarden-json', 'bw list items', 1, JSON.stringify([{ object: 'item', ...items.login }])),
  {
    format: 'bitwarden-json',
    name: 'protected by PBKDF2',
    entries: personalEntries,
    bytes: await seal(personal),
    reading: withPassword(filePassword),
    inner: { bytes: Buffer.from(personal), seal: (bytes) => seal(Buffer.from(bytes).toString()) },
  },
  {
    ...textSample('bitwarden-json', 'protected by Argon2id', 2, sealedByArgon2),
    reading: withPassword(filePassword),
  },
  {
    format: 'bitwarden-json',
    name: 'ZIP with attachments',
    entries: personalEntries,
    bytes: zipOf({
      'data.json': personal,
      [`attachments/${items.login.id}/reçu.pdf`]: '%PDF-1.7 été',
      [`attachments/${items.login.id}/clé.txt`]: 'clé',
    }),
  },
]
