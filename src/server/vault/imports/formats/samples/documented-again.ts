import type { DocumentedSample } from './parts/documented.ts'
import { zipOf } from './zip-writer.ts'

/**
 * More files of the kinds that did not come in whole at the first try: backups in JSON, dates in seconds, and tables of
 * persons and payments. Written by hand from the programs' documentation and exporters; every person and secret is made up.
 */

const csv = (...rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`).join('')
/** Returns a row with these cells, by the names of their columns. */
const rowOf = (columns: readonly string[], cells: Readonly<Record<string, string>>): string[] =>
  columns.map((column) => cells[column] ?? '')

const root = '00000000-0000-0000-0000-000000000000'
const common = { revision: 'r', edited: 1_760_000_000, favourite: false }
const login = (id: string, label: string, more: object = {}) => ({
  ...common,
  id,
  label,
  username: `${id}-login`,
  password: `${id}-Secret!`,
  notes: '',
  url: '',
  folder: root,
  tags: [],
  ...more,
})
const nextcloud = (content: object): Uint8Array =>
  Buffer.from(JSON.stringify({ version: 1, encrypted: false, ...content }))

const nordColumns =
  'name url username password note cardholdername cardnumber cvc expirydate zipcode folder full_name phone_number email address1 address2 city country state type custom_fields'.split(
    ' ',
  )
const nordPass = (...fields: readonly object[]): Uint8Array =>
  Buffer.from(
    csv(
      nordColumns,
      rowOf(nordColumns, {
        name: 'Contrat',
        username: 'mairie',
        password: 'Con,trat-1',
        type: 'password',
        custom_fields: JSON.stringify(fields),
      }),
    ),
  )

const personColumns =
  'type title first_name middle_name last_name login date_of_birth place_of_birth email email_type item_name phone_number address country state city zip address_recipient address_building address_apartment address_floor address_door_code job_title url'.split(
    ' ',
  )
const persons = csv(
  personColumns,
  rowOf(personColumns, {
    type: 'name',
    title: 'MRS',
    first_name: 'Odile',
    middle_name: 'Anne',
    last_name: 'Petit',
  }),
  rowOf(personColumns, { type: 'company', item_name: 'Mairie de Valbrune', job_title: 'Secrétaire' }),
  rowOf(personColumns, { type: 'phone', item_name: 'Astreinte', phone_number: '0688776655' }),
  rowOf(personColumns, {
    type: 'website',
    item_name: 'Site de la commune',
    url: 'https://valbrune.exemple.fr',
  }),
)
const payments = csv(
  'type account_name account_holder cc_number code expiration_month expiration_year routing_number account_number country issuing_bank'.split(
    ' ',
  ),
  ['payment_card', 'Carburant', 'Voirie', '4242424242424242', '314', '01', '2030', '', '', 'FR', ''],
  ['bank', 'Trésor public', 'Commune', '', '', '', '', '30001', '0000N050009', 'FR', 'Banque de France'],
)
const papers = csv(
  ['type', 'number', 'name', 'issue_date', 'expiration_date', 'place_of_issue', 'state'],
  ['card', '880692310285', 'Odile Petit', '2021-02-03', '2031-02-03', 'Lille', ''],
  ['tax_number', '3012345678901', '', '', '', '', ''],
)
const wifi = csv(
  ['ssid', 'passphrase', 'name', 'note', 'hidden', 'encryption_type'],
  ['VALBRUNE-INVITES', 'Bienvenue-2026', 'Wi-Fi des invités', 'Couper le soir', '0', 'WPA2'],
)

export const samples: readonly DocumentedSample[] = [
  {
    name: 'Nextcloud Passwords, custom fields as a list',
    format: 'nextcloud-passwords-json',
    bytes: nextcloud({
      version: 2,
      passwords: [
        login('a', 'Intranet', {
          favorite: true,
          customFields: [
            { label: 'Poste', type: 'text', value: '204' },
            { label: 'Code', type: 'secret', value: '4-8-15' },
            { label: 'Courriel', type: 'email', value: 'intra@exemple.fr' },
            { label: 'Aide', type: 'url', value: 'https://aide.exemple.fr' },
            { label: 'Plan', type: 'file', value: '/Documents/plan.pdf' },
            { label: 'origine', type: 'data', value: 'interne-77' },
          ],
        }),
      ],
    }),
    entries: 1,
    expected: [
      {
        name: 'Intranet',
        login: 'a-login',
        password: 'a-Secret!',
        visible: ['204', 'intra@exemple.fr', 'https://aide.exemple.fr'],
        hidden: ['4-8-15', 'interne-77'],
        told: ['FIELDS_LEFT'],
        isFavourite: true,
      },
    ],
  },
  {
    name: 'Nextcloud Passwords, custom fields by their labels',
    format: 'nextcloud-passwords-json',
    bytes: nextcloud({
      passwords: [
        login('b', 'Extranet', {
          folder: 'unknown',
          customFields: {
            PIN: { type: 'secret', value: '9182' },
            _app: { type: 'text', value: 'mobile-12' },
          },
        }),
      ],
    }),
    entries: 1,
    expected: [{ name: 'Extranet', path: [], login: 'b-login', hidden: ['9182', 'mobile-12'] }],
  },
  {
    name: 'Nextcloud Passwords, folders in a circle and under one that is not there',
    format: 'nextcloud-passwords-json',
    bytes: nextcloud({
      folders: [
        { ...common, id: 'f1', label: 'Un', parent: 'f2' },
        { ...common, id: 'f2', label: 'Deux', parent: 'f1' },
        { ...common, id: 'f3', label: 'Seul', parent: 'gone' },
      ],
      passwords: [
        login('c', 'Ici', { folder: 'f3', tags: ['t1', 't2', 'gone'] }),
        login('d', 'Là', { notes: 'Deux\nlignes', url: 'https://la.exemple.fr' }),
      ],
      tags: [
        { ...common, id: 't1', label: 'rouge', color: '#f00' },
        { ...common, id: 't2', label: 'bleu', color: '#00f' },
      ],
    }),
    entries: 2,
    expected: [
      { name: 'Ici', path: ['Seul'], visible: ['rouge, bleu'] },
      { name: 'Là', path: [], address: 'https://la.exemple.fr', notes: ['Deux\nlignes'] },
    ],
  },
  {
    name: 'NordPass, a date in milliseconds',
    format: 'nordpass',
    bytes: nordPass({ label: 'Fin', type: 'date', value: '1798675200000' }),
    entries: 1,
    expected: [{ name: 'Contrat', login: 'mairie', password: 'Con,trat-1', visible: ['2026-12-31'] }],
  },
  {
    name: 'NordPass, a date in seconds, as a number',
    format: 'nordpass',
    bytes: nordPass({ label: 'Fin', type: 'date', value: 1_798_675_200 }),
    entries: 1,
    expected: [{ name: 'Contrat', visible: ['2026-12-31'] }],
  },
  {
    name: 'NordPass, dates as texts',
    format: 'nordpass',
    bytes: nordPass(
      { label: 'Début', type: 'date', value: '2024-02-29' },
      { label: 'Fin', type: 'date', value: 'fin 2026' },
    ),
    entries: 1,
    expected: [{ name: 'Contrat', visible: ['2024-02-29', 'fin 2026'] }],
  },
  {
    name: 'Dashlane, the table of persons alone',
    format: 'dashlane-csv',
    bytes: Buffer.from(persons),
    entries: 4,
    expected: [
      { name: 'Odile Anne Petit', visible: ['Odile', 'Anne', 'Petit', 'MRS'] },
      { name: 'Mairie de Valbrune', anywhere: ['Secrétaire'] },
      { name: 'Astreinte', visible: ['0688776655'] },
      { name: 'Site de la commune', address: 'https://valbrune.exemple.fr' },
    ],
  },
  {
    name: 'Dashlane, the table of payments alone',
    format: 'dashlane-csv',
    bytes: Buffer.from(payments),
    entries: 2,
    expected: [
      {
        name: 'Carburant',
        login: 'Voirie',
        hidden: ['4242424242424242', '314'],
        anywhere: ['2030'],
        category: 'bankCard',
      },
      { name: 'Trésor public', hidden: ['0000N050009'], visible: ['30001', 'Banque de France'] },
    ],
  },
  {
    name: 'Dashlane, the table of papers alone',
    format: 'dashlane-csv',
    bytes: Buffer.from(papers),
    entries: 2,
    expected: [
      {
        name: "Carte d'identité",
        login: 'Odile Petit',
        hidden: ['880692310285'],
        visible: ['2021-02-03', '2031-02-03', 'Lille'],
      },
      { name: 'Numéro fiscal', hidden: ['3012345678901'] },
    ],
  },
  {
    name: 'Dashlane, an archive with persons and networks',
    format: 'dashlane-zip',
    bytes: zipOf({
      'credentials.csv': csv([
        'username',
        'username2',
        'username3',
        'title',
        'password',
        'note',
        'url',
        'category',
        'otpUrl',
      ]),
      'personalInfo.csv': persons,
      'wifi.csv': wifi,
    }),
    entries: 5,
    expected: [
      { name: 'Odile Anne Petit', visible: ['Petit'] },
      { name: 'Mairie de Valbrune' },
      { name: 'Astreinte' },
      { name: 'Site de la commune' },
      {
        name: 'Wi-Fi des invités',
        password: 'Bienvenue-2026',
        anywhere: ['VALBRUNE-INVITES', 'WPA2'],
        notes: ['Couper le soir'],
        category: 'wifi',
      },
    ],
  },
]
