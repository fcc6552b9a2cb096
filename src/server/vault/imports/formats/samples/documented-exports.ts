import { listedValues, otpOf, papaRow, type DocumentedSample } from './parts/documented.ts'

/**
 * Tables of managers in the cloud, written by hand from their exporters, without a look at the reader. Each value stands once
 * in its file; every person and secret is made up.
 */

const papaTable = (rows: readonly (readonly string[])[]): Uint8Array =>
  Buffer.from(rows.map(papaRow).join('\r\n'))
const rowOf =
  (columns: readonly string[]) =>
  (cells: Readonly<Record<string, string>>): string[] =>
    columns.map((column) => cells[column] ?? '')

/** Proton Pass, its CSV: several addresses in a cell, cards and identities as JSON in the note. */
function protonCsv(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const columns = 'type name url email username password note totp createTime modifyTime vault'.split(' ')
  const row = rowOf(columns)
  const times = { createTime: '1772524800', modifyTime: '1772611200' }
  const rows = [
    columns,
    row({
      ...times,
      type: 'login',
      name: v('Réservation des salles'),
      url: `${v('https://salles.exemple.fr/agenda')}, ${v('https://salles-secours.exemple.fr')}`,
      email: v('salles@exemple.fr'),
      username: v('gardien'),
      password: s(' Salle;"Bleue",\\4 '),
      note: v('Clé au "bureau"\nétage 2'),
      totp: otpOf('Salles', s('NFXGG2LUMVXGG2LT')),
      vault: v('Vie associative'),
    }),
    row({
      ...times,
      type: 'creditCard',
      name: v('Carte des fêtes'),
      note: JSON.stringify({
        cardholderName: v('COMITE DES FETES'),
        cardType: 0,
        number: s('4973222233334444'),
        verificationNumber: s('619'),
        expirationDate: '2030-04',
        pin: s('7746'),
        note: v('Plafond de 500 €'),
      }),
      vault: 'Vie associative',
    }),
    row({
      ...times,
      type: 'identity',
      name: v('Présidente du comité'),
      note: JSON.stringify({
        fullName: v('Solène Abgrall'),
        email: v('solene@exemple.fr'),
        phoneNumber: v('+33 6 01 02 03 04'),
        birthdate: '',
        extraPersonalDetails: [],
        organization: v('Comité de Kerlaz'),
        streetAddress: v('8 venelle du Four'),
        zipOrPostalCode: v('29550'),
        city: v('Plonévez'),
        socialSecurityNumber: s('2850129123456'),
        passportNumber: s('21FR98765'),
        extraSections: [],
        note: v('Élue en janvier'),
      }),
      vault: v('Personnes'),
    }),
    row({
      ...times,
      type: 'alias',
      name: v('Alias des petites annonces'),
      email: v('annonces.k7@exemple.net'),
      vault: 'Personnes',
    }),
    row({
      ...times,
      type: 'note',
      name: v('Digicode du local'),
      note: v('Côté cour\nA-B'),
      vault: 'Personnes',
    }),
  ]
  return {
    name: 'Proton Pass, a CSV with cards, identities and aliases',
    format: 'proton-csv',
    bytes: papaTable(rows),
    entries: 5,
    values,
    concealed,
    expected: [
      {
        name: 'Réservation des salles',
        path: ['Vie associative'],
        login: 'gardien',
        password: ' Salle;"Bleue",\\4 ',
        address: 'https://salles.exemple.fr/agenda',
        notes: ['Clé au "bureau"\nétage 2'],
        otp: 'NFXGG2LUMVXGG2LT',
        visible: ['https://salles-secours.exemple.fr'],
        anywhere: ['salles@exemple.fr'],
      },
      {
        name: 'Carte des fêtes',
        path: ['Vie associative'],
        hidden: ['4973222233334444', '619', '7746'],
        anywhere: ['COMITE DES FETES', 'Plafond de 500 €'],
        category: 'bankCard',
      },
      { name: 'Présidente du comité', path: ['Personnes'], hidden: ['2850129123456', '21FR98765'] },
      { name: 'Alias des petites annonces', anywhere: ['annonces.k7@exemple.net'] },
      { name: 'Digicode du local', notes: ['Côté cour\nA-B'] },
    ],
  }
}

/** Bitwarden, the CSV of a person: custom fields as lines, several addresses in a cell. */
function bitwardenCsv(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const columns =
    'folder favorite type name notes fields reprompt login_uri login_username login_password login_totp'.split(
      ' ',
    )
  const row = rowOf(columns)
  const rows = [
    columns,
    row({
      folder: `${v('Collège')}/${v('Vie scolaire')}`,
      favorite: '1',
      type: 'login',
      name: v('Cahier d’appel'),
      notes: v('Relevé : "8 h 05"\navant la cour'),
      fields: `${v('Établissement: code UAI')}: ${v('0291234K')}\n${v('Code parents')}: ${s('Par:ent,77')}`,
      reprompt: '1',
      login_uri: `${v('https://appel.exemple.fr/saisie?classe=6A')},${v('https://appel-secours.exemple.fr')}`,
      login_username: v('cpe'),
      login_password: s(' Cloche;"8h"\\ '),
      login_totp: s('OBXXE5DFMRUXG5DB'),
    }),
    row({
      type: 'note',
      name: v('Plan de mise en sûreté'),
      notes: v('Se confiner,\npuis compter'),
      reprompt: '0',
    }),
    row({ type: 'login', name: v('Sans adresse'), reprompt: '0', login_password: s('Seul+Mot') }),
  ]
  return {
    name: 'Bitwarden, the CSV of a person',
    format: 'bitwarden-csv',
    bytes: papaTable(rows),
    entries: 3,
    values,
    concealed,
    expected: [
      {
        name: 'Cahier d’appel',
        path: ['Collège', 'Vie scolaire'],
        login: 'cpe',
        password: ' Cloche;"8h"\\ ',
        address: 'https://appel.exemple.fr/saisie?classe=6A',
        notes: ['Relevé : "8 h 05"\navant la cour'],
        otp: 'OBXXE5DFMRUXG5DB',
        visible: ['https://appel-secours.exemple.fr'],
        hidden: ['Par:ent,77'],
        anywhere: ['0291234K'],
        isFavourite: true,
      },
      { name: 'Plan de mise en sûreté', path: [], notes: ['Se confiner,\npuis compter'] },
      { name: 'Sans adresse', path: [], password: 'Seul+Mot' },
    ],
  }
}

/** Bitwarden, the CSV of an organisation: an entry may be in several collections. */
function bitwardenOrganisation(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const columns =
    'collections type name notes fields reprompt login_uri login_username login_password login_totp'.split(
      ' ',
    )
  const row = rowOf(columns)
  const rows = [
    columns,
    row({
      collections: `${v('Réseaux')}/${v('Wifi public')},${v('Astreinte du week-end')}`,
      type: 'login',
      name: v('Contrôleur des bornes'),
      login_uri: v('https://bornes.exemple.fr'),
      login_username: v('bornes-admin'),
      login_password: s('Bo,rne"12"'),
      login_totp: otpOf('Bornes', s('OJSWI5DFMNRXK4TF')),
      reprompt: '0',
    }),
    row({
      collections: 'Réseaux',
      type: 'login',
      name: v('Baie de secours'),
      login_password: s('Cadenas 4'),
      reprompt: '0',
    }),
  ]
  return {
    name: 'Bitwarden, the CSV of an organisation',
    format: 'bitwarden-csv',
    bytes: papaTable(rows),
    entries: 2,
    values,
    concealed,
    expected: [
      {
        name: 'Contrôleur des bornes',
        path: ['Réseaux', 'Wifi public'],
        login: 'bornes-admin',
        password: 'Bo,rne"12"',
        address: 'https://bornes.exemple.fr',
        otp: 'OJSWI5DFMNRXK4TF',
        anywhere: ['Astreinte du week-end'],
        told: ['OTHER_PLACES'],
      },
      { name: 'Baie de secours', path: ['Réseaux'], password: 'Cadenas 4' },
    ],
  }
}

/** Padloc, its CSV: each name of a field is a column, tags in the second one. */
function padlocCsv(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const columns = [
    'name',
    'tags',
    'Username',
    'Password',
    'URL',
    'One-Time Password',
    'Code du local',
    'Notes',
    'E-Mail',
  ]
  const row = rowOf(columns)
  const rows = [
    columns,
    row({
      name: v('Station météo'),
      tags: `${v('capteurs')},${v('toit')}`,
      Username: v('releveur'),
      Password: s(' Vent;"Nord-Ouest"\\ '),
      URL: v('https://meteo.exemple.fr/#releves'),
      'One-Time Password': s('MFXGK3LPNVSXI4TF'),
      'Code du local': s('B-771'),
      Notes: v('Vider le "pluviomètre"\nle lundi'),
      'E-Mail': v('meteo-equipe@exemple.fr'),
    }),
    row({ name: v('Girouette'), Password: s('Coq-Gaulois') }),
  ]
  return {
    name: 'Padloc, a CSV with fields of its people',
    format: 'padloc-csv',
    bytes: papaTable(rows),
    entries: 2,
    values,
    concealed,
    expected: [
      {
        name: 'Station météo',
        login: 'releveur',
        password: ' Vent;"Nord-Ouest"\\ ',
        address: 'https://meteo.exemple.fr/#releves',
        otp: 'MFXGK3LPNVSXI4TF',
        notes: ['Vider le "pluviomètre"\nle lundi'],
        hidden: ['B-771'],
        path: ['capteurs'],
        anywhere: ['toit', 'meteo-equipe@exemple.fr'],
        told: ['OTHER_PLACES'],
      },
      { name: 'Girouette', path: [], password: 'Coq-Gaulois' },
    ],
  }
}

/** AliasVault, a table that no reader of its own knows: its columns are guessed. */
function aliasVault(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const columns =
    'ServiceName FolderPath ServiceUrl Username CurrentPassword AliasEmail TwoFactorSecret AliasGender AliasFirstName AliasLastName AliasNickName AliasBirthDate CardholderName CardNumber CardExpiryMonth CardExpiryYear CardCvv CardPin Notes CreatedAt UpdatedAt'.split(
      ' ',
    )
  const row = rowOf(columns)
  const times = { CreatedAt: '03/01/2026 08:00:00', UpdatedAt: '03/02/2026 08:00:00' }
  const rows = [
    columns,
    row({
      ...times,
      ServiceName: v('Covoiturage'),
      FolderPath: `${v('Mobilités')}/${v('Agents')}`,
      ServiceUrl: v('https://covoit.exemple.fr'),
      Username: v('agent.covoit'),
      CurrentPassword: s(' Route;"D7"\\ '),
      AliasEmail: v('agent-k4@exemple.net'),
      TwoFactorSecret: s('ORSXG5DJNZTSAYLM'),
      AliasFirstName: v('Loïc'),
      AliasLastName: v('Tanguy'),
      Notes: v('Trajets du "matin"\nseulement'),
    }),
    row({
      ...times,
      ServiceName: v('Carte des péages'),
      CardholderName: v('POOL AUTO'),
      CardNumber: s('4974333344445555'),
      CardExpiryMonth: '07',
      CardExpiryYear: '2031',
      CardCvv: s('623'),
      CardPin: s('8157'),
    }),
  ]
  return {
    name: 'AliasVault, a table of a program without a reader',
    format: 'csv',
    bytes: papaTable(rows),
    entries: 2,
    values,
    concealed,
    expected: [
      {
        name: 'Covoiturage',
        path: ['Mobilités', 'Agents'],
        login: 'agent.covoit',
        password: ' Route;"D7"\\ ',
        address: 'https://covoit.exemple.fr',
        otp: 'ORSXG5DJNZTSAYLM',
        notes: ['Trajets du "matin"\nseulement'],
        anywhere: ['agent-k4@exemple.net', 'Loïc', 'Tanguy'],
      },
      { name: 'Carte des péages', path: [], hidden: ['4974333344445555', '623', '8157'] },
    ],
  }
}

export const samples: readonly DocumentedSample[] = [
  protonCsv(),
  bitwardenCsv(),
  bitwardenOrganisation(),
  padlocCsv(),
  aliasVault(),
]
