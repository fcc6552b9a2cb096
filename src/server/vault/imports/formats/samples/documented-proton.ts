import { otpOf, type DocumentedSample } from './parts/documented.ts'
import { zipOf } from './zip-writer.ts'

/** Written by hand from the program's own documentation and exporter, without a look at the reader; all data is made up. */

/** Proton Pass's export types and item schema: folders, files, every type of item. */
const protonItem = (id: string, type: string, name: string, content: object, more: object = {}) => ({
  itemId: `item-${id}==`,
  shareId: 'share-direction==',
  data: {
    type,
    metadata: { name, note: '', itemUuid: `uuid-${id}` },
    content,
    extraFields: [],
    platformSpecific: {},
  },
  state: 1,
  aliasEmail: null,
  contentFormatVersion: 7,
  createTime: 1_730_000_000,
  modifyTime: 1_760_000_000,
  pinned: false,
  files: [],
  ...more,
})
const extra = (fieldName: string, type: string, data: object) => ({ fieldName, type, data })
const protonLogin = protonItem('login', 'login', 'Bourse du bois', {
  itemEmail: 'bois@exemple.fr',
  itemUsername: 'corbeval-bois',
  password: 'Chêne&Hêtre 12',
  urls: ['https://bois.exemple.fr/', 'https://ventes.bois.exemple.fr/'],
  autofillUrls: [
    { url: 'https://bois.exemple.fr/', mode: 0 },
    { url: 'https://ventes.bois.exemple.fr/', mode: 0 },
  ],
  totpUri: otpOf('Bois', 'NBSWY3DPEB3W64TM'),
  passkeys: [
    {
      keyId: 'k1',
      content: 'AAAA',
      domain: 'bois.exemple.fr',
      rpId: 'bois.exemple.fr',
      rpName: 'Bois',
      userName: 'c',
    },
  ],
})
const proton = zipOf({
  'Proton Pass/data.json': JSON.stringify({
    version: '1.33.0',
    userId: 'user==',
    encrypted: false,
    vaults: {
      'share-direction==': {
        name: 'Forêt',
        description: 'Domaine forestier',
        display: { color: 1, icon: 2 },
        folders: [
          { folderId: 'f-ventes', parentFolderId: null, name: 'Ventes' },
          { folderId: 'f-2026', parentFolderId: 'f-ventes', name: '2026' },
        ],
        items: [
          {
            ...protonLogin,
            pinned: true,
            folderId: 'f-2026',
            files: ['cahier-3fk2.pdf'],
            data: {
              ...protonLogin.data,
              metadata: { ...protonLogin.data.metadata, note: 'Ouverture à 9 h' },
              extraFields: [
                extra('Lot', 'text', { content: 'Lot 14' }),
                extra('Code enchère', 'hidden', { content: '550817' }),
                extra('Second facteur', 'totp', { totpUri: otpOf('Enchères', 'ORSXG5BAON2XEZLT') }),
                extra('Échéance', 'timestamp', { timestamp: '2027-03-31T00:00:00.000Z' }),
              ],
            },
          },
          protonItem('card', 'creditCard', 'Carte forêt', {
            cardholderName: 'Syndicat forestier',
            cardType: 0,
            number: '4000056655665556',
            verificationNumber: '914',
            expirationDate: '2029-02',
            pin: '0417',
          }),
          protonItem('identity', 'identity', 'Garde', {
            fullName: 'Lucie Perrot',
            email: 'lucie@exemple.fr',
            phoneNumber: '0611223344',
            birthdate: '1990-05-17',
            socialSecurityNumber: '290052731000177',
            passportNumber: '18AV33221',
            city: 'Corbeval',
            company: 'Syndicat forestier',
            extraPersonalDetails: [extra('Matricule', 'text', { content: 'GF-007' })],
            extraSections: [
              {
                sectionName: 'Radio',
                sectionFields: [extra('Code radio', 'hidden', { content: 'TANGO-9' })],
              },
            ],
          }),
          protonItem(
            'note',
            'note',
            'Clés des barrières',
            {},
            {
              data: {
                type: 'note',
                metadata: {
                  name: 'Clés des barrières',
                  note: 'Rouge : nord\nBleue : sud',
                  itemUuid: 'uuid-note',
                },
                content: {},
                extraFields: [],
                platformSpecific: {},
              },
            },
          ),
          protonItem('alias', 'alias', 'Alias ventes', {}, { aliasEmail: 'ventes.a1b2@passmail.net' }),
          protonItem('ssh', 'sshKey', 'Serveur météo', {
            privateKey: '-----BEGIN OPENSSH PRIVATE KEY-----\nbWV0ZW8\n-----END OPENSSH PRIVATE KEY-----',
            publicKey: 'ssh-ed25519 AAAAMeteo',
            sections: [],
          }),
          protonItem('wifi', 'wifi', 'Wi-Fi du chalet', {
            ssid: 'CHALET',
            password: 'Sapins-Bleus-33',
            security: 3,
            sections: [],
          }),
          protonItem('custom', 'custom', 'Licence cartographie', {
            sections: [
              {
                sectionName: 'Licence',
                sectionFields: [
                  extra('Version', 'text', { content: '11.2' }),
                  extra('Clé de produit', 'hidden', { content: 'CARTO-8841-KX' }),
                ],
              },
            ],
          }),
          protonItem(
            'gone',
            'login',
            'Ancien marché',
            { itemEmail: '', itemUsername: 'x', password: 'y', urls: [] },
            {
              state: 2,
            },
          ),
        ],
      },
    },
  }),
  'Proton Pass/files/cahier-3fk2.pdf': '%PDF-1.4 cahier des charges',
})

export const samples: readonly DocumentedSample[] = [
  {
    name: 'Proton Pass, as its schema and its exporter are written',
    format: 'proton-json',
    bytes: proton,
    entries: 9,
    binned: 1,
    expected: [
      {
        name: 'Bourse du bois',
        path: ['Forêt', 'Ventes', '2026'],
        login: 'corbeval-bois',
        password: 'Chêne&Hêtre 12',
        address: 'https://bois.exemple.fr/',
        notes: ['Ouverture à 9 h'],
        otp: 'NBSWY3DPEB3W64TM',
        visible: ['bois@exemple.fr', 'https://ventes.bois.exemple.fr/', 'Lot 14', '2027-03-31'],
        hidden: ['550817', otpOf('Enchères', 'ORSXG5BAON2XEZLT')],
        files: { 'cahier-3fk2.pdf': '%PDF-1.4 cahier des charges' },
        told: ['PASSKEY_LEFT', 'OTP_SEVERAL'],
        isFavourite: true,
      },
      {
        name: 'Carte forêt',
        path: ['Forêt'],
        login: 'Syndicat forestier',
        hidden: ['4000056655665556', '914', '0417'],
        anywhere: ['2029'],
        category: 'bankCard',
      },
      {
        name: 'Garde',
        visible: ['Lucie Perrot', '0611223344', '1990-05-17', 'Corbeval', 'Syndicat forestier', 'GF-007'],
        hidden: ['290052731000177', '18AV33221', 'TANGO-9'],
        anywhere: ['lucie@exemple.fr'],
      },
      { name: 'Clés des barrières', notes: ['Rouge : nord\nBleue : sud'] },
      { name: 'Alias ventes', anywhere: ['ventes.a1b2@passmail.net'] },
      {
        name: 'Serveur météo',
        hidden: ['-----BEGIN OPENSSH PRIVATE KEY-----\nbWV0ZW8\n-----END OPENSSH PRIVATE KEY-----'],
        visible: ['ssh-ed25519 AAAAMeteo'],
      },
      { name: 'Wi-Fi du chalet', secrets: ['Sapins-Bleus-33'], anywhere: ['CHALET'], category: 'wifi' },
      { name: 'Licence cartographie', visible: ['11.2'], hidden: ['CARTO-8841-KX'] },
    ],
  },
]
