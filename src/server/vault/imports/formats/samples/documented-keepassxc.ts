import type { DocumentedSample } from './parts/documented.ts'

/** Written by hand from the program's own documentation and exporter, without a look at the reader; all data is made up. */

/** KeePassXC: every cell quoted, groups from the root on, the code as an address. */
const quoted = (cells: readonly string[]): string =>
  cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
const keePassXc = `${[
  ['Group', 'Title', 'Username', 'Password', 'URL', 'Notes', 'TOTP', 'Icon', 'Last Modified', 'Created'],
  [
    'Racine/Réseau/Pare-feu',
    'OPNsense',
    'root',
    'Filtre"dur"\\7',
    'https://10.0.0.1:8443',
    'Console série : 9600\nBauds',
    'otpauth://totp/OPNsense:root?secret=IFBEGRCFIZDUQSKK&period=30&digits=6&issuer=OPNsense',
    '3',
    '2026-01-15T10:00:00Z',
    '2024-05-02T08:30:00Z',
  ],
  [
    'Racine',
    'Onduleur',
    'apc',
    ' espaces gardés ',
    '',
    '',
    '',
    '0',
    '2026-01-15T10:00:00Z',
    '2024-05-02T08:30:00Z',
  ],
]
  .map(quoted)
  .join('\n')}\n`

export const samples: readonly DocumentedSample[] = [
  {
    name: 'KeePassXC, in French',
    format: 'keepassxc-csv',
    bytes: Buffer.from(keePassXc),
    entries: 2,
    expected: [
      {
        name: 'OPNsense',
        path: ['Réseau', 'Pare-feu'],
        login: 'root',
        password: 'Filtre"dur"\\7',
        address: 'https://10.0.0.1:8443',
        notes: ['Console série : 9600\nBauds'],
        otp: 'IFBEGRCFIZDUQSKK',
      },
      { name: 'Onduleur', login: 'apc', password: ' espaces gardés ' },
    ],
  },
]
