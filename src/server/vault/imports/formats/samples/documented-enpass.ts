import type { DocumentedSample } from './parts/documented.ts'

/** Written by hand from the program's own documentation and exporter, without a look at the reader; all data is made up. */

/** Enpass's JSON: the types of its fields, folders in folders, removed fields and a file. */
const enpassField = (uid: number, type: string, label: string, value: string, more: object = {}) => ({
  deleted: 0,
  label,
  order: uid,
  sensitive: ['password', 'pin', 'ccCvc', 'ccPin', 'totp'].includes(type) ? 1 : 0,
  type,
  uid,
  updated_at: 1_700_000_000,
  value,
  value_updated_at: 1_700_000_000,
  ...more,
})
const enpassItem = (
  uuid: string,
  category: string,
  title: string,
  fields: readonly object[],
  more: object = {},
) => ({
  archived: 0,
  auto_submit: 1,
  category,
  createdAt: 1_690_000_000,
  favorite: 0,
  fields,
  icon: { fav: '', image: { file: 'cc/visa' }, type: 1, uuid: '' },
  note: '',
  subtitle: '',
  template_type: `${category}.default`,
  title,
  trashed: 0,
  updated_at: 1_760_000_000,
  uuid,
  ...more,
})
const enpass = JSON.stringify({
  folders: [
    { icon: '1008', parent_uuid: '', title: 'École', updated_at: 1_700_000_000, uuid: 'fld-ecole' },
    {
      icon: '1008',
      parent_uuid: 'fld-ecole',
      title: 'Cantine',
      updated_at: 1_700_000_000,
      uuid: 'fld-cantine',
    },
  ],
  items: [
    enpassItem(
      'enp-1',
      'login',
      'Cantine en ligne',
      [
        enpassField(10, 'username', "Nom d'utilisateur", 'ecole-corbeval'),
        enpassField(12, 'email', 'E-mail', 'cantine@exemple.fr'),
        enpassField(11, 'password', 'Mot de passe', 'Purée&Jambon4', {
          history: [{ updated_at: 1_650_000_000, value: 'Ancienne-Purée' }],
        }),
        enpassField(13, 'url', 'Site Web', 'https://cantine.exemple.fr'),
        enpassField(101, 'section', 'Informations supplémentaires', ''),
        enpassField(14, 'phone', 'Téléphone', '0232111213'),
        enpassField(102, 'totp', 'Code à usage unique', 'JBSWY3DPEHPK3PXP'),
        enpassField(15, 'text', 'Question de sécurité', 'Plat préféré'),
        enpassField(16, 'text', 'Réponse', 'Gratin', { sensitive: 1 }),
        enpassField(17, 'text', 'Champ retiré', 'ne doit pas venir', { deleted: 1 }),
        enpassField(18, 'multiline', 'Horaires', 'Lundi 8 h\nMardi 9 h'),
      ],
      {
        favorite: 1,
        folders: ['fld-cantine'],
        note: 'Inscription avant jeudi',
        attachments: [
          {
            data: Buffer.from('menu de la semaine').toString('base64'),
            kind: 'text/plain',
            name: 'menu.txt',
            order: 0,
            updated_at: 1_700_000_000,
            uuid: 'att-1',
          },
        ],
      },
    ),
    enpassItem('enp-2', 'creditcard', 'Carte école', [
      enpassField(1, 'ccName', 'Titulaire', 'Coopérative scolaire'),
      enpassField(2, 'ccType', 'Type', 'Visa'),
      enpassField(3, 'ccNumber', 'Numéro', '4539000000001111', { sensitive: 1 }),
      enpassField(4, 'ccCvc', 'CVC', '645'),
      enpassField(5, 'ccPin', 'Code', '7720'),
      enpassField(6, 'ccExpiry', 'Expiration', '04/28'),
    ]),
    enpassItem('enp-3', 'note', 'Alarme', [], { note: 'Panneau près de la chaufferie' }),
    enpassItem('enp-4', 'license', 'Licence tableau', [
      enpassField(1, 'text', 'Version', '7'),
      enpassField(2, 'text', 'Clé', 'TNI-55-KL', { sensitive: 1 }),
    ]),
    enpassItem('enp-5', 'login', 'Vieux site', [enpassField(1, 'password', 'Mot de passe', 'z')], {
      trashed: 1,
    }),
  ],
})

export const samples: readonly DocumentedSample[] = [
  {
    name: 'Enpass, by the types of its fields',
    format: 'enpass-json',
    bytes: Buffer.from(enpass),
    entries: 5,
    binned: 1,
    expected: [
      {
        name: 'Cantine en ligne',
        path: ['École', 'Cantine'],
        login: 'ecole-corbeval',
        password: 'Purée&Jambon4',
        address: 'https://cantine.exemple.fr',
        notes: ['Inscription avant jeudi'],
        otp: 'JBSWY3DPEHPK3PXP',
        visible: ['cantine@exemple.fr', '0232111213', 'Plat préféré', 'Lundi 8 h\nMardi 9 h'],
        hidden: ['Gratin'],
        absent: ['ne doit pas venir'],
        files: { 'menu.txt': 'menu de la semaine' },
        former: ['Ancienne-Purée'],
        isFavourite: true,
      },
      {
        name: 'Carte école',
        login: 'Coopérative scolaire',
        hidden: ['4539000000001111', '645', '7720'],
        anywhere: ['Visa', '28'],
        category: 'bankCard',
      },
      { name: 'Alarme', notes: ['Panneau près de la chaufferie'] },
      { name: 'Licence tableau', visible: ['7'], hidden: ['TNI-55-KL'], category: 'licence' },
    ],
  },
]
