import { storedOtp, toKeyUri, usualOtp } from '#domain/platform/one-time-code.ts'
import { fieldKeysName, impossible, keyedFields } from './field-keys.ts'
import type { KdbxEntry, KdbxField, KdbxFile, KdbxGroup, KdbxTree } from './kdbx-tree.ts'
import { sized } from './variant-dictionary.ts'

/** Encrypts the protected values, in the order of the document. */
type Protect = (bytes: Uint8Array) => Buffer

/** Returns the files of a tree, in the order of the numbers by which the document refers to them. */
export function* filesOf(group: KdbxGroup): Generator<KdbxFile> {
  for (const entry of group.entries) yield* entry.files
  for (const child of group.groups) yield* filesOf(child)
}

/** Room for the history that entries get in another program. KeePassXC looks at as many for each entry that it merges. */
const usualHistory = 1_000

const longestHistory = ({ entries, groups }: KdbxGroup): number => {
  let most = 0
  for (const { former } of entries) most = Math.max(most, former.length)
  for (const group of groups) most = Math.max(most, longestHistory(group))
  return most
}

/** Yields the document of KDBX 4 in parts of an entry each. */
export function* xmlOf(tree: KdbxTree, protect: Protect): Generator<string> {
  yield [
    '<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<KeePassFile><Meta>',
    element('Generator', 'Trousseau'),
    element('DatabaseName', tree.name),
    element('DatabaseNameChanged', timeOf(tree.now)),
    '<MemoryProtection><ProtectTitle>False</ProtectTitle><ProtectUserName>False</ProtectUserName>',
    '<ProtectPassword>True</ProtectPassword><ProtectURL>False</ProtectURL><ProtectNotes>False</ProtectNotes></MemoryProtection>',
    element('RecycleBinEnabled', 'True'),
    element('RecycleBinUUID', uuidOf(new Uint8Array(16))),
    // More than any entry has: programs drop older passwords when they save. Without a limit (-1), KeePassXC loses the
    // history of both entries when it merges a newer one (2.7.4, `Merger::mergeHistory`).
    element('HistoryMaxItems', String(Math.max(usualHistory, longestHistory(tree.root) * 2))),
    element('HistoryMaxSize', '-1'),
    '</Meta><Root>',
  ].join('')
  const numbers = { next: 0 }
  yield* groupXml(tree.root, tree.now, protect, numbers)
  yield '</Root></KeePassFile>'
}

function* groupXml(
  group: KdbxGroup,
  now: number,
  protect: Protect,
  numbers: { next: number },
): Generator<string> {
  yield `<Group>${element('UUID', uuidOf(group.uuid))}${element('Name', group.name)}${element('Notes', group.notes)}${timesXml({ created: now, modified: now, expires: null })}`
  for (const entry of group.entries) yield entryXml(entry, protect, numbers)
  for (const child of group.groups) yield* groupXml(child, now, protect, numbers)
  yield '</Group>'
}

function entryXml(entry: KdbxEntry, protect: Protect, numbers: { next: number }): string {
  const { title, login, password, url, notes, former } = entry
  const strings = (secret: string): KdbxField[] => [
    { label: 'Title', value: title, isProtected: false },
    { label: 'UserName', value: login, isProtected: false },
    { label: 'Password', value: secret, isProtected: true },
    { label: 'URL', value: url, isProtected: false },
    { label: 'Notes', value: notes, isProtected: false },
  ]
  const write = (fields: readonly KdbxField[]): string =>
    fields.map((field) => stringXml(field, protect)).join('')
  // The strings, the files and then the history: the key stream follows the document.
  const others = [...strings(password), ...urlFields(entry), ...otpFields(entry)]
  const { strings: fields, keys } = keyedFields(entry.fields, others)
  const own = write([...others, ...fields])
  const files = distinct(
    entry.files.map(({ name }) => name),
    (name, number) => name.replace(/(?=(?:\.[^.]+){0,2}$)/, ` (${number})`),
  )
    .map((name) => {
      const xml = `<Binary>${element('Key', name)}<Value Ref="${numbers.next}"/></Binary>`
      numbers.next += 1
      return xml
    })
    .join('')
  // A version was saved when the one before it went out of use.
  const versions = former
    .map(({ value }, index) => ({ value, modified: former[index + 1]?.until ?? entry.created }))
    .toReversed()
  const [newest] = former
  if (newest && newest.until < entry.modified) versions.push({ value: password, modified: newest.until })
  const history = versions
    .map(
      ({ value, modified }) =>
        `<Entry>${element('UUID', uuidOf(entry.uuid))}${timesXml({ ...entry, modified })}${write(strings(value))}</Entry>`,
    )
    .join('')
  return [
    '<Entry>',
    element('UUID', uuidOf(entry.uuid)),
    element('Tags', entry.tags.map((tag) => tag.replaceAll(/[;,]/g, ' ')).join(';')),
    timesXml(entry),
    own,
    files,
    keys === null ? '' : customXml(fieldKeysName, keys),
    history === '' ? '' : `<History>${history}</History>`,
    '</Entry>',
  ].join('')
}

const customXml = (key: string, value: string): string =>
  `<CustomData><Item>${element('Key', key)}${element('Value', value)}</Item></CustomData>`

/** Returns the names with each that occurred before numbered. */
function distinct(
  names: readonly string[],
  numberedName: (name: string, number: number) => string,
): string[] {
  const seen = new Set<string>()
  return names.map((given) => {
    let name = given
    for (let number = 2; seen.has(name); number += 1) name = numberedName(given, number)
    seen.add(name)
    return name
  })
}

/** Further addresses, as KeePassXC and Keepass2Android read them. */
const urlFields = ({ furtherUrls }: KdbxEntry): KdbxField[] =>
  furtherUrls.map((value, index) => ({
    label: index === 0 ? 'KP2A_URL' : `KP2A_URL_${index}`,
    value,
    isProtected: false,
  }))

const algorithms = { SHA1: 'HMAC-SHA-1', SHA256: 'HMAC-SHA-256', SHA512: 'HMAC-SHA-512' } as const

/** Returns the OTP as KeePassXC reads it (`otp`) and as KeePass 2.47 and later do (`TimeOtp-…`). */
function otpFields({ otp, title }: KdbxEntry): KdbxField[] {
  const settings = otp === null ? null : storedOtp(otp)
  if (otp === null || settings === null) return []
  const isUri = /^otpauth:/i.test(otp.trim())
  const uri = toKeyUri(isUri ? settings : { ...settings, account: title.toWellFormed() })
  const { secret, algorithm, digits, period } = settings
  const own = { algorithm: algorithms[algorithm], digits: String(digits), period: String(period) }
  const optional = [
    ['TimeOtp-Algorithm', own.algorithm, algorithm === usualOtp.algorithm],
    ['TimeOtp-Length', own.digits, digits === usualOtp.digits],
    ['TimeOtp-Period', own.period, period === usualOtp.period],
  ] as const
  return [
    { label: 'otp', value: uri, isProtected: true },
    { label: 'TimeOtp-Secret-Base32', value: secret, isProtected: true },
    ...optional
      .filter(([, , isUsual]) => !isUsual)
      .map(([label, value]) => ({ label, value, isProtected: false })),
  ]
}

const everyImpossible = new RegExp(impossible, 'gu')

function stringXml({ label, value, isProtected }: KdbxField, protect: Protect): string {
  // Encrypted, any character can be written.
  const isEncrypted = value !== '' && (isProtected || impossible.test(value))
  const content = isEncrypted
    ? `<Value Protected="True">${protect(Buffer.from(value)).toString('base64')}</Value>`
    : element('Value', value)
  return `<String>${element('Key', label)}${content}</String>`
}

const element = (name: string, text: string): string => `<${name}>${escaped(text)}</${name}>`

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' }
const escaped = (text: string): string =>
  text.replaceAll(/[&<>\r]/g, (sign) => signs[sign] ?? sign).replaceAll(everyImpossible, ' ')

const uuidOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

const secondsTo1970 = 62_135_596_800n

/** Returns a moment as KDBX 4 writes it: base64 of the seconds since the year 1. */
const timeOf = (ms: number): string =>
  sized(8, (to) => to.writeBigInt64LE(BigInt(Math.floor(ms / 1000)) + secondsTo1970)).toString('base64')

function timesXml({
  created,
  modified,
  expires,
}: Pick<KdbxEntry, 'created' | 'modified' | 'expires'>): string {
  return [
    '<Times>',
    element('CreationTime', timeOf(created)),
    element('LastModificationTime', timeOf(modified)),
    element('LastAccessTime', timeOf(modified)),
    element('ExpiryTime', timeOf(expires ?? created)),
    element('Expires', expires === null ? 'False' : 'True'),
    element('UsageCount', '0'),
    element('LocationChanged', timeOf(created)),
    '</Times>',
  ].join('')
}
