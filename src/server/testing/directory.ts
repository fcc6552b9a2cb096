import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'ldapts'
import { freePort } from './free-port.ts'

const base = 'dc=exemple,dc=fr'
const service = { dn: `cn=trousseau,${base}`, password: 'le mot du compte qui cherche' }
const admin = { dn: `cn=admin,${base}`, password: 'le mot de qui écrit' }
/** The password of every person in the directory. */
export const directoryPassword = 'le mot de l’annuaire'

export const dnOf = (uid: string): string => `uid=${uid},ou=people,${base}`
export const groupDn = (cn: string): string => `cn=${cn},ou=groups,${base}`

/** A real OpenLDAP server on this machine, with TLS and a few people. */
export type TestDirectory = {
  /** The settings that use it, with StartTLS; `ldaps` is its other address. */
  readonly env: Record<string, string>
  readonly ldaps: string
  readonly folder: string
  /** Runs a change as its administrator. */
  change<Result>(work: (client: Client) => Promise<Result>): Promise<Result>
  /** Makes it hang: afterwards it accepts connections and answers nothing. */
  freeze(): Promise<void>
  thaw(): void
  stop(): Promise<void>
}

/** The files of a certificate and its key. */
export type TestCertificate = { readonly cert: string; readonly key: string }

/** Creates a certificate for these names, signed by an authority or by itself. */
export function makeCertificate(
  folder: string,
  name: string,
  names: string,
  authority?: TestCertificate,
): TestCertificate {
  const files = { cert: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) }
  const asked = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(' ')
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${names}`]
  const signed = authority ? ['-CA', authority.cert, '-CAkey', authority.key] : []
  const { status, stderr } = spawnSync('openssl', [
    ...asked,
    ...subject,
    ...signed,
    '-keyout',
    files.key,
    '-out',
    files.cert,
  ])
  if (status !== 0) throw new Error(`openssl made no certificate: ${String(stderr)}`)
  return files
}

/** Creates a certificate that signs itself and expires in the second of its creation. */
export function makeExpiredCertificate(folder: string, name: string, names: string): TestCertificate {
  const files = { cert: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) }
  const request = join(folder, `${name}.csr`)
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${names}`]
  const elliptic = 'req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'.split(' ')
  const signed = ['-signkey', files.key, '-days', '0', '-copy_extensions', 'copy', '-out', files.cert]
  for (const asked of [
    [...elliptic, ...subject, '-keyout', files.key, '-out', request],
    ['x509', '-req', '-in', request, ...signed],
  ]) {
    const { status, stderr } = spawnSync('openssl', asked)
    if (status !== 0) throw new Error(`openssl made no certificate: ${String(stderr)}`)
  }
  return files
}

/**
 * @param names the names in its certificate
 * @param limits what it lists to the account that searches, as `limits` of slapd.conf(5) has it
 */
export async function startDirectory(
  names = 'DNS:localhost,IP:127.0.0.1',
  limits = '',
): Promise<TestDirectory> {
  const folder = mkdtempSync(join(tmpdir(), 'trousseau-slapd-'))
  mkdirSync(join(folder, 'data'))
  const { cert, key } = makeCertificate(folder, 'slapd', names)
  const [port, securePort] = [await freePort(), await freePort()]
  const conf = join(folder, 'slapd.conf')
  writeFileSync(conf, configuration(folder, cert, key, limits))
  writeFileSync(join(folder, 'seed.ldif'), seed())
  const added = spawnSync(slapd('slapadd'), ['-q', '-f', conf, '-l', join(folder, 'seed.ldif')])
  if (added.status !== 0) throw new Error(`slapadd: ${String(added.stderr)}`)
  const urls = `ldap://127.0.0.1:${port} ldaps://127.0.0.1:${securePort}`
  const server = spawn(slapd('slapd'), ['-d', '0', '-f', conf, '-h', urls], { stdio: 'ignore' })
  await listening(server, port)
  return {
    env: {
      LDAP_URL: `ldap://localhost:${port}`,
      LDAP_BIND_DN: service.dn,
      LDAP_BIND_PASSWORD: service.password,
      LDAP_BASE_DN: base,
      LDAP_CA_FILE: cert,
      // Longer than a busy machine needs; tests of the timeout set less.
      LDAP_TIMEOUT_SECONDS: '20',
    },
    ldaps: `ldaps://localhost:${securePort}`,
    folder,
    async change(work) {
      const client = new Client({ url: `ldap://127.0.0.1:${port}` })
      try {
        await client.bind(admin.dn, admin.password)
        return await work(client)
      } finally {
        await client.unbind()
      }
    },
    freeze: async () => {
      server.kill('SIGSTOP')
      while (!isStopped(server)) await pause(1)
    },
    thaw: () => void server.kill('SIGCONT'),
    async stop() {
      server.kill('SIGCONT')
      server.kill('SIGKILL')
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Whether all its threads are stopped: a busy machine acts on the signal some time later. */
function isStopped({ pid }: ChildProcess): boolean {
  const tasks = `/proc/${pid}/task`
  // proc_pid_stat(5): the state follows the name, which ends with the last parenthesis.
  return readdirSync(tasks).every((task) =>
    /^.*\) [Tt] /s.test(readFileSync(join(tasks, task, 'stat'), 'latin1')),
  )
}

/** A key with bytes that are special in filters, NUL and invalid UTF-8. */
export const hostileGuid = Buffer.from('002a28295c26ff80c3280d0a7c213d7e', 'hex')

const slapd = (tool: string): string => `/usr/sbin/${tool}`

/** Waits until a process listens on a port of this machine. */
export async function listening(server: ChildProcess, port: number): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (server.exitCode !== null) throw new Error(`it ended with ${server.exitCode}`)
    const socket = connect({ host: '127.0.0.1', port })
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isOpen) return
    await pause(25)
  }
  throw new Error('it does not listen')
}

const configuration = (folder: string, cert: string, key: string, limits: string): string => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/nis.schema
include /etc/ldap/schema/inetorgperson.schema
# What Active Directory has and OpenLDAP has not, under the names and numbers of Microsoft's schema.
attributetype ( 1.2.840.113556.1.4.221 NAME 'sAMAccountName' EQUALITY caseIgnoreMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.2 NAME 'objectGUID' EQUALITY octetStringMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.8 NAME 'userAccountControl' EQUALITY integerMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
objectclass ( 1.2.840.113556.1.5.9 NAME 'adUser' SUP top AUXILIARY
  MAY ( sAMAccountName $ objectGUID $ userAccountControl ) )
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${folder}/slapd.pid
TLSCertificateFile ${cert}
TLSCertificateKeyFile ${key}
# As many servers are: what is read as an anonymous bind is called right.
allow bind_anon_cred bind_anon_dn
database mdb
maxsize 10485760
suffix "${base}"
rootdn "${admin.dn}"
rootpw "${admin.password}"
directory ${folder}/data
dbnosync
${limits === '' ? '' : `limits dn.exact="${service.dn}" ${limits}`}
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${service.dn}" read by * none
`

const password = `userPassword: ${directoryPassword}`

/** As long as the sign-in takes. */
export const longPassword = 'phrase-de-passe-'.repeat(64)

const person = (uid: string, more: readonly string[] = [password], dn = dnOf(uid)): string => {
  const names = `uid: ${uid}\ncn: ${uid}\nsn: Dupré\ngivenName: Hélène\nmail: ${uid}@annuaire.exemple.fr`
  return [`dn: ${dn}`, 'objectClass: inetOrgPerson', names, ...more].join('\n')
}

const group = (cn: string, members: readonly string[]): string => {
  const lines = members.map((member) => `member: ${member}`)
  return [`dn: ${groupDn(cn)}`, 'objectClass: groupOfNames', `cn: ${cn}`, ...lines].join('\n')
}

const folderEntry = (ou: string): string => `dn: ou=${ou},${base}\nobjectClass: organizationalUnit\nou: ${ou}`

const seed = (): string =>
  [
    `dn: ${base}\nobjectClass: domain\ndc: exemple`,
    `dn: ${service.dn}\nobjectClass: organizationalRole\nobjectClass: simpleSecurityObject\ncn: trousseau\nuserPassword: ${service.password}`,
    ...['people', 'externes', 'groups'].map(folderEntry),
    ...['hdupre', 'mleroy', 'jpetit'].map((uid) => person(uid)),
    person('sanspasse', []),
    person('longpasse', [`userPassword: ${longPassword}`]),
    person('adupont', [
      'sAMAccountName: A.Dupont',
      `objectGUID:: ${hostileGuid.toString('base64')}`,
      password,
    ]).replace('inetOrgPerson', 'inetOrgPerson\nobjectClass: adUser'),
    // A name that must be escaped in a DN and in a filter.
    person('lmartin', [password], `cn=Martin\\, Luc \\+ (1)*,ou=people,${base}`).replace(
      'cn: lmartin',
      'cn: Martin, Luc + (1)*',
    ),
    ...['people', 'externes'].map((ou) => person('jumeau', [password], `uid=jumeau,ou=${ou},${base}`)),
    group('agents', [dnOf('hdupre'), dnOf('mleroy')]),
    group('mairie', [groupDn('agents'), groupDn('boucle')]),
    group('boucle', [groupDn('mairie')]),
    group('vide', [service.dn]),
    `dn: ${groupDn('posix')}\nobjectClass: posixGroup\ncn: posix\ngidNumber: 4000\nmemberUid: hdupre`,
    `dn: ou=ailleurs,${base}\nobjectClass: referral\nobjectClass: extensibleObject\nou: ailleurs\nref: ldap://127.0.0.1:9/ou=ailleurs,${base}`,
  ].join('\n\n') + '\n'
