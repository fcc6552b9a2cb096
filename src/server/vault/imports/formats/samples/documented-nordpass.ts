import { table, type DocumentedSample } from './parts/documented.ts'

/** Written by hand from the program's own documentation and exporter, without a look at the reader; all data is made up. */

/** NordPass: the columns of its present export, folders as rows, lists in JSON. */
const nordColumns = [
  'name',
  'url',
  'additional_urls',
  'username',
  'password',
  'note',
  'cardholdername',
  'cardnumber',
  'cvc',
  'pin',
  'expirydate',
  'zipcode',
  'folder',
  'full_name',
  'phone_number',
  'email',
  'address1',
  'address2',
  'city',
  'country',
  'state',
  'type',
  'custom_fields',
]
const nordRow = (cells: Readonly<Record<string, string>>): string[] =>
  nordColumns.map((column) => cells[column] ?? '')
const nordPass = table([
  nordColumns,
  nordRow({ name: 'Urbanisme', type: 'folder' }),
  nordRow({
    name: 'Guichet du permis',
    url: 'https://permis.exemple.fr',
    additional_urls: JSON.stringify(['https://agents.permis.exemple.fr', 'https://test.permis.exemple.fr']),
    username: 'urba1',
    password: 'Per,mis"2026',
    note: 'Déposer le matin',
    folder: 'Urbanisme',
    type: 'password',
    custom_fields: JSON.stringify([
      { label: 'Code agent', type: 'hidden', value: '88-14' },
      { label: 'Zone', type: 'text', value: 'Nord' },
      { label: 'Depuis', type: 'date', value: '1735689600' },
    ]),
  }),
  nordRow({
    name: 'Carte urbanisme',
    cardholdername: 'Service urbanisme',
    cardnumber: '4000002500003155',
    cvc: '420',
    pin: '5196',
    expirydate: '07/29',
    zipcode: '59230',
    folder: 'Urbanisme',
    type: 'credit_card',
  }),
  nordRow({
    name: 'Géomètre',
    full_name: 'Yann Kermadec',
    phone_number: '0299000000',
    email: 'yann@exemple.fr',
    address1: '12 rue du Cadastre',
    city: 'Rennes',
    country: 'FR',
    zipcode: '35000',
    type: 'identity',
  }),
  nordRow({ name: 'Rappel', note: 'Afficher 2 mois\nPhotographier', type: 'note' }),
])

export const samples: readonly DocumentedSample[] = [
  {
    name: 'NordPass, the columns of its present export',
    format: 'nordpass',
    bytes: Buffer.from(nordPass),
    entries: 4,
    expected: [
      {
        name: 'Guichet du permis',
        path: ['Urbanisme'],
        login: 'urba1',
        password: 'Per,mis"2026',
        address: 'https://permis.exemple.fr',
        notes: ['Déposer le matin'],
        visible: ['https://agents.permis.exemple.fr', 'https://test.permis.exemple.fr', 'Nord', '2025-01-01'],
        hidden: ['88-14'],
      },
      {
        name: 'Carte urbanisme',
        path: ['Urbanisme'],
        login: 'Service urbanisme',
        hidden: ['4000002500003155', '420', '5196'],
        anywhere: ['29', '59230'],
        category: 'bankCard',
      },
      {
        name: 'Géomètre',
        anywhere: ['Yann Kermadec', '0299000000', 'yann@exemple.fr', '12 rue du Cadastre', 'Rennes', '35000'],
      },
      { name: 'Rappel', notes: ['Afficher 2 mois\nPhotographier'] },
    ],
  },
]
