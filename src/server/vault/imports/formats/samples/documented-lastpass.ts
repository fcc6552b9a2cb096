import { table, type DocumentedSample } from './parts/documented.ts'

/** Written by hand from the program's own documentation and exporter, without a look at the reader; all data is made up. */

const lastPassRow = (
  url: string,
  username: string,
  password: string,
  totp: string,
  extra: string,
  name: string,
  grouping: string,
  fav = '0',
) => [url, username, password, totp, extra, name, grouping, fav]
const cardNote = [
  'NoteType:Credit Card',
  'Language:fr-FR',
  'Name on Card:Commune de Valbrune',
  'Type:Mastercard',
  'Number:5500000000000004',
  'Security Code:871',
  'Start Date:January,2024',
  'Expiration Date:March,2029',
  'Notes:Plafond 2 000 euros\nCarte au coffre',
].join('\n')
const serverNote = [
  'NoteType:Server',
  'Language:fr-FR',
  'Hostname:sauvegarde.valbrune.exemple',
  'Username:sauveur',
  'Password:Nuit@3heures',
  'Notes:Accès par le réseau interne',
].join('\n')
const sshNote = [
  'NoteType:SSH Key',
  'Language:fr-FR',
  'Bit Strength:4096',
  'Format:PEM',
  'Passphrase:phrase de passe 44',
  'Private Key:-----BEGIN RSA PRIVATE KEY-----\ndmFsYnJ1bmU=\n-----END RSA PRIVATE KEY-----',
  'Public Key:ssh-rsa AAAAValbrune',
  'Hostname:git.valbrune.exemple',
  'Date:June,2025',
  'Notes:',
].join('\n')
/** LastPass: the columns of its export, secure notes by their templates, lines that end in CR LF. */
const lastPass = table(
  [
    ['url', 'username', 'password', 'totp', 'extra', 'name', 'grouping', 'fav'],
    lastPassRow(
      'https://etatcivil.exemple.fr/login',
      'paule.vidal',
      'Nai,ssance"12\'é',
      'MZXW6YTBOI======',
      'Bureau 3\nSuppléante : Inès',
      'État civil',
      'Services\\Accueil',
      '1',
    ),
    lastPassRow('http://sn', '', '', '', cardNote, 'Carte de la commune', 'Services\\Comptabilité'),
    lastPassRow('http://sn', '', '', '', serverNote, 'Serveur de sauvegarde', 'Informatique'),
    lastPassRow('http://sn', '', '', '', sshNote, 'Clé git', 'Informatique'),
    lastPassRow('http://sn', '', '', '', 'Une note simple,\navec une virgule', 'Consigne', ''),
    lastPassRow('http://', 'sansadresse', 'Sans-Adresse-5', '', '', 'Logiciel de paie', ''),
  ],
  '\r\n',
)

export const samples: readonly DocumentedSample[] = [
  {
    name: 'LastPass, with secure notes by their templates',
    format: 'lastpass',
    bytes: Buffer.from(lastPass),
    entries: 6,
    expected: [
      {
        name: 'État civil',
        path: ['Services', 'Accueil'],
        login: 'paule.vidal',
        password: 'Nai,ssance"12\'é',
        address: 'https://etatcivil.exemple.fr/login',
        notes: ['Bureau 3\nSuppléante : Inès'],
        otp: 'MZXW6YTBOI',
        isFavourite: true,
      },
      {
        name: 'Carte de la commune',
        path: ['Services', 'Comptabilité'],
        login: 'Commune de Valbrune',
        hidden: ['5500000000000004', '871'],
        anywhere: ['Mastercard', '2029', '2024', 'Plafond 2 000 euros\nCarte au coffre'],
        category: 'bankCard',
      },
      {
        name: 'Serveur de sauvegarde',
        path: ['Informatique'],
        login: 'sauveur',
        secrets: ['Nuit@3heures'],
        anywhere: ['sauvegarde.valbrune.exemple', 'Accès par le réseau interne'],
        category: 'server',
      },
      {
        name: 'Clé git',
        secrets: ['phrase de passe 44'],
        hidden: ['-----BEGIN RSA PRIVATE KEY-----\ndmFsYnJ1bmU=\n-----END RSA PRIVATE KEY-----'],
        anywhere: ['ssh-rsa AAAAValbrune', 'git.valbrune.exemple', '4096'],
        category: 'apiKey',
      },
      { name: 'Consigne', path: [], notes: ['Une note simple,\navec une virgule'] },
      { name: 'Logiciel de paie', login: 'sansadresse', password: 'Sans-Adresse-5', address: '' },
    ],
  },
]
