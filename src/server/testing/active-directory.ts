import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type TLSSocket } from 'node:tls'
import { BerReader } from 'ldapts'
import type { DirectoryReason } from '#domain/identity/directory-refusals.ts'
import {
  answerSearch,
  domainEntry,
  ldapMessage as message,
  ldapResult as result,
  type DomainEntry,
  type SearchLimits,
} from './active-directory-search.ts'
import { makeCertificate, type TestCertificate } from './directory.ts'

const base = 'DC=exemple,DC=fr'
const serviceDn = `CN=svc-trousseau,OU=Services,${base}`

/** A person of the domain, changed while the tests run. */
export type DomainPerson = {
  password: string
  firstName: string
  lastName: string
  /** Bits of `userAccountControl` (MS-ADTS §2.2.16): 512 for a usual account, 2 besides for a disabled one. */
  control: number
  /** Why a bind is refused: 775 whatever the password, others with the right one. */
  reason: DirectoryReason | null
}

/**
 * A small LDAP server that refuses binds in the words of a domain controller, which no server of a Debian machine does
 * without a domain. It knows people by sAMAccountName and objectGUID, and follows nested groups by itself.
 */
export type TestDomain = {
  readonly env: Record<string, string>
  readonly people: Map<string, DomainPerson>
  readonly service: DomainPerson
  /** Its groups, by name. All people have « Domain Users » as their primary group. */
  readonly groups: Map<string, DomainGroup>
  /**
   * How it keeps to limits of searches. `pages`: to the size of a page, and not to a size limit, as Samba 4.17 does.
   * `none`: to neither. `endless`: nor does it ever end a list, until the search is abandoned.
   */
  limits: SearchLimits
  /** The numbers of entries in its answers to searches, in order, and the searches that were abandoned. */
  readonly answered: number[]
  readonly abandoned: number[]
  /** The names that bound, refused ones included, in order. */
  readonly binds: string[]
  /** The diagnostic message of the next refusals; null for that of a domain controller. */
  says: string | null
  /** What its answers wait for; null for nothing. */
  held: Promise<void> | null
  stop(): Promise<void>
}

export const domainPassword = 'le mot de passe du domaine'

const dnOf = (name: string): string => `CN=${name},OU=Agents,${base}`
/** A person as the domain has them at first. */
export const usualPerson = (): DomainPerson => ({
  password: domainPassword,
  firstName: 'Hélène',
  lastName: 'Dupré',
  control: 512,
  reason: null,
})

/** The distinguished name of a group, whose name may have commas. */
export const domainGroupDn = (name: string): string =>
  `CN=${name.replaceAll(',', String.raw`\,`)},OU=Groupes,${base}`

/** Its members by distinguished name, and its number in the domain. */
export type DomainGroup = { readonly members: readonly string[]; readonly rid: number }

/** The distinguished name of a person, as a member of a group. */
export const domainPersonDn = dnOf
const domainUsersRid = 513

/** Operations of RFC 4511 (§4.2, §4.5), as BER tags. */
const tags = {
  bind: 0x60,
  bindAnswer: 0x61,
  search: 0x63,
  abandon: 0x50,
  simple: 0x80,
} as const

/** @param certificate that of the server; without one, one for `localhost` */
export async function startDomain(
  names: readonly string[],
  certificate?: TestCertificate,
): Promise<TestDomain> {
  const folder = mkdtempSync(join(tmpdir(), 'trousseau-domain-'))
  const { cert, key } = certificate ?? makeCertificate(folder, 'dc1', 'DNS:localhost')
  const people = new Map(names.map((name): [string, DomainPerson] => [name, usualPerson()]))
  const sockets = new Set<TLSSocket>()
  const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)))
    let received: Buffer = Buffer.alloc(0)
    socket.on('data', (data: Buffer) => {
      received = Buffer.concat([received, data])
      for (let length = lengthOf(received); length !== null; length = lengthOf(received)) {
        const answer = answerTo(domain, received.subarray(0, length))
        if (answer && domain.held === null) socket.write(answer)
        else if (answer) void domain.held?.then(() => socket.write(answer))
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
    service: usualPerson(),
    groups: new Map([['Domain Users', { members: [], rid: domainUsersRid }]]),
    limits: 'none',
    answered: [],
    abandoned: [],
    binds: [],
    says: null,
    held: null,
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
      return answerSearch({ id, reader, entries: entriesOf(domain), limits: domain.limits }, (count) =>
        domain.answered.push(count),
      )
    case tags.abandon:
      domain.abandoned.push(request.readUIntBE(reader.offset, reader.length))
      return null
    default:
      return null
  }
}

/** Returns what the domain holds: its root, its people and its groups. */
function entriesOf({ people, groups }: TestDomain): DomainEntry[] {
  return [
    domainEntry('', { objectClass: ['top'], supportedCapabilities: ['1.2.840.113556.1.4.800'] }),
    ...[...people].map(([name, { control, firstName, lastName }]) =>
      domainEntry(dnOf(name), {
        objectClass: ['user'],
        sAMAccountName: [name],
        objectGUID: [guidOf(name)],
        objectSid: [sidOf(1_000 + name.length)],
        primaryGroupID: [String(domainUsersRid)],
        userAccountControl: [String(control)],
        givenName: [firstName],
        sn: [lastName],
        mail: [`${name}@exemple.fr`],
      }),
    ),
    ...[...groups].map(([name, { members, rid }]) =>
      domainEntry(domainGroupDn(name), {
        objectClass: ['group'],
        cn: [name],
        objectGUID: [guidOf(name)],
        objectSid: [sidOf(rid)],
        member: members,
      }),
    ),
  ]
}

/** The identifier of an entry: sixteen bytes made of its name, all ASCII. */
const guidOf = (name: string): Buffer => Buffer.alloc(16, name)

/** A security identifier (MS-DTYP §2.4.2.2): S-1-5-21, three numbers of the domain, and one in it. */
function sidOf(rid: number): Buffer {
  const sid = Buffer.from([1, 5, 0, 0, 0, 0, 0, 5, ...Array<number>(20).fill(0)])
  for (const [index, part] of [21, 3_623_811_015, 3_361_044_348, 30_300_820, rid].entries())
    sid.writeUInt32LE(part, 8 + 4 * index)
  return sid
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
