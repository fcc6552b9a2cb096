import { createCipheriv } from 'node:crypto'
import { managerImportLimits as limits } from '#domain/platform/limits.ts'
import { header as csvHeader, slowCsvFiles } from '../csv-shapes-testing.ts'
import { slowKeePassFiles } from '../keepass-shapes-testing.ts'
import { archivePassword, sealedArchive } from './archive/archive-testing.ts'
import type { FileReading } from './formats.ts'
import { innerFields } from './kdbx/kdbx-ids.ts'
import { databaseOf, emptyDatabase, essai, fieldOf, withBlocksOf } from './kdbx/kdbx-testing.ts'
import { zipOf } from './samples/zip-writer.ts'

/** A list, and what is repeated in it: more entries than a file may have. */
export const manyEntries: readonly (readonly [name: string, start: string, entry: string, end: string])[] = [
  [
    'Proton Pass',
    `{"version":"1","userId":"u","encrypted":false,"vaults":{"v":{"name":"n","items":[`,
    '{"itemId":"a"},',
    '{}]}}}',
  ],
  ['Bitwarden', '{"encrypted":false,"folders":[],"items":[', '{"name":"a"},', '{}]}'],
  ['SafeInCloud', '<database>', '<card title="a"/>', '</database>'],
]

/** An element, and what is repeated in it: more parts than any has. */
export const manyParts: readonly (readonly [name: string, start: string, part: string, end: string])[] = [
  ['a KeePass group', '<KeePassFile><Root><Group>', '<Entry/>', '</Group></Root></KeePassFile>'],
  [
    'a KeePass entry',
    '<KeePassFile><Root><Group><Entry>',
    '<String/>',
    '</Entry></Group></Root></KeePassFile>',
  ],
  [
    'a SafeInCloud card',
    '<database><card title="a">',
    '<field name="a" type="text">b</field>',
    '</card></database>',
  ],
  [
    'a Bitwarden entry',
    '{"encrypted":false,"items":[{"name":"a","fields":[',
    '{"name":"a","value":"b"},',
    '{}]}]}',
  ],
  ['a Keeper record', '{"records":[{"title":"a","custom_fields":{', '"a":"v",', '"z":"v"}}]}'],
]

/** Rows after the header of a browser's table, each of which is hard to parse. */
export const slowRows: readonly (readonly [name: string, row: string])[] = [
  ['quotes after backslashes', `"a\\"","https://a.fr",b,"${'c'.repeat(1_590)}"`],
  ['backslashes and quotes alone', `"a\\"x","https://a.fr",b,${'\\"'.repeat(800)}`],
  ['cells over two rows', `a,b,c,"${'\\"'.repeat(800)}`],
  ['a thousand cells a row', ','.repeat(900)],
]
export const slowRowsHeader = 'name,url,username,password'

const note = 'note "longue"\u00e9'
const quoted = `"${note.replaceAll('"', '""')}"`
/** Tables by their format: the header, and a usual row. */
export const usualRows: readonly (readonly [format: string, header: string, row: string])[] = [
  ['chromium', 'name,url,username,password,note', `a,https://a.fr/x,b,c,${quoted}`],
  ['lastpass', 'url,username,password,extra,name,grouping,fav', `https://a.fr,b,a&amp;c,${quoted},n,A\\B,0`],
  [
    'bitwarden-csv',
    'folder,type,name,notes,fields,login_uri,login_username,login_password,login_totp',
    `A/B,login,n,${quoted},"a: b\nc: d","https://a.fr,https://b.fr",u,p,`,
  ],
  [
    'mremoteng-csv',
    'Name;Id;Parent;NodeType;Username;Password;Hostname;Protocol;InheritPassword',
    'n;i;p;Connection;u;p;h;SSH2;True;',
  ],
  [
    'keeper-csv',
    '"A","t","l","p","https://a.fr","n",""',
    '"A\\B","t","l","p","https://a.fr","n","","$text:a:1","b"',
  ],
  ['csv', 'Libellé;Compte;Mdp;Lien', 'a;b;c;https://a.fr'],
]

/** A file of a shape that makes a naive reader slow, or large in memory. */
export type SlowFile = {
  /** What the bench puts it under. */
  readonly family: string
  readonly name: string
  readonly make: () => Uint8Array | Promise<Uint8Array>
  readonly reading?: FileReading
}

/** Returns a text of a size: a start and an end, and a part that fills what is between them. */
const filled = (size: number, start: string, part: string, end = ''): string =>
  start +
  part.repeat(Math.max(1, Math.floor((size - start.length - end.length) / Buffer.byteLength(part)))) +
  end

type Shape = readonly [name: string, start: string, part: string, end?: string]

const bitwardenStart = '{"encrypted":false,"folders":[],"items":['
const bitwardenOf = (key: string, value: string): string => `${bitwardenStart}{"name":"a","${key}":${value}`

const jsonShapes: readonly Shape[] = [
  ['lists in lists', '', '['],
  ['objects in objects', '', '{"a":'],
  ['an open text', '["', 'a'],
  ['backslashes', '["', '\\\\'],
  ['control characters', '["', '\u0001', '"]'],
  ['empty lists', '[', '[],', '[]]'],
  ['numbers', '[', '1e308,', '0]'],
  ['one number', '[', '9', ']'],
  ['one key', '{', '"a":1,', '"a":1}'],
  ['blanks', '[', ' ', ']'],
  ['escapes', bitwardenOf('notes', '"'), '\\u00e9', '"}]}'],
  ['broken accents', bitwardenOf('notes', '"'), 'Ã©', '"}]}'],
  ['references', bitwardenOf('notes', '"'), '{REF:P@I:', '"}]}'],
  ['a path', bitwardenOf('login', '{}}],"folders":[{"id":"f","name":"'), 'a/', '"}]}'],
  ['padding of a one-time secret', bitwardenOf('login', '{"totp":"'), '=', 'x"}}]}'],
  ['parts of a one-time secret', bitwardenOf('login', '{"totp":"otpauth://totp/?'), 'a=b&', '"}}]}'],
  ['addresses of one-time secrets', bitwardenOf('notes', '"'), 'otpauth://', '"}]}'],
  ['large entries', bitwardenStart, `{"name":"a","notes":"${'é'.repeat(700)}","login":{}},`, '{}]}'],
  ...manyEntries.slice(0, 2),
  ...manyParts.slice(3),
]

const xmlShapes: readonly Shape[] = [
  ['an open DOCTYPE', '<!DOCTYPE', ' '],
  ['an open subset', '<!DOCTYPE a [', '] '],
  ['instructions', '', '<?a?>', '<a/>'],
  ['comments', '', '<!---->', '<a/>'],
  ...manyEntries.slice(2),
  ...manyParts.slice(0, 3),
]

const passwordSafeOf = (name: string, start = ''): string =>
  `<passwordsafe delimiter="a"><entry><title>a</title><${name}>${start}`
const passwordSafeShapes: readonly Shape[] = [
  ['entries', '<passwordsafe>', '<entry/>', '</passwordsafe>'],
  ['delimiters', passwordSafeOf('notes'), 'a', '</notes></entry></passwordsafe>'],
  ['colons of a reference', passwordSafeOf('password', '['), ':', '</password></entry></passwordsafe>'],
  ['tildes of a reference', passwordSafeOf('password', '['), '~', '</password></entry></passwordsafe>'],
  ['a path', passwordSafeOf('group'), 'a.', '</group></entry></passwordsafe>'],
  [
    'former passwords',
    `${passwordSafeOf('pwhistory')}<history_entries>`,
    '<history_entry/>',
    '</history_entries></pwhistory></entry></passwordsafe>',
  ],
  ['empty groups', '<passwordsafe><EmptyGroups>', '<EGName>a.b</EGName>', '</EmptyGroups></passwordsafe>'],
]

const connections = '<Connections ConfVersion="2.6" EncryptionEngine="AES" BlockCipherMode="GCM">'
const inherits = ['Username', 'Domain', 'Password', 'Hostname', 'Protocol', 'Port', 'Descr']
  .map((name) => ` Inherit${name}="true"`)
  .join('')
const connectionsShapes: readonly Shape[] = [
  ['connections', connections, '<Node Name="a" Type="Connection"/>', '</Connections>'],
  [
    'connections below two hundred containers',
    connections + `<Node Name="a" Type="Container"${inherits}>`.repeat(200),
    `<Node Name="a" Type="Connection"${inherits} Hostname="${'a'.repeat(1_500)}"/>`,
    `${'</Node>'.repeat(200)}</Connections>`,
  ],
  [
    'colons of an address',
    `${connections}<Node Name="a" Type="Connection" Protocol="RDP" Hostname="`,
    ':',
    'x"/></Connections>',
  ],
  ['an encrypted value', `${connections}<Node Name="a" Password="`, 'A', '"/></Connections>'],
  ['attributes', connections.slice(0, -1), ' a="1"', '/>'],
  ['a name', '<', 'a', ' ConfVersion="2.6"/>'],
]

const mark = '***5642bee8-a5ff-11dc-8314-0800200c9a66***\n'
const pifStart = `{"uuid":"a","typeName":"webforms.WebForm"}\n${mark}`
const pifShapes: readonly Shape[] = [
  ['line ends', pifStart, '\n'],
  ['carriage returns', pifStart, '\r'],
  ['marks', pifStart, mark],
  ['lines of no JSON', pifStart, 'a\n'],
  ['entries', pifStart, `{"uuid":"a"}\n${mark}`],
  ['a line of lists', pifStart, '['],
  ['a first line that does not end', '{', '} '],
]

/** Returns the start of a table whose last row has one long cell. */
const cellOf = (header: string, cells: string): string => `${header}\n${cells}`
const lastPassHeader = 'url,username,password,extra,name,grouping,fav'
const nordPassHeader =
  'name,url,additional_urls,username,password,note,cardnumber,cvc,expirydate,zipcode,folder,type'
const onePasswordHeader = 'uuid,title,password,urls'
const teamPassHeader = 'id,label,description,pw,login'
const cellShapes: readonly Shape[] = [
  [
    'carriage returns of a typed note',
    cellOf(lastPassHeader, 'http://sn,,,"NoteType:X\n'),
    '\r',
    'y",a,,0\n',
  ],
  ['keys of a typed note', cellOf(lastPassHeader, 'http://sn,,,"NoteType:X\n'), 'a:b\n', '",a,,0\n'],
  ['entities', cellOf(lastPassHeader, 'http://a,,,"'), '&amp;', '",a,,0\n'],
  ['open entities', cellOf(lastPassHeader, 'http://a,,,"'), '&#1', '",a,,0\n'],
  ['a path', cellOf(lastPassHeader, 'http://a,,,,a,"'), 'a\\', '",0\n'],
  ['commas between addresses', cellOf(nordPassHeader, 'a,b,"x'), ',', '1",,,,,,,,,password\n'],
  ['a column name', `${onePasswordHeader},"x`, ' ', 'x"\na,b,c,d,e\n'],
  ['links of a description', cellOf(teamPassHeader, '1,a,"<b><a '), 'href=""x"" ', '",c,d\n'],
  ['tags of a description', cellOf(teamPassHeader, '1,a,"<b>'), '<a', '",c,d\n'],
  ['rights of a shared folder', 'A,t,l,p,https://a.fr,n,"x', '#edit', 'x"\n'],
]

const rowShapes: readonly Shape[] = [
  ['notes without quotes', `${lastPassHeader}\n`, 'https://a.fr,b,c,d\n'],
  ['large rows', `${slowRowsHeader}\n`, `a,https://a.fr,b,${'é'.repeat(800)}\n`],
  ['lines without end', `${lastPassHeader}\nhttps://a.fr,b,c,d\n`, 'a\n'],
  ...slowRows.map(([name, row]): Shape => [name, `${slowRowsHeader}\n`, `${row}\n`]),
  ...usualRows.map(([format, header, row]): Shape => [`rows of ${format}`, `${header}\n`, `${row}\n`]),
]

const textFile = (family: string, name: string, text: () => string): SlowFile => ({
  family,
  name,
  make: () => Buffer.from(text()),
})

const filesOf = (family: string, size: number, shapes: readonly Shape[]): SlowFile[] =>
  shapes.map(([name, start, part, end]) => textFile(family, name, () => filled(size, start, part, end)))

/** Returns bytes that do not shrink: a file may unpack to a hundred times its size. */
const noiseFor = (bytes: number): Buffer =>
  createCipheriv('aes-128-ctr', Buffer.alloc(16, 1), Buffer.alloc(16)).update(
    Buffer.alloc(Math.ceil((2 * bytes) / limits.zipRatio)),
  )

/** Returns a database that unpacks to as much as it may. @param fields of the inner header, besides one that does not shrink */
const largeDatabase = (document: string, fields: Buffer = Buffer.alloc(0)): Promise<Buffer> =>
  databaseOf(
    document,
    Buffer.concat([fieldOf(innerFields.file, noiseFor(document.length + fields.length)), fields]),
  )

/** Returns a clear header without end: its fields are empty. */
const headerOf = (size: number): Buffer =>
  Buffer.concat([
    Buffer.from('03d9a29a67fb4bb501000400', 'hex'),
    Buffer.alloc(size - 12, Buffer.of(1, 0, 0, 0, 0)),
  ])

const [groupStart, groupEnd] = ['<KeePassFile><Root><Group>', '</Group></Root></KeePassFile>']
const largeEntry = `<Entry><String><Key>Notes</Key><Value>${'é'.repeat(1_400)}</Value></String></Entry>`
const documentShapes: readonly Shape[] = [
  ['large entries', groupStart, largeEntry, groupEnd],
  [
    'protected values',
    `${groupStart}<Entry>`,
    '<String><Value Protected="True">AAAA</Value></String>',
    `</Entry>${groupEnd}`,
  ],
  ['groups in groups', groupStart, '<Group>', groupEnd],
  ['an open DOCTYPE', '<!DOCTYPE', ' '],
]
/** @param size of a document; attached files have twice as much */
const databases = (size: number): SlowFile[] =>
  [
    ...documentShapes.map(([name, start, part, end]) => ({
      name,
      make: () => largeDatabase(filled(size, start, part, end)),
    })),
    {
      name: 'attached files without a byte',
      make: () => {
        const one = fieldOf(innerFields.file, Buffer.alloc(0))
        return largeDatabase(emptyDatabase, Buffer.alloc(2 * size - ((2 * size) % one.length), one))
      },
    },
    {
      name: 'blocks of a byte',
      make: async () => withBlocksOf(1, await largeDatabase('a'.repeat((size / 74) * limits.zipRatio))),
    },
    { name: 'fields of the header', make: () => headerOf(size) },
  ].map((file) => ({ ...file, family: 'kdbx', reading: { password: essai } }))

/** Returns an archive of texts that unpacks to as much as it may. */
const packed = (texts: Readonly<Record<string, string>>, more: Readonly<Record<string, Uint8Array>> = {}) => {
  const length = Object.values(texts).reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  return zipOf({ ...texts, 'fill.bin': noiseFor(length), ...more })
}

const numbered = (count: number, name: (at: number) => string): Record<string, Uint8Array> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [name(at), Buffer.alloc(0)]))

/** @param size of an unpacked file */
const archives = (size: number): SlowFile[] => {
  const share = size / limits.dataBytes
  const entries = () =>
    filled(size, bitwardenStart, `{"name":"a","notes":"${'é'.repeat(1_400)}","login":{}},`, '{}]}')
  const table = filled(100_000, 'username,title,password,note,url,category\n', 'a,b,c,d,e,f\n')
  const count = (most: number): number => Math.floor(most * share)
  return [
    { name: 'large entries', make: () => packed({ 'data.json': entries() }) },
    {
      name: 'empty lists',
      make: () => packed({ 'data.json': filled(size, bitwardenStart, '[],', '[]]}') }),
    },
    {
      name: 'files that no entry names',
      make: () =>
        packed(
          { 'data.json': entries() },
          numbered(count(limits.zipEntries) - 2, (at) => `attachments/${at}/a`),
        ),
    },
    {
      name: 'long names',
      make: () => zipOf(numbered(count(450), (at) => `${'a/'.repeat(32_000)}${at}/data.1pif`)),
    },
    {
      name: 'tables',
      make: () =>
        packed(
          Object.fromEntries(Array.from({ length: count(300) }, (_, at) => [`credentials${at}.csv`, table])),
        ),
    },
  ].map((file) => ({ ...file, family: 'zip' }))
}

const archivesOfTrousseau = (size: number): SlowFile[] =>
  (
    [
      ['lines', '', '\n'],
      ['empty objects', '', '{}\n'],
      ['one line', '"', 'a'],
    ] as const
  ).map(([name, start, part]) => ({
    family: 'archive',
    name,
    reading: { password: archivePassword },
    make: () => sealedArchive(Buffer.from(filled(size, start, part))),
  }))

/**
 * Returns the files that the readers of the fourth source are measured with.
 * @param size in bytes, of a text; a cell is at most as long as a row may be. An unpacked file has twice as many.
 */
export function slowFiles(size: number = limits.fileBytes): SlowFile[] {
  const cell = Math.min(size, limits.rowLength - 1024)
  return [
    ...filesOf('json', size, jsonShapes),
    ...filesOf('xml', size, xmlShapes),
    ...slowKeePassFiles(size).map((text, at) => textFile('xml', `KeePass ${at}`, () => text)),
    ...filesOf('password-safe', size, passwordSafeShapes),
    ...filesOf('mremoteng', size, connectionsShapes),
    ...filesOf('1pif', size, pifShapes),
    ...filesOf('table', cell, cellShapes),
    ...filesOf('table', size, rowShapes),
    ...slowCsvFiles(size - csvHeader.length).map((text, at) => textFile('table', `CSV ${at}`, () => text)),
    ...databases(2 * size),
    ...archives(2 * size),
    ...archivesOfTrousseau(size),
  ]
}
