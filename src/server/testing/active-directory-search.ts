import { BerReader, BerWriter } from 'ldapts'

/** An entry of the test domain: its name, and its attributes in lower case. */
export type DomainEntry = { readonly dn: string; readonly attributes: ReadonlyMap<string, readonly Buffer[]> }

/** How the test domain keeps to the limits of a search. */
export type SearchLimits = 'pages' | 'none' | 'endless'

export const domainEntry = (
  dn: string,
  attributes: Readonly<Record<string, readonly (string | Buffer)[]>>,
): DomainEntry => ({
  dn,
  attributes: new Map(
    Object.entries(attributes).map(([name, values]) => [name, values.map((value) => Buffer.from(value))]),
  ),
})

type Asked = {
  readonly id: number
  /** At the content of the request (RFC 4511 §4.5.1). */
  readonly reader: BerReader
  readonly entries: readonly DomainEntry[]
  readonly limits: SearchLimits
}

const entryTag = 0x64
const doneTag = 0x65
const scopes = { base: 0 } as const
const noSuchObject = 32

/** @param count is given the number of entries in the answer */
export function answerSearch(
  { id, reader, entries, limits }: Asked,
  count: (entries: number) => void,
): Buffer {
  const base = reader.readString() ?? ''
  const scope = reader.readEnumeration()
  // Aliases, limits of size and time, and whether only types are wanted.
  reader.readEnumeration()
  reader.readInt()
  reader.readInt()
  reader.readBoolean()
  const matches = readFilter(reader)
  const isBase = scope === scopes.base
  const inScope = entries.filter(({ dn }) => (isBase ? isSame(dn, base) : isBelow(dn, base)))
  const found = inScope.filter((entry) => matches(entry, entries))
  const page = limits === 'pages' ? pageOf(reader) : null
  const from = page?.from ?? 0
  const sent = page ? found.slice(from, from + page.size) : found
  count(sent.length)
  const isEnded = limits !== 'endless' || isBase
  const next = page && from + page.size < found.length ? String(from + page.size) : ''
  const code = isBase && inScope.length === 0 ? noSuchObject : 0
  const done = ldapMessage(id, doneTag, (ber) => ldapResult(ber, code, ''), page ? next : undefined)
  return Buffer.concat([...sent.map((entry) => entryMessage(id, entry)), ...(isEnded ? [done] : [])])
}

const isSame = (dn: string, other: string): boolean => dn.toLowerCase() === other.toLowerCase()
/** The root has no name and is below nothing. */
const isBelow = (dn: string, base: string): boolean =>
  dn !== '' && dn.toLowerCase().endsWith(base.toLowerCase())

const entryMessage = (id: number, { dn, attributes }: DomainEntry): Buffer =>
  ldapMessage(id, entryTag, (ber) => {
    ber.writeString(dn)
    ber.startSequence()
    for (const [attribute, values] of attributes) {
      ber.startSequence()
      ber.writeString(attribute)
      ber.startSequence(0x31)
      for (const value of values) ber.writeBuffer(value, 0x04)
      ber.endSequence()
      ber.endSequence()
    }
    ber.endSequence()
  })

const pagedResults = '1.2.840.113556.1.4.319'

/** Reads the control of a page (RFC 2696 §2); null without one. */
function pageOf(reader: BerReader): { size: number; from: number } | null {
  // The attributes stand before the controls.
  reader.readSequence()
  const attributesEnd = reader.offset + reader.length
  while (reader.offset < attributesEnd) reader.readString()
  if (reader.peek() !== 0xa0) return null
  reader.readSequence(0xa0)
  reader.readSequence()
  const end = reader.offset + reader.length
  if (reader.readString() !== pagedResults) return null
  if (reader.peek() === 0x01) reader.readBoolean()
  if (reader.offset >= end) return null
  const value = new BerReader(reader.readString(0x04, true) ?? Buffer.alloc(0))
  value.readSequence()
  return { size: value.readInt() ?? 0, from: Number(value.readString() ?? '') }
}

type Condition = (entry: DomainEntry, all: readonly DomainEntry[]) => boolean

/** Conditions of a search (RFC 4511 §4.5.1.7), as BER tags. */
const conditions = {
  and: 0xa0,
  or: 0xa1,
  not: 0xa2,
  equality: 0xa3,
  substrings: 0xa4,
  present: 0x87,
  extensible: 0xa9,
} as const

/** Reads a filter. The library's own parser takes the name of a presence from the wrong place (ldapts 9.2). */
function readFilter(reader: BerReader): Condition {
  const kind = reader.peek()
  if (kind === conditions.present) {
    const name = reader.readString(kind) ?? ''
    return (entry, all) => valuesOf(entry, name, all).length > 0
  }
  reader.readSequence()
  const end = reader.offset + reader.length
  if (kind === conditions.equality) {
    const name = reader.readString() ?? ''
    const wanted = reader.readString(0x04, true) ?? Buffer.alloc(0)
    return (entry, all) => valuesOf(entry, name, all).some((value) => equals(value, wanted))
  }
  if (kind === conditions.substrings) {
    const name = reader.readString() ?? ''
    reader.readSequence()
    const parts: string[] = []
    while (reader.offset < end) parts.push((reader.readString(reader.peek() ?? 0) ?? '').toLowerCase())
    return (entry, all) =>
      valuesOf(entry, name, all).some((value) =>
        parts.every((part) => value.toString().toLowerCase().includes(part)),
      )
  }
  if (kind === conditions.extensible) return readExtensible(reader, end)
  const inner: Condition[] = []
  while (reader.offset < end) inner.push(readFilter(reader))
  if (kind === conditions.and) return (...of) => inner.every((one) => one(...of))
  if (kind === conditions.or) return (...of) => inner.some((one) => one(...of))
  if (kind === conditions.not) return (...of) => !inner.some((one) => one(...of))
  throw new Error('the test domain does not know this filter')
}

/** LDAP_MATCHING_RULE_BIT_AND and LDAP_MATCHING_RULE_IN_CHAIN (MS-ADTS §3.1.1.3.4.4). */
const rules = { bits: '1.2.840.113556.1.4.803', chain: '1.2.840.113556.1.4.1941' } as const

function readExtensible(reader: BerReader, end: number): Condition {
  const parts = new Map<number, string>()
  while (reader.offset < end) {
    const tag = reader.peek() ?? 0
    parts.set(tag, reader.readString(tag) ?? '')
  }
  const [rule, name = '', wanted = ''] = [parts.get(0x81), parts.get(0x82), parts.get(0x83)]
  if (rule === rules.bits) {
    const bits = BigInt(wanted)
    return (entry, all) =>
      valuesOf(entry, name, all).some((value) => (BigInt(value.toString()) & bits) === bits)
  }
  if (rule === rules.chain) return (entry, all) => reaches(entry, name, wanted, all)
  throw new Error('the test domain does not know this rule')
}

/** Whether an attribute leads to an entry, through any number of others. */
function reaches(from: DomainEntry, name: string, wanted: string, all: readonly DomainEntry[]): boolean {
  const met = new Set<DomainEntry>()
  const next = [from]
  for (let entry = next.pop(); entry; entry = next.pop()) {
    met.add(entry)
    const dns = valuesOf(entry, name, all).map(String)
    if (dns.some((dn) => isSame(dn, wanted))) return true
    next.push(...all.filter((other) => !met.has(other) && dns.some((dn) => isSame(dn, other.dn))))
  }
  return false
}

/** Returns the values of an attribute; `memberOf` is what the groups say (MS-ADTS §3.1.1.1.6). */
function valuesOf(entry: DomainEntry, wanted: string, all: readonly DomainEntry[]): readonly Buffer[] {
  const attribute = wanted.toLowerCase()
  if (attribute !== 'memberof')
    return [...entry.attributes].find(([name]) => name.toLowerCase() === attribute)?.[1] ?? []
  const groups = all.filter(({ attributes }) =>
    attributes.get('member')?.some((member) => isSame(String(member), entry.dn)),
  )
  return groups.map(({ dn }) => Buffer.from(dn))
}

/** Bytes that are a text are compared without case. */
const equals = (value: Buffer, wanted: Buffer): boolean =>
  value.equals(wanted) || value.toString().toLowerCase() === wanted.toString().toLowerCase()

/** LDAPResult (RFC 4511 §4.1.9). */
export function ldapResult(ber: BerWriter, code: number, words: string): void {
  ber.writeEnumeration(code)
  ber.writeString('')
  ber.writeString(words)
}

/** A message of RFC 4511 §4.1.1. @param cookie that of the next page (RFC 2696 §2); empty for the last one */
export function ldapMessage(
  id: number,
  operation: number,
  write: (ber: BerWriter) => void,
  cookie?: string,
): Buffer {
  const ber = new BerWriter()
  ber.startSequence()
  ber.writeInt(id)
  ber.startSequence(operation)
  write(ber)
  ber.endSequence()
  if (cookie !== undefined) {
    const value = new BerWriter()
    value.startSequence()
    value.writeInt(0)
    value.writeString(cookie)
    value.endSequence()
    ber.startSequence(0xa0)
    ber.startSequence()
    ber.writeString(pagedResults)
    ber.writeBuffer(value.buffer, 0x04)
    ber.endSequence()
    ber.endSequence()
  }
  ber.endSequence()
  return ber.buffer
}
