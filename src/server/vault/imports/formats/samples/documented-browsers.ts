import { listedValues, otpOf, quotedRow, table, type DocumentedSample } from './parts/documented.ts'

/**
 * Tables of browsers and of persons' managers, written by hand from the programs' documentation, without a look at the reader.
 * Each value stands once in its file; every person and secret is made up.
 */

/** Chromium, its CSV from a French desktop: notes, two accounts of a site, an application of Android. */
function chromium(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const rows = [
    ['name', 'url', 'username', 'password', 'note'],
    [
      v('impots.exemple.fr'),
      v('https://connexion.exemple.fr/impots?x=1'),
      v('foyer.a'),
      s(' Tiers"Provisionnel";\\1 '),
      v('Avis du "15"\navant midi'),
    ],
    ['impots.exemple.fr', v('https://connexion.exemple.fr/second'), v('foyer.b'), s('Acompte,75'), ''],
    [v('Tickets'), v('android://cle==@fr.exemple.tickets/'), v('usager'), s('Bus&Tram'), ''],
    [v('sans-rien.exemple.fr'), 'https://sans-rien.exemple.fr/', '', s('Mot seul'), ''],
  ]
  return {
    name: 'Chromium, notes and an application',
    format: 'chromium',
    bytes: Buffer.from(table(rows, '\r\n')),
    entries: 4,
    values,
    concealed,
    expected: [
      {
        name: 'impots.exemple.fr',
        login: 'foyer.a',
        password: ' Tiers"Provisionnel";\\1 ',
        address: 'https://connexion.exemple.fr/impots?x=1',
        notes: ['Avis du "15"\navant midi'],
      },
      { name: 'impots.exemple.fr', login: 'foyer.b', password: 'Acompte,75' },
      {
        name: 'Tickets',
        login: 'usager',
        password: 'Bus&Tram',
        address: '',
        visible: ['android://cle==@fr.exemple.tickets/'],
      },
      { name: 'sans-rien.exemple.fr', password: 'Mot seul', address: 'https://sans-rien.exemple.fr/' },
    ],
  }
}

/** 1Password 8, its CSV: a code, tags, favourites and archived entries in columns. */
function onePassword8(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const rows = [
    ['Title', 'Url', 'Username', 'Password', 'OTPAuth', 'Favorite', 'Archived', 'Tags', 'Notes'],
    [
      v('Base des marchés'),
      v('https://marches.exemple.fr'),
      v('acheteuse'),
      s(' Lot"3";\\Voirie '),
      otpOf('Marches', s('NVQXEY3IMVZSA3DP')),
      'true',
      'false',
      `${v('achats')};${v('suivi')}`,
      v('Clôture à "12 h"\nprécises'),
    ],
    [v('Ancienne base'), '', v('acheteur.2019'), s('Vieux,Lot'), '', 'false', 'true', '', ''],
  ]
  return {
    name: '1Password 8, a CSV with codes and archived entries',
    format: '1password-csv',
    bytes: Buffer.from(table(rows)),
    entries: 2,
    values,
    concealed,
    expected: [
      {
        name: 'Base des marchés',
        login: 'acheteuse',
        password: ' Lot"3";\\Voirie ',
        address: 'https://marches.exemple.fr',
        otp: 'NVQXEY3IMVZSA3DP',
        notes: ['Clôture à "12 h"\nprécises'],
        anywhere: ['achats', 'suivi'],
        isFavourite: true,
      },
      { name: 'Ancienne base', login: 'acheteur.2019', password: 'Vieux,Lot', told: ['ARCHIVED'] },
    ],
  }
}

/** 1Password 7 for Windows, its CSV: a column for each field of a section. */
function onePassword7(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const rows = [
    [
      'UUID',
      'TITLE',
      'TYPE',
      'SCOPE',
      'TAGS',
      'CREATED DATE',
      'MODIFIED DATE',
      'NOTES',
      'USERNAME',
      'PASSWORD',
      'URL',
      'URLS',
    ].concat('SECTION 2: SECTION_77: ONE-TIME PASSWORD', 'SECTION 3: SECTION_78: CODE DU BADGE'),
    [
      'uuid-a',
      v('Parapheur'),
      'Login',
      'Default',
      v('direction'),
      '1700000000',
      '1710000000',
      v('Deux "visas"\nrequis'),
    ]
      .concat(
        v('dgs'),
        s(' Visa"1";\\2 '),
        v('https://parapheur.exemple.fr'),
        v('https://parapheur-b.exemple.fr'),
      )
      .concat(otpOf('Parapheur', s('OBQXEYLQNBSXK4TT')), s('BDG-4471')),
    [
      'uuid-b',
      v('Tampon électronique'),
      'Password',
      'Default',
      '',
      '1700000000',
      '1710000000',
      '',
      '',
      s('Encre,Bleue'),
      '',
      '',
      '',
      '',
    ],
  ]
  return {
    name: '1Password 7, a CSV with columns of sections',
    format: '1password-7-csv',
    bytes: Buffer.from(rows.map(quotedRow).join('\r\n')),
    entries: 2,
    values,
    concealed,
    expected: [
      {
        name: 'Parapheur',
        login: 'dgs',
        password: ' Visa"1";\\2 ',
        address: 'https://parapheur.exemple.fr',
        otp: 'OBQXEYLQNBSXK4TT',
        notes: ['Deux "visas"\nrequis'],
        visible: ['https://parapheur-b.exemple.fr'],
        hidden: ['BDG-4471'],
        anywhere: ['direction'],
      },
      { name: 'Tampon électronique', password: 'Encre,Bleue' },
    ],
  }
}

/** Strongbox, its CSV. */
function strongbox(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const rows = [
    ['Title', 'Username', 'Email', 'Password', 'URL', 'OTPAuth', 'Notes'],
    [
      v('Cantine'),
      v('chef-cuisine'),
      v('cantine@exemple.fr'),
      s(' Menu"Bio";\\4 '),
      v('https://cantine.exemple.fr'),
      otpOf('Cantine', s('MNQW45DJNZSSA5DP')),
      v('Commander\n"le jeudi"'),
    ],
    [v('Chambre froide'), '', '', s('-18°C'), '', '', ''],
  ]
  return {
    name: 'Strongbox, a CSV',
    format: 'strongbox-csv',
    bytes: Buffer.from(table(rows)),
    entries: 2,
    values,
    concealed,
    expected: [
      {
        name: 'Cantine',
        login: 'chef-cuisine',
        password: ' Menu"Bio";\\4 ',
        address: 'https://cantine.exemple.fr',
        otp: 'MNQW45DJNZSSA5DP',
        notes: ['Commander\n"le jeudi"'],
        anywhere: ['cantine@exemple.fr'],
      },
      { name: 'Chambre froide', password: '-18°C' },
    ],
  }
}

/** LockSelf, an export of twelve columns in UTF-16, with rows that end before the last column. */
function lockSelf(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const row = (cells: readonly string[]) =>
    cells.map((cell) => (/[";\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(';')
  const rows = [
    row(
      'Name;Url;Username;Password;Category/SubCategory;Tags;Description;Opt1;Opt2;Opt3;Totp;Type'.split(';'),
    ),
    row([
      v('Délibérations'),
      v('https://actes.exemple.fr/depot'),
      v('secretaire.generale'),
      s(' Acte"2026";\\9 '),
      `${v('Affaires générales')}/${v('Conseil')}`,
      `${v('légalité')} ${v('préfecture')}`,
      v('Dépôt avant 17 h\nle lendemain'),
      v('Matière 1.1'),
      v('Service A'),
      '',
      s('MRSWY2LCMVZGC5DJ'),
      'password',
    ]),
    row([v('Registre'), '', v('officier'), s('État;Civil'), 'Perso', '', '', '', '', '', '0000']),
  ]
  return {
    name: 'LockSelf, twelve columns in UTF-16',
    format: 'lockself',
    bytes: Buffer.from(`\uFEFF${rows.join('\r\n')}\r\n`, 'utf16le'),
    entries: 2,
    values,
    concealed,
    expected: [
      {
        name: 'Délibérations',
        path: ['Affaires générales', 'Conseil'],
        login: 'secretaire.generale',
        password: ' Acte"2026";\\9 ',
        address: 'https://actes.exemple.fr/depot',
        otp: 'MRSWY2LCMVZGC5DJ',
        notes: ['Dépôt avant 17 h\nle lendemain'],
        anywhere: ['légalité', 'préfecture', 'Matière 1.1', 'Service A'],
      },
      { name: 'Registre', path: ['Perso'], login: 'officier', password: 'État;Civil' },
    ],
  }
}

export const samples: readonly DocumentedSample[] = [
  chromium(),
  onePassword8(),
  onePassword7(),
  strongbox(),
  lockSelf(),
]
