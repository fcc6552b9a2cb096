import { listedValues, otpOf, table, type DocumentedSample } from './parts/documented.ts'

/**
 * Tables whose rows or columns follow the entries, written by hand from the programs' exporters, without a look at the reader.
 * Each value stands once in its file; every person and secret is made up.
 */

/** Keeper Commander's CSV of typed records: identifiers, types and typed fields follow the seventh cell. */
function keeperCsv(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const [folder, shared] = [v('Voirie'), v('Équipe de nuit')]
  const rows = [
    [
      `${v('Carrefours')}\\${v('Feux tricolores')}`,
      v('Croisement des Halles'),
      v('regulation'),
      s(' Feu,"Orange";\\3 '),
      v('https://feux.exemple.fr'),
      v('Cycle long\nde 22 h à 6 h'),
      `${shared}#edit#reshare`,
      '$record_uid',
      'uid-feux-0001',
      '$type',
      'login',
      '$oneTimeCode',
      otpOf('Feux', s('GEZDGNBVGY3TQOJQ')),
      v('Numéro d’armoire'),
      v('ARM-12,b'),
      '$secret:Jeton de télémesure',
      s('tele_55aa'),
      '$url:Documentation',
      v('https://doc-feux.exemple.fr'),
      '$email',
      v('voirie@exemple.fr'),
    ],
    [
      folder,
      v('Carte carburant'),
      '',
      '',
      '',
      '',
      '',
      '$record_uid',
      'uid-carte-0002',
      '$type',
      'bankCard',
      '$paymentCard',
      `${s('4975111122223333')} 09/2031 ${s('617')}`,
      'cardholderName',
      v('SERVICE VOIRIE'),
      '$pinCode',
      s('8265'),
    ],
    [
      '',
      v('Caméra du rond-point'),
      v('operateur'),
      s('Objectif=180'),
      '',
      '',
      '',
      '$record_uid',
      'uid-camera-0003',
      '$type',
      'serverCredentials',
      '$host',
      `${v('camera.exemple.fr')}:${v('8022')}`,
      '$securityQuestion',
      `${v('Première rue refaite')}? ${s('Rue des Tanneurs')}`,
    ],
    [
      '',
      v('Note de permanence'),
      '',
      '',
      '',
      `${v('Les clés sont')}\r\n${v('au poste 4')}`,
      '',
      '$record_uid',
      'uid-note-0004',
      '$type',
      'encryptedNotes',
    ],
  ]
  return {
    name: 'Keeper Commander, typed records in a table without header',
    format: 'keeper-csv',
    bytes: Buffer.from(table(rows, '\r\n')),
    entries: 4,
    values,
    concealed,
    expected: [
      {
        name: 'Croisement des Halles',
        login: 'regulation',
        password: ' Feu,"Orange";\\3 ',
        address: 'https://feux.exemple.fr',
        notes: ['Cycle long\nde 22 h à 6 h'],
        otp: 'GEZDGNBVGY3TQOJQ',
        visible: ['ARM-12,b', 'https://doc-feux.exemple.fr'],
        hidden: ['tele_55aa'],
        anywhere: ['voirie@exemple.fr'],
        path: ['Équipe de nuit', 'Carrefours', 'Feux tricolores'],
      },
      {
        name: 'Carte carburant',
        path: ['Voirie'],
        hidden: ['8265', '4975111122223333', '617'],
        anywhere: ['SERVICE VOIRIE'],
        category: 'bankCard',
      },
      {
        name: 'Caméra du rond-point',
        path: [],
        login: 'operateur',
        password: 'Objectif=180',
        hidden: ['Rue des Tanneurs'],
        anywhere: ['camera.exemple.fr', '8022', 'Première rue refaite'],
      },
      { name: 'Note de permanence', path: [], anywhere: ['Les clés sont\nau poste 4'] },
    ],
  }
}

/** Buttercup, an export of its desktop application: rows of groups, then of entries; each field that occurs is a column. */
function buttercup(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const columns = [
    'title',
    'username',
    'password',
    'URL',
    'Notes',
    'id',
    'One-time code',
    'Code PUK',
    'Référence',
  ]
  const group = (id: string, name: string, parent: string) => [
    'group',
    id,
    name,
    parent,
    ...columns.map(() => ''),
  ]
  const entry = (inside: string, cells: Readonly<Record<string, string>>) =>
    ['entry', inside, '', ''].concat(columns.map((column) => cells[column] ?? ''))
  const rows = [
    ['!type', '!group_id', '!group_name', '!group_parent', ...columns],
    group('g-1', v('Musée'), '0'),
    group('g-2', v('Réserves / salle 2'), 'g-1'),
    group('g-3', 'Trash', '0'),
    entry('g-2', {
      title: v('Hygromètre'),
      username: v('conservation'),
      password: s(' Sec;"45%"\\ '),
      URL: v('https://hygro.exemple.fr'),
      Notes: v('Étalonner en juin\nen "double"'),
      id: 'e-1',
      'One-time code': otpOf('Hygro', s('MZXW6YTBOI4DKMRS')),
      'Code PUK': s('77120934'),
      Référence: v('INV,2026-7'),
    }),
    entry('g-1', {
      title: v('Billetterie'),
      username: v('caisse-musee'),
      password: s('Entrée+Libre'),
      id: 'e-2',
    }),
    entry('g-3', { title: 'Ancien guide', username: 'guide', password: 'vieux-guide', id: 'e-3' }),
  ]
  return {
    name: 'Buttercup, groups in groups and its trash',
    format: 'buttercup',
    bytes: Buffer.from(table(rows)),
    entries: 3,
    binned: 1,
    values,
    concealed,
    expected: [
      {
        name: 'Hygromètre',
        path: ['Musée', 'Réserves / salle 2'],
        login: 'conservation',
        password: ' Sec;"45%"\\ ',
        address: 'https://hygro.exemple.fr',
        notes: ['Étalonner en juin\nen "double"'],
        otp: 'MZXW6YTBOI4DKMRS',
        hidden: ['77120934', 'INV,2026-7'],
      },
      { name: 'Billetterie', path: ['Musée'], login: 'caisse-musee', password: 'Entrée+Libre' },
    ],
  }
}

export const samples: readonly DocumentedSample[] = [keeperCsv(), buttercup()]
