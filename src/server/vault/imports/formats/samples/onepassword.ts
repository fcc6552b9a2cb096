import { textSample, type Sample } from './sample.ts'
import { zipOf } from './zip-writer.ts'

const field = (id: string, title: string, kind: string, value: unknown): unknown => ({
  title,
  id,
  value: { [kind]: value },
  guarded: false,
  multiline: false,
  inputTraits: { keyboard: 'default' },
})
const item = (
  uuid: string,
  categoryUuid: string,
  title: string,
  details: unknown,
  more: object = {},
): object => ({
  uuid,
  favIndex: 0,
  createdAt: 1_700_000_000,
  updatedAt: 1_700_000_001,
  state: 'active',
  categoryUuid,
  overview: { title, url: '', urls: [], tags: [] },
  details: { loginFields: [], notesPlain: '', sections: [], passwordHistory: [], ...(details as object) },
  ...more,
})

/** Every kind of value that 1Password writes. */
const login = item(
  'l1',
  '001',
  'Messagerie',
  {
    loginFields: [
      { value: 'marie', id: '', name: 'identifiant', fieldType: 'T', designation: 'username' },
      { value: ' mot de passe ', id: '', name: 'mot de passe', fieldType: 'P', designation: 'password' },
      { value: 'autre secret', id: '', name: 'second', fieldType: 'P', designation: null },
      { value: '✓', id: 'remember', name: 'se souvenir', fieldType: 'C', designation: null },
      { value: '', id: 'non', name: 'vide', fieldType: 'C', designation: null },
    ],
    notesPlain: 'Première\nseconde',
    sections: [
      {
        title: 'Détails',
        fields: [
          field('TOTP_1', 'code', 'totp', 'JBSWY3DPEHPK3PXP'),
          field('TOTP_2', 'code 2', 'totp', 'otpauth://totp/x?secret=KRSXG5CTMVRXEZLU'),
          field('s1', 'service', 'string', 'Compta'),
          field('c1', 'réponse', 'concealed', 'Médor'),
          field('e1', 'courriel', 'email', { email_address: 'marie@exemple.fr', provider: null }),
          field('a1', 'bureau', 'address', {
            street: '1, rue de l’Église',
            city: 'Grenoble',
            zip: '38000',
            state: '',
            country: 'fr',
          }),
          field('d1', 'ouverture', 'date', 1_451_649_660),
          field('m1', 'depuis', 'monthYear', 202_206),
          field('expiry', 'fin', 'monthYear', 202_802),
          field('u1', 'aide', 'url', 'https://aide.exemple.fr'),
          field('p1', 'téléphone', 'phone', '+33 4'),
          field('n1', 'choix', 'menu', 'imap'),
          field('r1', 'lié', 'reference', 'c1'),
          field('r2', 'perdu', 'reference', 'nulle part'),
          field('x1', 'inconnu', 'hologram', { a: 1 }),
          field('f1', 'contrat', 'file', {
            fileName: 'contrat été.pdf',
            documentId: 'doc1',
            decryptedSize: 4,
          }),
          field('f2', 'perdu', 'file', { fileName: 'perdu.pdf', documentId: 'doc9', decryptedSize: 4 }),
        ],
      },
    ],
    passwordHistory: [{ value: 'ancien', time: 1_458_322_355 }],
    passkey: { credentialId: 'x' },
  },
  {
    favIndex: 1,
    overview: {
      title: 'Messagerie',
      url: 'https://courriel.exemple.fr',
      urls: [
        { label: 'site', url: 'https://courriel.exemple.fr' },
        { label: '', url: 'https://autre.exemple.fr' },
      ],
      tags: ['été', 'service/compta'],
    },
  },
)
const others = [
  item('c1', '002', 'Carte', {
    sections: [
      {
        title: '',
        fields: [
          field('cardholder', 'titulaire', 'string', 'Zoé'),
          field('ccnum', 'numéro', 'creditCardNumber', '4111'),
          field('cvv', 'code', 'concealed', '123'),
          field('expiry', 'fin', 'monthYear', 202_802),
        ],
      },
    ],
  }),
  item('w1', '109', 'Wi-Fi', {
    sections: [
      {
        title: '',
        fields: [
          field('password', 'mot de passe de la borne', 'concealed', 'borne'),
          field('wireless_password', 'mot de passe du réseau', 'concealed', 'réseau'),
        ],
      },
    ],
  }),
  item('p1', '005', 'Seul', { password: 'seul' }, { state: 'archived' }),
  item('k1', '114', 'Clé', {
    sections: [
      {
        title: '',
        fields: [
          field('private_key', 'clé', 'sshKey', {
            privateKey: '-----BEGIN-----\nA\n',
            metadata: {
              privateKey: 'x',
              publicKey: 'ssh-ed25519 A',
              fingerprint: 'SHA256:a',
              keyType: 'ed25519',
            },
          }),
        ],
      },
    ],
  }),
]
const account = (uuid: string, name: string, vaults: unknown[]): unknown => ({
  attrs: { accountName: name, name, email: 'a@exemple.fr', uuid, domain: 'https://my.1password.eu/' },
  vaults,
})
const vault = (name: string, items: unknown[]): unknown => ({
  attrs: { uuid: name, name, type: 'U' },
  items,
})
const attributes = JSON.stringify({ version: 3, description: '1Password Unencrypted Export', createdAt: 1 })
const puxOf = (accounts: unknown[], files: Record<string, string> = {}): Uint8Array =>
  zipOf({ ...files, 'export.attributes': attributes, 'export.data': JSON.stringify({ accounts }) })

const separator = '***5642bee8-a5ff-11dc-8314-0800200c9a66***'
const lines = [
  { uuid: 'D1', typeName: 'system.folder.Regular', title: 'Équipe', secureContents: {} },
  { uuid: 'D2', typeName: 'system.folder.Regular', title: 'Réseau', folderUuid: 'D1', secureContents: {} },
  { uuid: 'X', typeName: 'system.folder.SavedSearch', title: 'Recherche', secureContents: {} },
  {
    uuid: 'A1',
    typeName: 'webforms.WebForm',
    title: 'Site',
    location: 'https://a.exemple.fr',
    folderUuid: 'D2',
    openContents: { tags: ['un', 'deux'], faveIndex: 1 },
    secureContents: {
      URLs: [{ label: 'site', url: 'https://a.exemple.fr' }],
      notesPlain: 'été',
      fields: [
        { type: 'T', name: 'u', value: 'marie', designation: 'username' },
        { type: 'P', name: 'p', value: 'secret é', designation: 'password' },
        { type: 'T', name: 'agence', value: '38', designation: '' },
      ],
      sections: [
        {
          title: 'Plus',
          name: 's',
          fields: [
            { k: 'concealed', n: 'TOTP_1', t: 'code', v: 'JBSWY3DPEHPK3PXP' },
            { k: 'concealed', n: 'x', t: 'réponse', v: 'Médor' },
            { k: 'string', n: 'y', t: 'service', v: 'Compta' },
            { k: 'date', n: 'z', t: 'le', v: 1_451_649_660 },
          ],
        },
      ],
      passwordHistory: [{ value: 'ancien', time: 1_458_322_355 }],
    },
  },
  {
    uuid: 'A2',
    typeName: 'wallet.financial.CreditCard',
    title: 'Carte',
    trashed: true,
    secureContents: {
      cardholder: 'Zoé',
      ccnum: '4111',
      cvv: '123',
      expiry_mm: '2',
      expiry_yy: '2028',
      bank: 'La Banque',
    },
  },
  {
    uuid: 'A3',
    category: '001',
    hmac: 'x',
    overview: { title: 'Sous Windows', URLs: [{ u: 'https://w.exemple.fr' }] },
    details: { fields: [{ type: 'P', name: 'p', value: 'w', designation: 'password' }] },
  },
]
const pif = lines.map((line) => `${JSON.stringify(line)}\n${separator}\n`).join('')

export const samples: readonly Sample[] = [
  {
    format: '1password-1pux',
    name: '1PUX',
    entries: 6,
    bytes: puxOf([account('ACC', 'Famille', [vault('Personnel', [login, ...others, 7])])], {
      'files/doc1__contrat été.pdf': '%PDF',
    }),
  },
  {
    format: '1password-1pux',
    name: '1PUX of two accounts, in an older form',
    entries: 2,
    bytes: puxOf([
      account('A', 'Société', [vault('Commun', [{ item: login, file: null }])]),
      account('B', 'Famille', [
        vault('Commun', [item('l1', '001', 'Sans détail', {}, { overview: { title: 'T' } })]),
      ]),
    ]),
  },
  textSample('1password-1pif', '1PIF', 3, `\uFEFF${pif}`),
  {
    format: '1password-1pif',
    name: '1PIF with attachments',
    entries: 3,
    bytes: zipOf({ 'export.1pif/data.1pif': pif, 'export.1pif/attachments/A1/plan été.txt': 'plan' }),
  },
]
