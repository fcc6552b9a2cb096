import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type TLSSocket } from 'node:tls'
import { BerReader, BerWriter } from 'ldapts'
import type { DirectoryReason } from '#domain/identity/directory-refusals.ts'
import { makeCertificate, type TestCertificate } from './directory.ts'

const base = 'DC=exemple,DC=fr'
const serviceDn = `CN=svc-trousseau,OU=Services,${base}`

/** A person of the domain, changed while the tests run. */
export type DomainPerson = {
  password: string
  /** Why a bind is refused: 775 whatever the password, others with the right one. */
  reason: DirectoryReason | null
}

/**
 * A small LDAP server that refuses binds in the words of a domain controller, which no server of a Debian machine does
 * without a domain. It knows people by sAMAccountName and objectGUID, and no groups.
 */
export type TestDomain = {
  readonly env: Record<string, string>
  readonly people: Map<string, DomainPerson>
  readonly service: DomainPerson
  /** The names that bound, refused ones included, in order. */
  readonly binds: string[]
  /** The diagnostic message of the next refusals; null for that of a domain controller. */
  says: string | null
  stop(): Promise<void>
}

export const domainPassword = 'le mot de passe du domaine'

const dnOf = (name: string): string => `CN=${name},OU=Agents,${base}`

/** Operations of RFC 4511 (§4.2, §4.5), as BER tags. */
const tags = {
  bind: 0x60,
  bindAnswer: 0x61,
  search: 0x63,
  entry: 0x64,
  searchDone: 0x65,
  simple: 0x80,
} as const

/** @param certificate that of the server; without one, one for `localhost` */
export async function startDomain(
  names: readonly string[],
  certificate?: TestCertificate,
): Promise<TestDomain> {
  const folder = mkdtempSync(join(tmpdir(), 'trousseau-domain-'))
  const { cert, key } = certificate ?? makeCertificate(folder, 'dc1', 'DNS:localhost')
  const people = new Map(
    names.map((name): [string, DomainPerson] => [name, { password: domainPassword, reason: null }]),
  )
  const sockets = new Set<TLSSocket>()
  const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)))
    let received: Buffer = Buffer.alloc(0)
    socket.on('data', (data: Buffer) => {
      received = Buffer.concat([received, data])
      for (let length = lengthOf(received); length !== null; length = lengthOf(received)) {
        const answer = answerTo(domain, received.subarray(0, length))
        if (answer) socket.write(answer)
        received = received.subarray(length)
      }
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const domain: TestDomain = {
    env: {
      LDAP_URL: `ldaps://localhost:${(server.address() as AddressInfo).port}`,
      LDAP_BIND_DN: serviceDn,
      LDAP_BIND_PASSWORD: domainPassword,
      LDAP_BASE_DN: base,
      LDAP_CA_FILE: cert,
      LDAP_TIMEOUT_SECONDS: '20',
    },
    people,
    service: { password: domainPassword, reason: null },
    binds: [],
    says: null,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return domain
}

/** Returns the length of the first whole message; null while some of it is missing. */
function lengthOf(bytes: Buffer): number | null {
  const reader = new BerReader(bytes)
  if (bytes.length === 0 || reader.readSequence() === null) return null
  const end = reader.offset + reader.length
  return end <= bytes.length ? end : null
}

function answerTo(domain: TestDomain, request: Buffer): Buffer | null {
  const reader = new BerReader(request)
  reader.readSequence()
  const id = reader.readInt() ?? 0
  switch (reader.readSequence()) {
    case tags.bind:
      return bindAnswer(domain, id, reader)
    case tags.search:
      return searchAnswer(domain, id, reader)
    default:
      return null
  }
}

function bindAnswer(domain: TestDomain, id: number, reader: BerReader): Buffer {
  reader.readInt()
  const dn = reader.readString() ?? ''
  const password = reader.readString(tags.simple) ?? ''
  domain.binds.push(dn)
  const data = refusalOf(domain, dn, password)
  if (data === null) return message(id, tags.bindAnswer, (ber) => result(ber, 0, ''))
  // As Windows Server 2019 writes it, with the NUL at its end.
  const words = `80090308: LdapErr: DSID-0C090439, comment: AcceptSecurityContext error, data ${data}, v4563\0`
  return message(id, tags.bindAnswer, (ber) => result(ber, 49, domain.says ?? words))
}

/** Returns the data code of a refusal, judged in the order of a domain controller; null for a right password. */
function refusalOf({ people, service }: TestDomain, dn: string, password: string): string | null {
  const [, name = ''] = /^CN=([^,]+),/.exec(dn) ?? []
  const person = dn === serviceDn ? service : people.get(name)
  if (!person) return '525'
  if (person.reason === '775') return '775'
  return person.password === password ? person.reason : '52e'
}

function searchAnswer({ people }: TestDomain, id: number, reader: BerReader): Buffer {
  const from = reader.readString() ?? ''
  // Scope, aliases, limits of size and time, and whether only types are wanted.
  reader.readEnumeration()
  reader.readEnumeration()
  reader.readInt()
  reader.readInt()
  reader.readBoolean()
  const matches = readFilter(reader)
  const found = from === '' ? [] : [...people.keys()].filter((name) => matches(attributesOf(name)))
  const entries = found.map((name) =>
    message(id, tags.entry, (ber) => {
      ber.writeString(dnOf(name))
      ber.startSequence()
      for (const [attribute, value] of attributesOf(name)) {
        ber.startSequence()
        ber.writeString(attribute)
        ber.startSequence(0x31)
        ber.writeBuffer(value, 0x04)
        ber.endSequence()
        ber.endSequence()
      }
      ber.endSequence()
    }),
  )
  return Buffer.concat([...entries, message(id, tags.searchDone, (ber) => result(ber, 0, ''))])
}

/** The identifier of a person: sixteen bytes made of the name, all ASCII. */
const guidOf = (name: string): Buffer => Buffer.alloc(16, name)

const attributesOf = (name: string): Attributes =>
  new Map([
    ['objectClass', Buffer.from('user')],
    ['sAMAccountName', Buffer.from(name)],
    ['objectGUID', guidOf(name)],
    ['givenName', Buffer.from('Hélène')],
    ['sn', Buffer.from('Dupré')],
    ['mail', Buffer.from(`${name}@exemple.fr`)],
  ])

type Attributes = ReadonlyMap<string, Buffer>

/** Conditions of a search (RFC 4511 §4.5.1.7), as BER tags. */
const conditions = { and: 0xa0, or: 0xa1, not: 0xa2, equality: 0xa3, present: 0x87 } as const

/** Reads a filter. The library's own parser takes the name of a presence from the wrong place (ldapts 9.2). */
function readFilter(reader: BerReader): (attributes: Attributes) => boolean {
  const kind = reader.peek()
  if (kind === conditions.present) {
    const name = reader.readString(kind) ?? ''
    return (attributes) => valueOf(attributes, name) !== undefined
  }
  reader.readSequence()
  const end = reader.offset + reader.length
  if (kind === conditions.equality) {
    const name = reader.readString() ?? ''
    const wanted = (reader.readString() ?? '').toLowerCase()
    return (attributes) => valueOf(attributes, name)?.toString().toLowerCase() === wanted
  }
  const inner: ((attributes: Attributes) => boolean)[] = []
  while (reader.offset < end) inner.push(readFilter(reader))
  if (kind === conditions.and) return (attributes) => inner.every((one) => one(attributes))
  if (kind === conditions.or) return (attributes) => inner.some((one) => one(attributes))
  if (kind === conditions.not) return (attributes) => !inner.some((one) => one(attributes))
  throw new Error('the test domain does not know this filter')
}

const valueOf = (attributes: Attributes, wanted: string): Buffer | undefined =>
  [...attributes].find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1]

/** LDAPResult (RFC 4511 §4.1.9). */
function result(ber: BerWriter, code: number, words: string): void {
  ber.writeEnumeration(code)
  ber.writeString('')
  ber.writeString(words)
}

function message(id: number, operation: number, write: (ber: BerWriter) => void): Buffer {
  const ber = new BerWriter()
  ber.startSequence()
  ber.writeInt(id)
  ber.startSequence(operation)
  write(ber)
  ber.endSequence()
  ber.endSequence()
  return ber.buffer
}
