import { gzipSync } from 'node:zlib'
import { listedValues, type DocumentedSample } from './parts/documented.ts'

/** Written by hand from the program's exporter, without a look at the reader; every person and secret is made up. */

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const uuid = (last: number): string => Buffer.alloc(16, last).toString('base64')
const times = (expiry?: string): string =>
  `<Times><CreationTime>2026-01-05T08:00:00Z</CreationTime><LastModificationTime>2026-02-05T08:00:00Z</LastModificationTime><LastAccessTime>2026-02-05T08:00:00Z</LastAccessTime><ExpiryTime>${expiry ?? '2026-01-05T08:00:00Z'}</ExpiryTime><Expires>${expiry ? 'True' : 'False'}</Expires><UsageCount>3</UsageCount><LocationChanged>2026-01-05T08:00:00Z</LocationChanged></Times>`

/** KeePass 2.5x, KeePass XML (2.x): attached files, history, references, further addresses, codes and a recycle bin. */
function keepass(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const string = (key: string, value: string, protect = false) =>
    `<String><Key>${escaped(key)}</Key><Value${protect ? ' ProtectInMemory="True"' : ''}>${escaped(value)}</Value></String>`
  const entry = (id: number, { tags = '', expiry = '', strings = '', rest = '', history = '' }) =>
    `<Entry><UUID>${uuid(id)}</UUID><IconID>0</IconID><ForegroundColor></ForegroundColor><BackgroundColor></BackgroundColor><OverrideURL></OverrideURL><Tags>${escaped(tags)}</Tags>${times(expiry || undefined)}${strings}${rest}<AutoType><Enabled>True</Enabled><DataTransferObfuscation>0</DataTransferObfuscation></AutoType><History>${history}</History></Entry>`
  const group = (id: number, name: string, notes: string, inside: string) =>
    `<Group><UUID>${uuid(id)}</UUID><Name>${escaped(name)}</Name><Notes>${escaped(notes)}</Notes><IconID>48</IconID>${times()}<IsExpanded>True</IsExpanded><DefaultAutoTypeSequence></DefaultAutoTypeSequence><EnableAutoType>null</EnableAutoType><EnableSearching>null</EnableSearching><LastTopVisibleEntry>${uuid(0)}</LastTopVisibleEntry>${inside}</Group>`
  const title = v('Station d’épuration')
  const former = s('Ancien"Mot;1')
  const main = entry(21, {
    tags: `${v('eau')};${v('astreinte 24 h')}`,
    expiry: '2027-03-31T12:00:00Z',
    strings: [
      string('Notes', v('Vanne 3 : "ouverte"\nVanne 4 : <fermée>')),
      string('Password', s(' É&puration; "2026"\\ '), true),
      string('Title', title),
      string('URL', v('https://epuration.exemple.fr')),
      string('UserName', v('chef.equipe')),
      string('KP2A_URL', v('https://secours-epuration.exemple.fr')),
      string('KP2A_URL_1', v('https://mobile-epuration.exemple.fr')),
      string('Numéro d’abonné', v('AB-0099')),
      string('Code de l’alarme', s('1978#'), true),
      string('TimeOtp-Secret-Base32', s('JBSWY3DPFQQFO33S'), true),
      string('TimeOtp-Period', '30'),
    ].join(''),
    rest: `<Binary><Key>${v('schéma des vannes.txt')}</Key><Value Ref="0" /></Binary><Binary><Key>${v('consigne.txt')}</Key><Value Ref="1" /></Binary>`,
    history: entry(21, {
      strings: [
        string('Title', title),
        string('UserName', 'chef.equipe'),
        string('Password', former, true),
      ].join(''),
    }),
  })
  const referring = entry(22, {
    strings: [
      string('Notes', ''),
      string('Password', '{REF:P@I:15151515151515151515151515151515}', true),
      string('Title', v('Télégestion')),
      string('URL', ''),
      string('UserName', v('telegestion')),
    ].join(''),
  })
  const deleted = entry(23, {
    strings: [string('Title', 'Jeté'), string('Password', 'jete-1', true)].join(''),
  })
  const text = `<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<KeePassFile><Meta><Generator>KeePass</Generator><DatabaseName>${v('Base du syndicat')}</DatabaseName><DatabaseDescription></DatabaseDescription><DefaultUserName></DefaultUserName><MemoryProtection><ProtectTitle>False</ProtectTitle><ProtectUserName>False</ProtectUserName><ProtectPassword>True</ProtectPassword><ProtectURL>False</ProtectURL><ProtectNotes>False</ProtectNotes></MemoryProtection><RecycleBinEnabled>True</RecycleBinEnabled><RecycleBinUUID>${uuid(9)}</RecycleBinUUID><HistoryMaxItems>10</HistoryMaxItems><Binaries><Binary ID="0" Compressed="True">${gzipSync(v('V1 -> V2 -> cuve')).toString('base64')}</Binary><Binary ID="1">${Buffer.from(v('Porter les gants')).toString('base64')}</Binary></Binaries><CustomData /></Meta><Root>${group(1, 'Syndicat', '', `${group(2, v('Eaux usées'), v('Accès du bassin'), main + group(3, v('Relèvement'), '', referring))}${group(9, 'Corbeille', '', deleted)}`)}<DeletedObjects /></Root></KeePassFile>`
  return {
    name: 'KeePass 2, an export to XML with files, history and references',
    format: 'keepass-xml',
    bytes: Buffer.from(text),
    entries: 3,
    binned: 1,
    values: values.filter((value) => value !== 'Base du syndicat'),
    concealed,
    expected: [
      {
        name: title,
        path: ['Eaux usées'],
        login: 'chef.equipe',
        password: ' É&puration; "2026"\\ ',
        address: 'https://epuration.exemple.fr',
        notes: ['Vanne 3 : "ouverte"\nVanne 4 : <fermée>'],
        otp: 'JBSWY3DPFQQFO33S',
        visible: ['https://secours-epuration.exemple.fr', 'https://mobile-epuration.exemple.fr', 'AB-0099'],
        hidden: ['1978#'],
        anywhere: ['eau', 'astreinte 24 h'],
        former: [former],
        renewal: '2027-03-31',
        files: { 'schéma des vannes.txt': 'V1 -> V2 -> cuve', 'consigne.txt': 'Porter les gants' },
      },
      {
        name: 'Télégestion',
        path: ['Eaux usées', 'Relèvement'],
        login: 'telegestion',
        password: ' É&puration; "2026"\\ ',
      },
    ],
  }
}

export const samples: readonly DocumentedSample[] = [keepass()]
