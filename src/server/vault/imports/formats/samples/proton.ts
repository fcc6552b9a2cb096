import { textSample, type Sample } from './sample.ts'
import { zipOf } from './zip-writer.ts'

const item = (itemId: string, type: string, name: string, content: object, more: object = {}): object => ({
  itemId,
  shareId: 'part==',
  data: {
    metadata: { name, note: '', itemUuid: 'e8ee1a0c' },
    extraFields: [],
    type,
    content,
    ...('data' in more ? (more.data as object) : {}),
  },
  state: 1,
  aliasEmail: null,
  contentFormatVersion: 7,
  createTime: 1_689_182_868,
  modifyTime: 1_689_182_868,
  pinned: false,
  ...('item' in more ? (more.item as object) : {}),
})

const login = item(
  'id1==',
  'login',
  'Messagerie',
  {
    itemEmail: 'marie@exemple.fr',
    itemUsername: 'marie',
    password: ' été ',
    urls: ['https://a.exemple.fr/', 'https://b.exemple.fr/'],
    totpUri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&issuer=été',
    passkeys: [{ keyId: 'x' }],
    autofillUrls: [
      { url: 'https://a.exemple.fr/', mode: 0 },
      { url: 'https://c.exemple.fr/', mode: 1 },
      { url: 'https://non.exemple.fr/', mode: 2 },
    ],
  },
  {
    data: {
      metadata: { name: 'Messagerie', note: 'Une note\nsur deux', itemUuid: 'x' },
      extraFields: [
        { fieldName: 'service', type: 'text', data: { content: 'Compta' } },
        { fieldName: 'réponse', type: 'hidden', data: { content: 'Médor' } },
        { fieldName: 'second', type: 'totp', data: { totpUri: 'KRSXG5CTMVRXEZLU' } },
        { fieldName: 'le', type: 'timestamp', data: { timestamp: '2026-03-04T00:00:00Z' } },
        { fieldName: '', type: 'hidden', data: { content: 'sans nom' } },
      ],
      platformSpecific: { android: { allowedApps: [{ packageName: 'fr.exemple.app', appName: 'App' }] } },
    },
    item: {
      pinned: true,
      folderId: 'F2',
      files: ['contrat.AbCdEfGhIjKlMnOp.pdf', 'perdu.AbCdEfGhIjKlMnOq.txt'],
    },
  },
)
const items = [
  login,
  item('id2==', 'note', 'Consignes', {}, { item: { state: 2 } }),
  item('id3==', 'creditCard', 'Carte', {
    cardholderName: 'Zoé',
    cardType: 2,
    number: '4111',
    verificationNumber: '123',
    expirationDate: '2028-02',
    pin: '0000',
  }),
  item('id4==', 'identity', 'Zoé', {
    fullName: 'Zoé Lévêque',
    email: 'zoe@exemple.fr',
    socialSecurityNumber: '284',
    xHandle: '@zoe',
    extraContactDetails: [{ fieldName: 'autre', type: 'hidden', data: { content: 'caché' } }],
    extraSections: [
      {
        sectionName: 'Plus',
        sectionFields: [{ fieldName: 'taille', type: 'text', data: { content: '1,70' } }],
      },
    ],
  }),
  item('id5==', 'alias', 'Alias', {}, { item: { aliasEmail: 'a@alias.exemple.fr' } }),
  item('id6==', 'sshKey', 'Clé', { privateKey: '-----BEGIN', publicKey: 'ssh-ed25519 A', sections: [] }),
  item('id7==', 'wifi', 'Réseau', { ssid: 'Étage 2', password: 'wifi', security: 2, sections: [] }),
  item('id8==', 'custom', 'Autre', {
    sections: [
      { sectionName: 'A', sectionFields: [{ fieldName: 'b', type: 'hidden', data: { content: 'c' } }] },
    ],
  }),
  item('id1==', 'login', 'Ancien', { username: 'avant', password: 'p', urls: [], totpUri: '' }),
  'damaged',
]
const data = {
  version: '1.31.0',
  userId: 'u',
  encrypted: false,
  vaults: {
    'part==': {
      name: 'Équipe',
      description: 'Commun',
      display: { color: 0, icon: 0 },
      folders: [
        { folderId: 'F1', parentFolderId: null, name: 'Service' },
        { folderId: 'F2', parentFolderId: 'F1', name: 'Compta' },
      ],
      items,
    },
    autre: { name: 'Personnel', description: '', items: [item('z', 'note', 'Seule', {})] },
  },
}
const json = JSON.stringify(data)

export const samples: readonly Sample[] = [
  textSample('proton-json', 'JSON', 11, json),
  {
    format: 'proton-json',
    name: 'ZIP',
    entries: 11,
    bytes: zipOf({
      'Proton Pass/data.json': json,
      'Proton Pass/files/contrat.AbCdEfGhIjKlMnOp.pdf': '%PDF',
    }),
  },
]
