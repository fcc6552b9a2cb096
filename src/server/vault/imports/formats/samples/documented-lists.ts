import { listedValues, table, type DocumentedSample } from './parts/documented.ts'
import { zipOf } from './zip-writer.ts'

/**
 * Lists of servers and exports of former programs, written by hand from the programs' documentation, without a look at the
 * reader. Each value stands once in its file; every person and secret is made up.
 */

/** Devolutions Remote Desktop Manager, its CSV: folders by backslashes, fields of structures by their paths. */
function devolutions(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const rows = [
    [
      'Host',
      'Name',
      'ConnectionType',
      'Group',
      'Description',
      'Username',
      'Domain',
      'Password',
      'Port',
      'Url',
      'MetaInformation\\OS',
    ],
    [
      v('srv-paie.exemple.fr'),
      v('Serveur de paie'),
      'RDPConfigured',
      `${v('Datacentre')}\\${v('Production')}`,
      v('Arrêt le "dimanche"\nà 3 h'),
    ].concat(v('adm.paie'), v('COMMUNE'), s(' Bulletin"12";\\x '), v('33891'), '', v('Windows Server 2022')),
    [
      '',
      v('Portail de la paie'),
      'WebBrowser',
      'Datacentre',
      '',
      v('gestionnaire'),
      '',
      s('Net,Imposable'),
      '',
      v('https://paie.exemple.fr'),
      '',
    ],
    ['', v('Compte de secours'), 'Credential', '', '', v('secours-dc'), '', s('Bris de glace'), '', '', ''],
  ]
  return {
    name: 'Devolutions, a CSV with fields of structures',
    format: 'devolutions-csv',
    bytes: Buffer.from(table(rows, '\r\n')),
    entries: 3,
    values,
    concealed,
    expected: [
      {
        name: 'Serveur de paie',
        path: ['Datacentre', 'Production'],
        password: ' Bulletin"12";\\x ',
        notes: ['Arrêt le "dimanche"\nà 3 h'],
        anywhere: ['srv-paie.exemple.fr', '33891', 'adm.paie', 'COMMUNE', 'Windows Server 2022'],
      },
      {
        name: 'Portail de la paie',
        path: ['Datacentre'],
        login: 'gestionnaire',
        password: 'Net,Imposable',
        anywhere: ['https://paie.exemple.fr'],
      },
      { name: 'Compte de secours', path: [], login: 'secours-dc', password: 'Bris de glace' },
    ],
  }
}

/** KeePass 1 and 2, "KeePass CSV (1.x)": backslashes are doubled, quotes follow one. */
function keepassCsv(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const row = (cells: readonly string[]) =>
    cells.map((cell) => `"${cell.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')
  const rows = [
    row(['Account', 'Login Name', 'Password', 'Web Site', 'Comments']),
    row([
      v('Partage des plans'),
      v('VILLE\\dessin'),
      s(' Cote"12";\\0 '),
      v('https://plans.exemple.fr'),
      v('Lecteur \\\\srv\\plans\net "calques"'),
    ]),
    row([v('Traceur'), '', s('A0,A1'), '', '']),
  ]
  return {
    name: 'KeePass, a CSV with backslashes',
    format: 'keepass-csv',
    bytes: Buffer.from(`${rows.join('\r\n')}\r\n`),
    entries: 2,
    values,
    concealed,
    expected: [
      {
        name: 'Partage des plans',
        login: 'VILLE\\dessin',
        password: ' Cote"12";\\0 ',
        address: 'https://plans.exemple.fr',
        notes: ['Lecteur \\\\srv\\plans\net "calques"'],
      },
      { name: 'Traceur', password: 'A0,A1' },
    ],
  }
}

/** Dashlane's former JSON: a list for each kind. */
function dashlaneJson(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const data = {
    AUTHENTIFIANT: [
      {
        title: v('Office du tourisme'),
        domain: v('tourisme.exemple.fr'),
        login: v('accueil.ot'),
        secondaryLogin: v('accueil.second'),
        email: v('ot@exemple.fr'),
        password: s(' Plage"Nord";\\7 '),
        note: v('Caisse : "12"\nclé sous comptoir'),
      },
    ],
    SECURENOTE: [
      { title: v('Alarme du kiosque'), content: v('Attendre 30 s\npuis armer'), category: 'noCategory' },
    ],
    PAYMENTMEANS_CREDITCARD: [
      {
        name: v('Carte du kiosque'),
        owner: v('REGIE OT'),
        bank: v('BNP'),
        cardNumber: s('4976555566667777'),
        securityCode: s('653'),
        expireMonth: '9',
        expireYear: '2031',
        type: 'VISA',
      },
    ],
    BANKSTATEMENT: [
      {
        BankAccountName: v('Compte de la régie'),
        BankAccountOwner: v('Régie de recettes'),
        BankAccountIBAN: s('FR7610011000201234567890188'),
        BankAccountBIC: v('PSSTFRPPLYO'),
        BankAccountBank: v('La Banque'),
      },
    ],
    PAYMENTMEAN_PAYPAL: [
      { name: v('Paiement en ligne'), login: v('pay@exemple.fr'), password: s('Pay"Pal2') },
    ],
    EMAIL: [{ emailName: v('Courriel du kiosque'), email: v('kiosque@exemple.fr') }],
    PHONE: [{ phoneName: v('Mobile du kiosque'), number: v('+33 6 11 22 33 44') }],
    IDENTITY: [
      { title: 'MRS', firstName: v('Enora'), lastName: v('Le Bihan'), email: '', birthDate: '1990-02-03' },
    ],
  }
  return {
    name: 'Dashlane, its former JSON with every list',
    format: 'dashlane-json',
    bytes: Buffer.from(JSON.stringify(data)),
    entries: 8,
    values,
    concealed,
    expected: [
      {
        name: 'Office du tourisme',
        login: 'accueil.ot',
        password: ' Plage"Nord";\\7 ',
        address: 'tourisme.exemple.fr',
        notes: ['Caisse : "12"\nclé sous comptoir'],
        anywhere: ['accueil.second', 'ot@exemple.fr'],
      },
      { name: 'Alarme du kiosque', notes: ['Attendre 30 s\npuis armer'] },
      {
        name: 'Carte du kiosque',
        hidden: ['4976555566667777', '653'],
        anywhere: ['REGIE OT', 'BNP'],
        category: 'bankCard',
      },
      {
        name: 'Compte de la régie',
        hidden: ['FR7610011000201234567890188'],
        anywhere: ['Régie de recettes', 'PSSTFRPPLYO', 'La Banque'],
      },
      { name: 'Paiement en ligne', login: 'pay@exemple.fr', password: 'Pay"Pal2' },
      { name: 'Courriel du kiosque', anywhere: ['kiosque@exemple.fr'] },
      { name: 'Mobile du kiosque', anywhere: ['+33 6 11 22 33 44'] },
      { name: 'Enora Le Bihan', anywhere: ['Enora', 'Le Bihan'] },
    ],
  }
}

/** TeamPass, the template of its import, as people keep their lists in it. */
function teampassTemplate(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const rows = [
    ['label', 'login', 'password', 'url', 'description', 'folder'],
    [
      v('Horodateurs'),
      v('stationnement'),
      s(' Zone"Bleue";\\5 '),
      v('https://horodateurs.exemple.fr'),
      v('Relever le "mardi"\nà pied'),
      `${v('Voie publique')}/${v('Centre')}`,
    ],
    [v('Bornes escamotables'), '', s('Bip,1204'), '', '', 'Voie publique'],
  ]
  return {
    name: 'TeamPass, the template of its import',
    format: 'teampass-template',
    bytes: Buffer.from(table(rows)),
    entries: 2,
    values,
    concealed,
    expected: [
      {
        name: 'Horodateurs',
        path: ['Voie publique', 'Centre'],
        login: 'stationnement',
        password: ' Zone"Bleue";\\5 ',
        address: 'https://horodateurs.exemple.fr',
        notes: ['Relever le "mardi"\nà pied'],
      },
      { name: 'Bornes escamotables', path: ['Voie publique'], password: 'Bip,1204' },
    ],
  }
}

/** Bitwarden, its archive: attached files in folders of the identifiers of their entries. */
function bitwardenZip(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const id = (last: number) => `7e6d1c3e-0000-4000-8000-0000000000${last}`
  const common = {
    organizationId: null,
    folderId: null,
    reprompt: 0,
    favorite: false,
    notes: null,
    collectionIds: null,
    deletedDate: null,
    archivedDate: null,
    passwordHistory: null,
  }
  const former = s('Ancien;Tri')
  const data = {
    encrypted: false,
    folders: [{ id: id(11), name: `${v('Déchetterie')}/${v('Quai haut')}` }],
    items: [
      {
        ...common,
        id: id(21),
        folderId: id(11),
        type: 1,
        name: v('Pont-bascule'),
        notes: v('Tarer à "vide"\nchaque matin'),
        favorite: true,
        reprompt: 1,
        passwordHistory: [{ lastUsedDate: '2025-11-02T08:00:00.000Z', password: former }],
        login: {
          uris: [
            { match: null, uri: v('https://bascule.exemple.fr') },
            { match: 3, uri: v('https://bascule-2.exemple.fr') },
            { match: null, uri: v('androidapp://fr.exemple.bascule') },
          ],
          username: v('peseur'),
          password: s(' Benne"3";\\t '),
          totp: `otpauth://totp/Bascule?secret=${s('MJQXGY3VNRSSA5DS')}&algorithm=SHA256&digits=8&period=60`,
          fido2Credentials: [],
        },
        fields: [
          { name: v('Agrément'), value: v('AG-77'), type: 0, linkedId: null },
          { name: v('Clé du boîtier'), value: s('Boî;tier'), type: 1, linkedId: null },
          { name: v('Étalonné'), value: 'true', type: 2, linkedId: null },
        ],
      },
      {
        ...common,
        id: id(22),
        type: 5,
        name: v('Clé de la caméra'),
        sshKey: {
          privateKey: s('-----BEGIN OPENSSH PRIVATE KEY-----\nY2FtZXJh\n-----END OPENSSH PRIVATE KEY-----'),
          publicKey: v('ssh-ed25519 AAAAcamera'),
          keyFingerprint: v('SHA256:camera'),
        },
      },
      {
        ...common,
        id: id(23),
        type: 1,
        name: 'Jeté',
        deletedDate: '2026-01-02T08:00:00.000Z',
        login: { uris: [], username: 'x', password: 'jete-1', totp: null },
      },
    ],
  }
  const [name, content] = [v('certificat de métrologie.txt'), v('Classe III')]
  return {
    name: 'Bitwarden, an archive with attached files',
    format: 'bitwarden-json',
    bytes: zipOf({ 'data.json': JSON.stringify(data), [`attachments/${id(21)}/${name}`]: content }),
    entries: 3,
    binned: 1,
    values,
    concealed,
    expected: [
      {
        name: 'Pont-bascule',
        path: ['Déchetterie', 'Quai haut'],
        login: 'peseur',
        password: ' Benne"3";\\t ',
        address: 'https://bascule.exemple.fr',
        otp: 'MJQXGY3VNRSSA5DS',
        notes: ['Tarer à "vide"\nchaque matin'],
        visible: ['https://bascule-2.exemple.fr', 'androidapp://fr.exemple.bascule', 'AG-77'],
        hidden: ['Boî;tier'],
        former: [former],
        files: { [name]: content },
        isFavourite: true,
        told: ['FIELDS_LEFT'],
      },
      { name: 'Clé de la caméra', anywhere: ['ssh-ed25519 AAAAcamera', 'SHA256:camera'] },
    ],
  }
}

export const samples: readonly DocumentedSample[] = [
  devolutions(),
  keepassCsv(),
  dashlaneJson(),
  teampassTemplate(),
  bitwardenZip(),
]
