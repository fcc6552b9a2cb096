import { otpOf, type DocumentedSample } from './parts/documented.ts'
import { zipOf } from './zip-writer.ts'

/** Written by hand from the program's own documentation and exporter, without a look at the reader; all data is made up. */

/** 1Password's support page on 1PUX: the kinds of values, a document and a file of a login. */
const section = (title: string, fields: readonly object[]) => ({ title, name: title.toLowerCase(), fields })
const puxField = (title: string, value: object, id = title.toLowerCase().replaceAll(' ', '')) => ({
  title,
  id,
  value,
  guarded: false,
  multiline: false,
  dontGenerate: false,
  inputTraits: { keyboard: 'default', correction: 'default', capitalization: 'default' },
})
const puxItem = (uuid: string, categoryUuid: string, title: string, details: object, more: object = {}) => ({
  uuid,
  favIndex: 0,
  createdAt: 1_701_000_000,
  updatedAt: 1_764_000_000,
  state: 'active',
  categoryUuid,
  details: {
    loginFields: [],
    notesPlain: '',
    sections: [],
    passwordHistory: [],
    ...details,
  },
  overview: { subtitle: '', urls: [], title, url: '', ps: 0, pbe: 0, pgrng: false, tags: [] },
  ...more,
})
const pux = zipOf({
  'export.attributes': JSON.stringify({
    version: 3,
    description: '1Password Unencrypted Export',
    createdAt: 1_764_100_000,
  }),
  'export.data': JSON.stringify({
    accounts: [
      {
        attrs: {
          accountName: 'Corbeval',
          name: 'Nadia Belkacem',
          avatar: '',
          email: 'nadia@exemple.fr',
          uuid: 'CORBEVALCORBEVALCORBEVALCO',
          domain: 'https://corbeval.1password.eu/',
        },
        vaults: [
          {
            attrs: { uuid: 'vaultuuidvaultuuidvaultuui', desc: '', avatar: '', name: 'Direction', type: 'U' },
            items: [
              puxItem(
                'loginitemloginitemloginite',
                '001',
                'Portail des marchés',
                {
                  loginFields: [
                    { value: 'nbelkacem', id: '', name: 'username', fieldType: 'T', designation: 'username' },
                    {
                      value: 'M@rchés-Publics-7',
                      id: '',
                      name: 'password',
                      fieldType: 'P',
                      designation: 'password',
                    },
                    { value: 'on', id: '', name: 'remember', fieldType: 'C' },
                  ],
                  notesPlain: 'Profil acheteur',
                  sections: [
                    section('Sécurité', [
                      puxField('Réponse secrète', { concealed: 'Rosalie' }),
                      puxField('one-time password', { totp: otpOf('Marchés', 'MFRGGZDFMZTWQ2LK') }),
                      puxField('Contact', { email: { email_address: 'aide@exemple.fr', provider: null } }),
                      puxField('Assistance', { phone: '0800123456' }),
                      puxField('Renouvelé le', { date: 1_735_689_600 }),
                      puxField('Fin', { monthYear: 202_811 }),
                      puxField('Manuel', { url: 'https://doc.exemple.fr/marches' }),
                      puxField('Profil', { menu: 'acheteur' }),
                      puxField('SIRET', { string: '21270000100018' }),
                    ]),
                    section('Fichiers', [
                      puxField('Pouvoir', {
                        file: {
                          fileName: 'pouvoir.pdf',
                          documentId: 'docpouvoirdocpouvoirdocpou',
                          decryptedSize: 15,
                        },
                      }),
                    ]),
                  ],
                  passwordHistory: [{ value: 'Ancien-Marché-6', time: 1_700_000_000 }],
                },
                {
                  favIndex: 1,
                  overview: {
                    subtitle: 'nbelkacem',
                    urls: [
                      { label: 'website', url: 'https://marches.exemple.fr' },
                      { label: 'secours', url: 'https://secours.marches.exemple.fr' },
                    ],
                    title: 'Portail des marchés',
                    url: 'https://marches.exemple.fr',
                    ps: 90,
                    tags: ['achats', 'état'],
                  },
                },
              ),
              puxItem('documentdocumentdocumentdo', '006', 'Certificat', {
                documentAttributes: {
                  fileName: 'certificat.p12',
                  documentId: 'doccertifdoccertifdoccerti',
                  decryptedSize: 4,
                },
              }),
              puxItem('identityidentityidentityid', '004', 'Nadia', {
                sections: [
                  section('Identification', [
                    puxField('first name', { string: 'Nadia' }),
                    puxField('birth date', { date: 486_000_000 }),
                  ]),
                  section('Address', [
                    puxField('address', {
                      address: {
                        street: '8 rue des Lilas',
                        city: 'Corbeval',
                        country: 'fr',
                        zip: '27310',
                        state: '',
                      },
                    }),
                  ]),
                ],
              }),
              puxItem('cardcardcardcardcardcardca', '002', 'Carte affaires', {
                sections: [
                  section('', [
                    puxField('cardholder name', { string: 'Nadia Belkacem' }, 'cardholder'),
                    puxField('type', { creditCardType: 'mc' }),
                    puxField('number', { creditCardNumber: '5136000000001234' }, 'ccnum'),
                    puxField('verification number', { concealed: '482' }, 'cvv'),
                    puxField('expiry date', { monthYear: 202_709 }, 'expiry'),
                  ]),
                ],
              }),
              puxItem('sshsshsshsshsshsshsshsshss', '114', 'Bastion', {
                sections: [
                  section('', [
                    puxField('private key', {
                      sshKey: {
                        privateKey: '-----BEGIN PRIVATE KEY-----\nYmFzdGlvbg==\n-----END PRIVATE KEY-----\n',
                        metadata: {
                          privateKey:
                            '-----BEGIN PRIVATE KEY-----\nYmFzdGlvbg==\n-----END PRIVATE KEY-----\n',
                          publicKey: 'ssh-ed25519 AAAABastion',
                          fingerprint: 'SHA256:bastionbastion',
                          keyType: 'ed25519',
                        },
                      },
                    }),
                  ]),
                ],
              }),
              puxItem('wifiwifiwifiwifiwifiwifiwi', '109', 'Wi-Fi du conseil', {
                sections: [
                  section('', [
                    puxField('network name', { string: 'CONSEIL' }),
                    puxField('wireless network password', { concealed: 'Salle-Du-Conseil-9' }),
                    puxField('wireless security', { menu: 'wpa3p' }),
                  ]),
                ],
              }),
              puxItem(
                'notenotenotenotenotenoteno',
                '003',
                'Consignes',
                { notesPlain: 'Ligne une\nLigne deux' },
                {
                  state: 'archived',
                },
              ),
            ],
          },
        ],
      },
    ],
  }),
  'files/docpouvoirdocpouvoirdocpou__pouvoir.pdf': '%PDF-1.7 pouvoir',
  'files/doccertifdoccertifdoccerti__certificat.p12': 'p12!',
})

export const samples: readonly DocumentedSample[] = [
  {
    name: '1PUX, as the support page describes it',
    format: '1password-1pux',
    bytes: pux,
    entries: 7,
    expected: [
      {
        name: 'Portail des marchés',
        path: ['Direction'],
        login: 'nbelkacem',
        password: 'M@rchés-Publics-7',
        address: 'https://marches.exemple.fr',
        notes: ['Profil acheteur'],
        otp: 'MFRGGZDFMZTWQ2LK',
        visible: [
          'aide@exemple.fr',
          '0800123456',
          '2025-01-01',
          'https://doc.exemple.fr/marches',
          'https://secours.marches.exemple.fr',
          'acheteur',
          '21270000100018',
        ],
        anywhere: ['achats', 'état', '2028'],
        hidden: ['Rosalie'],
        files: { 'pouvoir.pdf': '%PDF-1.7 pouvoir' },
        former: ['Ancien-Marché-6'],
        isFavourite: true,
      },
      { name: 'Certificat', path: ['Direction'], files: { 'certificat.p12': 'p12!' } },
      { name: 'Nadia', visible: ['Nadia', '1985-05-27'], anywhere: ['8 rue des Lilas', '27310'] },
      {
        name: 'Carte affaires',
        login: 'Nadia Belkacem',
        hidden: ['5136000000001234', '482'],
        anywhere: ['2027'],
        category: 'bankCard',
      },
      {
        name: 'Bastion',
        hidden: ['-----BEGIN PRIVATE KEY-----\nYmFzdGlvbg==\n-----END PRIVATE KEY-----\n'],
        visible: ['ssh-ed25519 AAAABastion', 'SHA256:bastionbastion'],
        category: 'apiKey',
      },
      {
        name: 'Wi-Fi du conseil',
        secrets: ['Salle-Du-Conseil-9'],
        anywhere: ['CONSEIL', 'wpa3p'],
        category: 'wifi',
      },
      { name: 'Consignes', notes: ['Ligne une\nLigne deux'], told: ['ARCHIVED'] },
    ],
  },
]
