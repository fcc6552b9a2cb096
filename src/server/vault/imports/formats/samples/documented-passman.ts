import { listedValues, quotedRow, type DocumentedSample } from './parts/documented.ts'

/** Written by hand from the program's exporters, without a look at the reader; every person and secret is made up. */

const file = (id: number, filename: string, content: string) => ({
  file_id: id,
  guid: `FILE-${id}`,
  filename,
  size: content.length,
  mimetype: 'text/plain',
  created: 1_772_524_800,
  file_data: `data:text/plain;base64,${Buffer.from(content).toString('base64')}`,
})

/** Passman's JSON of 2026: files and files in fields as data addresses, an expiry, a deleted credential. */
function passmanJson(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const common = {
    user_id: 'nadia',
    description: '',
    created: 1_772_524_800,
    changed: 1_772_611_200,
    tags: [],
    email: '',
    icon: { type: 'png', content: 'aWNvbg==' },
    username: '',
    url: '',
    favicon: null,
    renew_interval: null,
    expire_time: 0,
    delete_time: 0,
    files: [],
    custom_fields: [],
    otp: {},
    hidden: false,
    compromised: false,
  }
  const credentials = [
    {
      ...common,
      credential_id: 41,
      guid: 'A1B2C3D4-0000-4000-8000-000000000041',
      label: v('Serre municipale'),
      description: v('Arrosage à 6 h\n"sauf" le dimanche'),
      tags: [{ text: v('espaces verts') }, { text: v('capteurs') }],
      email: v('serre@exemple.fr'),
      username: v('jardinier'),
      password: s(' Rose;"Trémière"\\ '),
      url: v('https://serre.exemple.fr/vue?zone=3'),
      renew_interval: 90,
      expire_time: 1_798_804_800,
      files: [file(7, v('plan de la serre.txt'), v('Nord : orchidées'))],
      custom_fields: [
        { label: v('Parcelle'), value: v('P-17'), secret: false, field_type: 'text' },
        { label: v('Clé de l’automate'), value: s('Auto;mate"4'), secret: true, field_type: 'password' },
        {
          label: v('Notice'),
          value: file(8, v('notice.txt'), v('Tourner à gauche')),
          secret: false,
          field_type: 'file',
        },
      ],
      otp: {
        type: 'totp',
        label: 'serre',
        issuer: 'Serre',
        qr_uri: { image: 'data:image/png;base64,AAAA', qrData: '' },
        secret: s('OBQXG43NMFXA2LTG'),
        algorithm: 'SHA1',
        digits: 6,
        period: 30,
      },
    },
    {
      ...common,
      credential_id: 42,
      guid: 'A1B2C3D4-0000-4000-8000-000000000042',
      label: v('Cabane à outils'),
      password: s('0000-bis'),
    },
    {
      ...common,
      credential_id: 43,
      guid: 'A1B2C3D4-0000-4000-8000-000000000043',
      label: 'Jetée',
      password: 'jetee-1',
      delete_time: 1_772_700_000,
    },
  ]
  return {
    name: 'Passman, its JSON with files and a deleted credential',
    format: 'passman-json',
    bytes: Buffer.from(JSON.stringify(credentials)),
    entries: 3,
    binned: 1,
    values,
    concealed,
    expected: [
      {
        name: 'Serre municipale',
        login: 'jardinier',
        password: ' Rose;"Trémière"\\ ',
        address: 'https://serre.exemple.fr/vue?zone=3',
        notes: ['Arrosage à 6 h\n"sauf" le dimanche'],
        otp: 'OBQXG43NMFXA2LTG',
        path: ['espaces verts'],
        visible: ['P-17', 'notice.txt'],
        told: ['OTHER_PLACES'],
        hidden: ['Auto;mate"4'],
        anywhere: ['serre@exemple.fr', 'capteurs'],
        renewal: '2027-01-01',
        files: { 'plan de la serre.txt': 'Nord : orchidées', 'notice.txt': 'Tourner à gauche' },
      },
      { name: 'Cabane à outils', password: '0000-bis' },
    ],
  }
}

/** Passman, its CSV of 2026: fields, files and codes are JSON in cells. */
function passmanCsv(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const columns =
    'label description created changed tags email icon username password url renew_interval expire_time delete_time files custom_fields otp compromised hidden'.split(
      ' ',
    )
  const usual: Readonly<Record<string, string>> = {
    files: '[]',
    custom_fields: '[]',
    otp: '{}',
    icon: 'null',
    tags: '[]',
    compromised: 'false',
    hidden: '0',
  }
  const row = (cells: Readonly<Record<string, string>>) =>
    quotedRow(columns.map((column) => cells[column] ?? usual[column] ?? ''))
  const file = {
    filename: v('règlement.txt'),
    size: 5,
    mimetype: 'text/plain',
    file_data: `data:text/plain;base64,${Buffer.from(v('Article 1')).toString('base64')}`,
  }
  const rows = [
    quotedRow(columns),
    row({
      label: v('Port de plaisance'),
      description: v('Quai "B"\nponton 3'),
      created: '1772524800',
      changed: '1772611200',
      tags: `[${v('marine')},${v('saison')}]`,
      email: v('port@exemple.fr'),
      username: v('capitaine'),
      password: s(' Ancre;"Bossoir"\\ '),
      url: v('https://port.exemple.fr'),
      expire_time: '1798804800',
      delete_time: '0',
      files: JSON.stringify([file]),
      custom_fields: JSON.stringify([
        { label: v('Canal VHF'), value: v('9-bis'), secret: false, field_type: 'text' },
        { label: v('Cadenas du ponton'), value: s('Cad"enas,88'), secret: true, field_type: 'password' },
      ]),
      otp: JSON.stringify({ type: 'totp', secret: s('OBXXE5BAMRSSA4DM'), issuer: 'Port', label: 'port' }),
    }),
    row({ label: 'Jeté', password: 'jete-5', delete_time: '1772700000' }),
  ]
  return {
    name: 'Passman, the CSV of 2026',
    format: 'passman-csv',
    bytes: Buffer.from(`${rows.join('\n')}\n`),
    entries: 2,
    binned: 1,
    values,
    concealed,
    expected: [
      {
        name: 'Port de plaisance',
        login: 'capitaine',
        password: ' Ancre;"Bossoir"\\ ',
        address: 'https://port.exemple.fr',
        notes: ['Quai "B"\nponton 3'],
        otp: 'OBXXE5BAMRSSA4DM',
        visible: ['9-bis'],
        hidden: ['Cad"enas,88'],
        path: ['marine'],
        anywhere: ['port@exemple.fr', 'saison'],
        renewal: '2027-01-01',
        files: { 'règlement.txt': 'Article 1' },
        told: ['OTHER_PLACES'],
      },
    ],
  }
}

export const samples: readonly DocumentedSample[] = [passmanJson(), passmanCsv()]
