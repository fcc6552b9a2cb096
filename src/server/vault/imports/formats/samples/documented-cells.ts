import { listedValues, otpOf, papaRow, quotedRow, type DocumentedSample } from './parts/documented.ts'
import { zipOf } from './zip-writer.ts'

/**
 * Tables of managers that organisations host, written by hand from their exporters and documentation, without a look at the
 * reader. Each value stands once in its file; every person and secret is made up.
 */

/** Nextcloud Passwords, its predefined CSV from a French page: the names of columns, booleans and the root are translated. */
function nextcloudInFrench(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const edited = 'Tue Mar 03 2026 09:00:00 GMT+0100 (heure normale d’Europe centrale)'
  const ids = (n: number, folder: string) => [
    `0a6d1c3e-0000-4000-8000-00000000000${n}`,
    `9b6d1c3e-0000-4000-8000-00000000000${n}`,
    folder,
  ]
  const root = '00000000-0000-0000-0000-000000000000'
  const rows = [
    quotedRow(
      'Libéllé|Nom d’utilisateur|Mot de passe|Notes|Lien|Champs personnalisés|Dossier|Étiquettes|Favori|Édité|Id|Révision|ID du dossier'.split(
        '|',
      ),
    ),
    quotedRow([
      v('Bibliothèque numérique'),
      v('lecteur.abonné'),
      s(' L"ivre; \\Ouvert '),
      v('# Horaires\nmardi : "fermé"'),
      v('https://biblio.exemple.fr/compte#accueil'),
      [
        `${v('Carte du lecteur')}, text: ${v('B-2026,044')}`,
        `${v('Code secret du casier')}, secret: ${s('Casier: 19-73')}`,
        `${v('Adresse de secours')}, email: ${v('secours@exemple.fr')}`,
        `${v('Catalogue')}, url: ${v('https://catalogue.exemple.fr')}`,
      ].join('\n'),
      v('Culture'),
      `${v('public')},${v('prêt')}`,
      'vrai',
      edited,
      ...ids(1, 'c1b1c3e0-0000-4000-8000-000000000009'),
    ]),
    quotedRow([
      v('Ludothèque'),
      v('jeux'),
      s('Pion-Blanc-4'),
      '',
      '',
      '',
      'Racine',
      '',
      'faux',
      edited,
      ...ids(2, root),
    ]),
    quotedRow(
      [
        '',
        v('sans.nom'),
        s('Vide!!9'),
        '',
        v('https://sans-nom.exemple.fr'),
        '',
        'Culture',
        '',
        'faux',
        edited,
      ].concat(ids(3, 'c1b1c3e0-0000-4000-8000-000000000009')),
    ),
  ]
  return {
    name: 'Nextcloud Passwords, its predefined CSV in French',
    format: 'nextcloud-passwords',
    bytes: Buffer.from(rows.join('\n')),
    entries: 3,
    values,
    concealed,
    expected: [
      {
        name: 'Bibliothèque numérique',
        path: ['Culture'],
        login: 'lecteur.abonné',
        password: ' L"ivre; \\Ouvert ',
        address: 'https://biblio.exemple.fr/compte#accueil',
        notes: ['# Horaires\nmardi : "fermé"'],
        visible: ['B-2026,044', 'https://catalogue.exemple.fr'],
        hidden: ['Casier: 19-73'],
        anywhere: ['public', 'prêt', 'secours@exemple.fr'],
        isFavourite: true,
      },
      { name: 'Ludothèque', path: [], login: 'jeux', password: 'Pion-Blanc-4' },
      {
        name: 'sans-nom.exemple.fr',
        path: ['Culture'],
        login: 'sans.nom',
        password: 'Vide!!9',
        address: 'https://sans-nom.exemple.fr',
      },
    ],
  }
}

/** Nextcloud Passwords, its predefined CSV of passwords, folders and tags: an archive of three tables. */
function nextcloudTables(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const edited = 'Tue Mar 03 2026 09:00:00 GMT+0100 (Central European Standard Time)'
  const root = '00000000-0000-0000-0000-000000000000'
  const id = (last: number) => `5d6d1c3e-0000-4000-8000-0000000000${last}`
  const [outer, inner, tag] = [v('Sports'), v('Gymnases'), v('clubs')]
  const passwords = [
    'Label|Username|Password|Notes|Url|Custom Fields|Folder|Tags|Favorite|Edited|Id|Revision|Folder Id'.split(
      '|',
    ),
    [
      v('Éclairage du stade'),
      v('regie-lumiere'),
      s(' Lux;"500"\\ '),
      v('Couper à "22 h"\nsauf match'),
      v('https://stade.exemple.fr'),
      `${v('Badge')}, text: ${v('ST-4')}\n${v('Code du coffret')}, secret: ${s('Cof:fret-2')}`,
      inner,
      tag,
      'true',
      edited,
      id(41),
      id(51),
      id(12),
    ],
    [v('Buvette'), '', s('Sirop+Menthe'), '', '', '', 'Home', '', 'false', edited, id(42), id(52), root],
  ]
  const folders = [
    'Label ParentLabel Favorite Edited Id Revision ParentId'.split(' '),
    [outer, 'Home', 'false', edited, id(11), id(61), root],
    [inner, outer, 'false', edited, id(12), id(62), id(11)],
  ]
  const tags = [
    'Label Color Favorite Edited Id Revision'.split(' '),
    [tag, '#0082c9', 'false', edited, id(71), id(81)],
  ]
  const csv = (rows: readonly (readonly string[])[]) => rows.map(quotedRow).join('\n')
  return {
    name: 'Nextcloud Passwords, an archive of three tables',
    format: 'nextcloud-passwords-zip',
    bytes: zipOf({ 'Passwords.csv': csv(passwords), 'Folders.csv': csv(folders), 'Tags.csv': csv(tags) }),
    entries: 2,
    values,
    concealed,
    expected: [
      {
        name: 'Éclairage du stade',
        path: ['Sports', 'Gymnases'],
        login: 'regie-lumiere',
        password: ' Lux;"500"\\ ',
        address: 'https://stade.exemple.fr',
        notes: ['Couper à "22 h"\nsauf match'],
        visible: ['ST-4'],
        hidden: ['Cof:fret-2'],
        anywhere: ['clubs'],
        isFavourite: true,
      },
      { name: 'Buvette', path: [], password: 'Sirop+Menthe' },
    ],
  }
}

/** Team Password Manager's documentation: every cell quoted, a backslash before quotes and backslashes, ten custom fields. */
function teamPasswordManager(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const row = (cells: readonly string[]) =>
    cells.map((cell) => `"${cell.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')
  const ten = (...cells: readonly string[]) => Array.from({ length: 10 }, (_, place) => cells[place] ?? '')
  const rows = [
    row(
      ['Project name', 'Name', 'Access information', 'Username', 'E-mail', 'Password', 'Notes', 'Tags']
        .concat('Custom fields', ...ten().map((_, place) => `Custom ${place + 1}`))
        .concat('Expiry date (mm-dd-yyyy)'),
    ),
    row(
      [
        v('Chaufferie'),
        v('Automate principal'),
        v('https://automate.exemple.fr:8443/ihm'),
        v('CHAUFF\\technicien'),
        v('astreinte@exemple.fr'),
        s('Gaz\\"Vanne";7 '),
        v('Relever la pression,\npuis purger'),
        `${v('énergie')},${v('critique')}`,
        `${v('Numéro de série')},${v('Code PIN de la face avant')}`,
      ]
        .concat(ten(v('SN,44-\\81'), s('2604')))
        .concat('12-31-2026'),
    ),
    row(['Chaufferie', v('Code du local'), '', '', '', s('3131'), '', '', ''].concat(ten()).concat('')),
    row(
      [v('Piscine'), v('Pompe de secours'), v('10.9.0.4'), v('admin-pompe'), '', s('Eau=Claire'), '', '', '']
        .concat(ten())
        .concat('02-28-2027'),
    ),
  ]
  return {
    name: 'Team Password Manager, ten custom fields and backslashes',
    format: 'teampasswordmanager',
    bytes: Buffer.from(`${rows.join('\n')}\n`),
    entries: 3,
    values,
    concealed,
    expected: [
      {
        name: 'Automate principal',
        path: ['Chaufferie'],
        login: 'CHAUFF\\technicien',
        password: 'Gaz\\"Vanne";7 ',
        address: 'https://automate.exemple.fr:8443/ihm',
        notes: ['Relever la pression,\npuis purger'],
        hidden: ['SN,44-\\81', '2604'],
        anywhere: ['astreinte@exemple.fr', 'énergie', 'critique'],
        renewal: '2026-12-31',
      },
      { name: 'Code du local', path: ['Chaufferie'], password: '3131' },
      {
        name: 'Pompe de secours',
        path: ['Piscine'],
        login: 'admin-pompe',
        password: 'Eau=Claire',
        anywhere: ['10.9.0.4'],
        renewal: '2027-02-28',
      },
    ],
  }
}

/** Zoho Vault, the export of 2026, whose one-time code has another name; several lines in a cell for each kind of secret. */
function zohoVault(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const lines = (...texts: readonly string[]) => texts.map((text) => `${text}\n`).join('')
  const rows = [
    '"Password Name","Description","Password URL","SecretData","Notes","CustomData","Tags","Classification","Favorite","TOTP","Folder Name"',
    papaRow([
      v('Guichet des permis'),
      v('Compte partagé du service'),
      v('https://permis.exemple.fr:5001/#/entree'),
      lines('SecretType:Web Account', `User Name:${v('guichet@exemple.fr')}`, `Password:${s('Pe:rm"is,22')}`),
      v('Ouvert le matin'),
      lines(`${v('Agence')}:${v('Ouest')}`, `${v('Mot de passe de repli')}:${s('Repli:88')}`),
      v('urbanisme'),
      'E',
      '1',
      otpOf('Permis', s('ONSWG4TFOQQGIZLT')),
      v('Urbanisme réglementaire'),
    ]),
    papaRow([
      v('Serveur des plans'),
      '',
      '',
      lines(
        'SecretType:Windows',
        `User Name:${v('svc-plans')}`,
        `Password:${s('Plan%Svc')}`,
        `Domain Name:${v('MAIRIE')}`,
      ),
      '',
      '',
      '',
      'E',
      '0',
      '',
      'Urbanisme réglementaire',
    ]),
    papaRow([
      v('Compte bancaire du comité'),
      '',
      '',
      lines(
        'SecretType:Bank Account',
        `Account Number:${s('00012345678')}`,
        `Bank Name:${v('Crédit du Port')}`,
        `ATM Pin:${s('4402')}`,
        `Phone Number:${v('0240112233')}`,
      ),
      '',
      '',
      '',
      'P',
      '0',
      '',
      '',
    ]),
  ]
  return {
    name: 'Zoho Vault, an export of 2026',
    format: 'zoho-vault',
    bytes: Buffer.from(rows.join('\n')),
    entries: 3,
    values,
    concealed,
    expected: [
      {
        name: 'Guichet des permis',
        path: ['Urbanisme réglementaire'],
        login: 'guichet@exemple.fr',
        password: 'Pe:rm"is,22',
        address: 'https://permis.exemple.fr:5001/#/entree',
        otp: 'ONSWG4TFOQQGIZLT',
        hidden: ['Repli:88'],
        anywhere: ['Compte partagé du service', 'Ouvert le matin', 'Ouest', 'urbanisme'],
        isFavourite: true,
      },
      {
        name: 'Serveur des plans',
        path: ['Urbanisme réglementaire'],
        login: 'svc-plans',
        password: 'Plan%Svc',
        anywhere: ['MAIRIE'],
      },
      { name: 'Compte bancaire du comité', path: [], anywhere: ['Crédit du Port', '0240112233'] },
    ],
  }
}

export const samples: readonly DocumentedSample[] = [
  nextcloudInFrench(),
  nextcloudTables(),
  teamPasswordManager(),
  zohoVault(),
]
