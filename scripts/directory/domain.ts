/** A Samba domain on this machine: a real domain controller, with the people and groups of a town hall. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Attribute, Change, Client } from 'ldapts'
import { makeCertificate, type TestCertificate } from '#server/testing/directory.ts'

export const base = 'DC=exemple,DC=fr'
export const host = 'dc1.exemple.fr'
const address = '10.34.0.1'
export const ldaps = `ldaps://${host}`
const adminPassword = 'Adm1n de la mairie'
/** The password of every person at first. */
export const password = 'Quatre Chevaux 12'
export const service = { sam: 'svc-trousseau', password: 'Un Compte qui cherche 7' }

/** How many people and groups the domain has besides those of the checks: more than any page or limit. */
export const crowd = { people: 1_750, groups: 140 } as const

export const personDn = (name: string): string => `CN=${name},OU=Agents,${base}`
export const groupDn = (name: string): string =>
  `CN=${name.replaceAll(',', String.raw`\,`)},OU=Groupes,${base}`
export const serviceDn = `CN=${service.sam},OU=Services,${base}`

const samDatabase = '/var/lib/samba/private/sam.ldb'
/** The first of January 1601, from which Windows counts, before that of 1970. */
const windowsEpochMs = 11_644_473_600_000n

/** Wrong passwords after which the controller locks an account. */
export const lockoutThreshold = 7

const run = (command: string, ...args: string[]): string => execFileSync(command, args, { encoding: 'utf8' })

/** Attributes of a new person, besides those that all have. `rdn`: the name in the tree, escaped as in a DN. */
export type Person = Readonly<Record<string, string>>

/** The domain controller, and changes of its administrator. */
export type Domain = {
  /** The authority of its certificate. */
  readonly authority: TestCertificate
  addPerson(name: string, more?: Person): Promise<void>
  /** Adds an organisational unit with one person in it. */
  addUnit(name: string, person: string): Promise<void>
  addGroup(name: string, members: readonly string[]): Promise<void>
  /** Replaces attributes of an entry; an empty list removes one. */
  change(dn: string, values: Readonly<Record<string, string | Buffer | readonly string[]>>): Promise<void>
  setPassword(dn: string, to: string): Promise<void>
  /** Gives a person a password of a year ago. */
  expirePassword(dn: string): Promise<void>
  /** Gives wrong passwords until the controller has locked an entry. */
  lock(dn: string): Promise<void>
  /** Binds as an entry. @returns the refusal; null for none */
  refusalOf(dn: string, secret: string): Promise<string | null>
  rename(dn: string, to: string): Promise<void>
  remove(dn: string): Promise<void>
  /** Returns the values of an attribute as texts. */
  read(dn: string, attribute: string): Promise<string[]>
}

/** Names and addresses of this network, whose namespaces end with the script. */
export function createNetwork(folder: string): void {
  run('hostname', 'dc1')
  run('ip', 'link', 'set', 'lo', 'up')
  run('ip', 'address', 'add', `${address}/24`, 'dev', 'lo')
  const hosts = join(folder, 'hosts')
  writeFileSync(hosts, `127.0.0.1 localhost\n${address} ${host} dc1 mail.exemple.fr\n`)
  run('mount', '--bind', hosts, '/etc/hosts')
}

/** Gives this namespace a folder of its own in a place, empty or with what it has. */
export function ownFolder(place: string, copyIn?: string): void {
  mkdirSync(place, { recursive: true })
  if (copyIn !== undefined) {
    run('cp', '-a', place, copyIn)
    run('mount', '--bind', copyIn, place)
  } else run('mount', '-t', 'tmpfs', 'none', place)
}

/** Adds an authority to those of the machine, as an administrator does. */
export function trustOnMachine({ cert }: TestCertificate, folder: string): void {
  ownFolder('/etc/ssl', join(folder, 'ssl'))
  ownFolder('/usr/local/share/ca-certificates')
  run('cp', cert, '/usr/local/share/ca-certificates/exemple.crt')
  execFileSync('update-ca-certificates', { stdio: 'ignore' })
}

/** Provisions the domain and starts its controller. The network has to be there. */
export async function startDomain(folder: string): Promise<Domain> {
  for (const place of ['/var/lib/samba', '/etc/samba', '/run/samba', '/var/cache/samba', '/var/log/samba'])
    ownFolder(place)
  mkdirSync('/var/lib/samba/private')
  mkdirSync('/var/lib/samba/sysvol')
  const authority = makeCertificate(folder, 'Autorite-exemple', 'DNS:autorite.exemple.fr')
  const { cert, key } = makeCertificate(folder, 'dc1', `DNS:${host}`, authority)
  const names = ['--realm=EXEMPLE.FR', '--domain=EXEMPLE', '--host-name=dc1', `--host-ip=${address}`]
  const options = [
    `interfaces = ${address}/24`,
    'bind interfaces only = yes',
    // What signs in by LDAP needs neither files nor Kerberos.
    'server services = ldap',
    'tls enabled = yes',
    `tls certfile = ${cert}`,
    `tls keyfile = ${key}`,
    `tls cafile = ${authority.cert}`,
  ].map((option) => `--option=${option}`)
  const provisioned = spawnSync(
    'samba-tool',
    [
      'domain',
      'provision',
      ...names,
      '--server-role=dc',
      '--dns-backend=NONE',
      `--adminpass=${adminPassword}`,
      ...options,
    ],
    { encoding: 'utf8' },
  )
  if (provisioned.status !== 0) throw new Error(`samba-tool: ${provisioned.stdout}${provisioned.stderr}`)
  writeFileSync(join(folder, 'crowd.ldif'), crowdOf())
  run('ldbadd', '-H', samDatabase, join(folder, 'crowd.ldif'))
  const log = openSync(join(folder, 'samba.log'), 'a')
  const server = spawn('samba', ['--foreground', '--no-process-group', '--debug-stdout'], {
    stdio: ['ignore', log, log],
  })
  const domain = administered(authority)
  await untilAnswers(domain, () => server.exitCode)
  await domain.change(base, {
    // A lockout of a usual domain; a password may be changed again at once.
    lockoutThreshold: String(lockoutThreshold),
    minPwdAge: '0',
  })
  await domain.setPassword(serviceDn, service.password)
  await domain.change(serviceDn, { userAccountControl: '512' })
  return domain
}

/** Changes the domain as its administrator does, over TLS. */
export function administered(authority: TestCertificate): Domain {
  const asAdministrator = async <Result>(work: (client: Client) => Promise<Result>): Promise<Result> => {
    const client = new Client({ url: ldaps, tlsOptions: { ca: [readFileSync(authority.cert)] } })
    try {
      await client.bind('administrator@exemple.fr', adminPassword)
      return await work(client)
    } finally {
      await client.unbind()
    }
  }
  const add = (dn: string, values: Record<string, string | string[] | Buffer>): Promise<void> =>
    asAdministrator(async (client) => {
      const attributes = Object.entries(values).map(
        ([type, value]) => new Attribute({ type, values: [value].flat() as string[] }),
      )
      await client.add(dn, attributes)
    })
  const domain: Domain = {
    authority,
    addPerson: (name, { rdn = name, ...more } = {}) =>
      add(personDn(rdn), {
        objectClass: 'user',
        sAMAccountName: name,
        givenName: 'Hélène',
        sn: 'Dupré',
        mail: `${name}@exemple.fr`,
        userAccountControl: '512',
        unicodePwd: quoted(password),
        ...more,
      }),
    async addUnit(name, person) {
      const dn = `OU=${name.replaceAll(',', String.raw`\,`)},${base}`
      await add(dn, { objectClass: 'organizationalUnit' })
      await add(`CN=${person},${dn}`, {
        objectClass: 'user',
        sAMAccountName: person,
        userAccountControl: '544',
      })
    },
    addGroup: (name, members) =>
      add(groupDn(name), { objectClass: 'group', ...(members.length > 0 && { member: [...members] }) }),
    change: (dn, values) =>
      asAdministrator(async (client) => {
        const changes = Object.entries(values).map(
          ([type, value]) =>
            new Change({
              operation: 'replace',
              modification: new Attribute({ type, values: [value].flat() as string[] }),
            }),
        )
        await client.modify(dn, changes)
      }),
    setPassword: (dn, to) => domain.change(dn, { unicodePwd: quoted(to) }),
    async expirePassword(dn) {
      const at = (BigInt(Date.now() - 365 * 86_400_000) + windowsEpochMs) * 10_000n
      // Over LDAP nobody gives a password a moment in the past: as Samba's own tools, without the module that refuses it.
      execFileSync('ldbmodify', ['-H', samDatabase, '--controls=local_oid:1.3.6.1.4.1.7165.4.3.12:0'], {
        input: entry([`dn: ${dn}`, 'changetype: modify', 'replace: pwdLastSet', `pwdLastSet: ${at}`]),
        stdio: ['pipe', 'ignore', 'inherit'],
      })
    },
    async lock(dn) {
      const isLocked = async () => !['', '0'].includes((await domain.read(dn, 'lockoutTime'))[0] ?? '')
      for (let tries = 0; !(await isLocked()); tries += 1) {
        if (tries > lockoutThreshold) throw new Error('the controller locks nobody')
        await domain.refusalOf(dn, `faux ${tries}`)
      }
    },
    async refusalOf(dn, secret) {
      const client = new Client({ url: ldaps, tlsOptions: { ca: [readFileSync(authority.cert)] } })
      try {
        await client.bind(dn, secret)
        return null
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      } finally {
        await client.unbind()
      }
    },
    rename: (dn, to) => asAdministrator((client) => client.modifyDN(dn, to)),
    remove: (dn) => asAdministrator((client) => client.del(dn)),
    read: (dn, attribute) =>
      asAdministrator(async (client) => {
        const { searchEntries } = await client.search(dn, { scope: 'base', attributes: [attribute] })
        return [searchEntries[0]?.[attribute] ?? []].flat().map(String)
      }),
  }
  return domain
}

/** A password as Active Directory takes it over a connection under TLS (MS-ADTS §3.1.1.3.1.5.1). */
const quoted = (text: string): Buffer => Buffer.from(`"${text}"`, 'utf16le')

async function untilAnswers(domain: Domain, ended: () => number | null): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (ended() !== null) throw new Error(`samba ended with ${ended()}`)
    const found = await domain.read(base, 'objectClass').catch(() => [])
    if (found.length > 0) return
    await pause(100)
  }
  throw new Error('the domain controller does not answer')
}

const entry = (lines: readonly string[]): string => `${lines.join('\n')}\n\n`

const unit = (name: string): string => entry([`dn: OU=${name},${base}`, 'objectClass: organizationalUnit'])

/** People without a password, whom nobody signs in as, and groups. They are added at once: one by one takes minutes. */
function crowdOf(): string {
  const numbered = (count: number, one: (number: string) => string): string =>
    Array.from({ length: count }, (_, index) => one(String(index + 1).padStart(4, '0'))).join('')
  return [
    ...['Agents', 'Groupes', 'Services', 'Foule'].map(unit),
    entry([
      `dn: ${serviceDn}`,
      'objectClass: user',
      `sAMAccountName: ${service.sam}`,
      `userPrincipalName: ${service.sam}@exemple.fr`,
    ]),
    numbered(crowd.people, (number) =>
      entry([
        `dn: CN=Agent ${number},OU=Foule,${base}`,
        'objectClass: user',
        `sAMAccountName: agent${number}`,
        'givenName: Camille',
        `sn: Agent ${number}`,
        `mail: agent${number}@exemple.fr`,
        'userAccountControl: 544',
      ]),
    ),
    numbered(crowd.groups, (number) =>
      entry([
        `dn: CN=Service ${number},OU=Groupes,${base}`,
        'objectClass: group',
        `sAMAccountName: Service ${number}`,
        `member: CN=Agent 0001,OU=Foule,${base}`,
      ]),
    ),
  ].join('')
}
