import { createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '#server/config.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { domainPassword, startDomain } from '#server/testing/active-directory.ts'
import { createDirectory, type Directory, type Question } from './directory.ts'
import type { DirectorySettings } from './settings.ts'
import {
  directoryPassword,
  dnOf,
  groupDn,
  hostileGuid,
  makeCertificate,
  startDirectory,
  type TestDirectory,
} from '#server/testing/directory.ts'

let server: TestDirectory
beforeAll(async () => {
  server = await startDirectory()
})
afterAll(() => server.stop())

const warned: string[] = []
const log = { warn: (_facts: object, text: string) => void warned.push(text) } as never

function settingsBy(env: Record<string, string> = {}): DirectorySettings {
  const { directory } = readConfig({ ...server.env, ...env })
  if (!directory) throw new Error('no directory')
  return directory
}

/** A directory that reports its refusals without delay. */
const directoryBy = (env?: Record<string, string>): Directory => createDirectory(settingsBy(env), log, 0)

const question = (more: Partial<Question> & { name?: string; given?: string } = {}): Question => ({
  wanted: { name: more.name ?? 'hdupre' },
  password: new Secret(more.given ?? directoryPassword),
  isForSomebody: true,
  groups: new Set(),
  ...more,
})

describe('the directory', () => {
  it.each(['ldap', 'ldaps'])('authenticates a person by %s, under TLS either way', async (way) => {
    const directory = directoryBy(way === 'ldaps' ? { LDAP_URL: server.ldaps } : {})
    const proven = await directory.prove(question())
    expect(proven?.person).toEqual({
      dn: dnOf('hdupre'),
      key: expect.stringMatching(/^entryUUID:[0-9a-f-]{36}$/) as string,
      firstName: 'Hélène',
      lastName: 'Dupré',
      email: 'hdupre@annuaire.exemple.fr',
      uid: 'hdupre',
      isDisabled: false,
    })
  })

  it('finds a renamed person by the key, and never another person under the old name', async () => {
    const directory = directoryBy()
    const key = (await directory.prove(question({ name: 'jpetit' })))?.person?.key ?? ''
    await server.change(async (client) => {
      await client.modifyDN(dnOf('jpetit'), 'uid=jgrand')
      await client.add(dnOf('jpetit'), {
        objectClass: 'inetOrgPerson',
        cn: 'jpetit',
        sn: 'Autre',
        userPassword: directoryPassword,
      })
    })
    const proven = await directory.prove(question({ wanted: { key } }))
    expect(proven?.person).toMatchObject({ key, uid: 'jgrand' })
    const namesake = await directory.prove(question({ name: 'jpetit' }))
    expect(namesake?.person?.key).not.toBe(key)
    await server.change((client) => client.del(dnOf('jgrand')))
    const gone = { person: null, key, refusal: null }
    expect(await directory.prove(question({ wanted: { key } }))).toEqual(gone)
  })

  it('finds a person of Active Directory by sAMAccountName, and then by the bytes of objectGUID', async () => {
    const directory = directoryBy({ LDAP_USER_FILTER: '(sAMAccountName={login})' })
    const key = `objectGUID:${hostileGuid.toString('hex')}`
    const proven = await directory.prove(question({ name: 'a.dupont' }))
    expect(proven?.person).toMatchObject({ key, dn: dnOf('adupont'), uid: 'adupont' })
    expect(await directory.prove(question({ wanted: { key } }))).toMatchObject({ person: { key } })
    expect(await directory.prove(question({ name: 'adupont' })), 'which is their uid').toBeNull()
  })

  it('accepts a name with every character that is special in filters and DNs', async () => {
    const proven = await directoryBy().prove(question({ name: 'lmartin' }))
    expect(proven?.person?.dn).toMatch(/^cn=Martin(\\,|\\2C) Luc/i)
  })

  it.each([
    ['a wrong password', { given: 'un autre mot' }],
    ['an empty password, which the server itself would accept', { given: '' }],
    ['a password of NUL', { given: '\0' }],
    ['a password with NUL behind it', { given: `${directoryPassword}\0` }],
    ['a password of a megabyte', { given: 'x'.repeat(1_000_000) }],
    ['a wildcard', { name: '*' }],
    ['a filter', { name: '*)(uid=*' }],
    ['a filter that closes itself', { name: 'hdupre)(|(uid=*' }],
    ['an escape', { name: String.raw`hdupre\2a` }],
    ['NUL', { name: 'hdupre\0' }],
    ['nothing', { name: '' }],
    ['a name of a megabyte', { name: 'x'.repeat(1_000_000) }],
    ['a distinguished name (DN)', { name: dnOf('hdupre') }],
    ['a person without a password', { name: 'sanspasse' }],
    ['an unknown name', { name: 'personne' }],
    ['a name of several people', { name: 'jumeau' }],
    ['an account that may not sign in', { isForSomebody: false }],
  ])('refuses %s', async (_what, more) => {
    expect(await directoryBy().prove(question(more))).toBeNull()
  })

  it.each(['entryUUID:00000000-0000-0000-0000-000000000000', `objectGUID:${'0'.repeat(32)}`])(
    'refuses the key %s, and says that no entry has it to an account alone',
    async (key) => {
      const asked = { wanted: { key } }
      expect(await directoryBy().prove(question(asked))).toEqual({ person: null, key, refusal: null })
      expect(await directoryBy().prove(question({ ...asked, isForSomebody: false }))).toBeNull()
    },
  )

  it('returns every refusal after the same 400 ms, and a right password immediately', async () => {
    const floors: { ms: number; end: () => void }[] = []
    const directory = createDirectory(
      settingsBy(),
      log,
      undefined,
      (ms) => new Promise<void>((end) => floors.push({ ms, end })),
    )
    const told: unknown[] = []
    const asked = [
      { given: 'un autre mot' },
      { name: 'personne' },
      { name: 'sanspasse' },
      { isForSomebody: false },
    ]
    const refusals = asked.map(async (more) => told.push(await directory.prove(question(more))))
    // Each timer starts with its request, so that it includes the directory's own time.
    expect(floors.map(({ ms }) => ms)).toEqual([400, 400, 400, 400])
    // Later requests complete several times meanwhile, so the directory has answered the refused ones too.
    for (let times = 0; times < 5; times += 1)
      expect(await directory.prove(question())).toMatchObject({ person: {} })
    expect(told).toEqual([])
    for (const { end } of floors) end()
    await Promise.all(refusals)
    expect(told).toEqual([null, null, null, null])
  })

  it('returns a refusal with a reason after the same time too', async () => {
    const domain = await startDomain(['h.dupre'])
    onTestFinished(() => domain.stop())
    const { directory: settings } = readConfig(domain.env)
    if (!settings) throw new Error('no directory')
    const person = domain.people.get('h.dupre')
    if (!person) throw new Error('no person')
    const floors: (() => void)[] = []
    const wait = () => new Promise<void>((end) => floors.push(end))
    const directory = createDirectory(settings, log, undefined, wait)
    const told: unknown[] = []
    const ask = async () => {
      told.push(await directory.prove(question({ name: 'h.dupre', given: domainPassword })))
    }
    person.reason = '773'
    const refused = ask()
    // The service account, then the person.
    await expect.poll(() => domain.binds.length).toBe(2)
    person.reason = null
    await ask()
    expect(told).toMatchObject([{ person: {} }])
    for (const end of floors) end()
    await refused
    expect(told[1]).toMatchObject({ person: null, refusal: { result: 49, data: '773' } })
  })

  it('logs that a login matches several people, without naming it', async () => {
    warned.length = 0
    await directoryBy().prove(question({ name: 'jumeau' }))
    expect(warned).toEqual(['a login is that of several people of the directory'])
  })

  it('applies the filter of the settings to keys as to names', async () => {
    const directory = directoryBy()
    const key = (await directory.prove(question()))?.person?.key ?? ''
    const narrow = directoryBy({ LDAP_USER_FILTER: '(&(uid={login})(employeeType=interne))' })
    expect(await narrow.prove(question())).toBeNull()
    expect(await narrow.prove(question({ wanted: { key } }))).toBeNull()
    const byMail = directoryBy({ LDAP_USER_FILTER: '(mail={login}@annuaire.exemple.fr)' })
    expect(await byMail.prove(question({ wanted: { key } }))).toMatchObject({ person: { key } })
    expect(await byMail.prove(question())).toMatchObject({ person: { key } })
  })
})

describe('groups of the directory', () => {
  const keyOfGroup = async (cn: string) => (await directoryBy().readGroup(groupDn(cn)))?.key ?? ''

  it('contain people directly, through nested groups and by name, even when they loop', async () => {
    const [agents, mairie, boucle, posix, vide] = await Promise.all(
      ['agents', 'mairie', 'boucle', 'posix', 'vide'].map(keyOfGroup),
    )
    const groups = new Set([agents ?? '', mairie ?? '', boucle ?? '', posix ?? '', vide ?? ''])
    expect(groups.size).toBe(5)
    const held = async (name: string) => {
      const proven = await directoryBy().prove(question({ name, groups }))
      return proven?.person ? proven.groups : undefined
    }
    expect(await held('hdupre')).toEqual(new Set([agents, mairie, boucle, posix]))
    expect(await held('mleroy')).toEqual(new Set([agents, mairie, boucle]))
    expect(await held('lmartin')).toEqual(new Set())
  })

  it('are found by a part of their name, in which no character is special', async () => {
    const directory = directoryBy()
    expect((await directory.findGroups('AIR')).map(({ name }) => name)).toEqual(['mairie'])
    expect(await directory.findGroups('*')).toEqual([])
    expect((await directory.findGroups('')).length).toBe(5)
  })

  it.each([dnOf('hdupre'), groupDn('absent'), 'rien', '', `ou=ailleurs,dc=exemple,dc=fr`])(
    'do not include %j',
    async (dn) => {
      const answer = directoryBy().readGroup(dn)
      if (dn.startsWith('ou=ailleurs')) await expect(answer).rejects.toMatchObject({ reason: 'answer' })
      else expect(await answer).toBeNull()
    },
  )
})

describe('an unavailable directory', () => {
  it.each([
    ['does not listen', { LDAP_URL: 'ldap://localhost:9' }, 'network'],
    ['has no address', { LDAP_URL: 'ldaps://annuaire.invalid' }, 'network'],
    ['does not know the service account', { LDAP_BIND_DN: 'cn=autre,dc=exemple,dc=fr' }, 'service-account'],
    ['refuses the password of that account', { LDAP_BIND_PASSWORD: 'faux' }, 'service-account'],
    ['has another base', { LDAP_BASE_DN: 'dc=autre,dc=fr' }, 'answer'],
  ])('that %s is reported as such', async (_what, env, reason) => {
    await expect(directoryBy(env).prove(question())).rejects.toMatchObject({ name: 'DirectoryAway', reason })
  })

  it('that hangs is abandoned after the configured time', async () => {
    const directory = directoryBy({ LDAP_TIMEOUT_SECONDS: '1' })
    await server.freeze()
    try {
      await expect(directory.prove(question())).rejects.toMatchObject({ reason: 'timeout' })
    } finally {
      server.thaw()
    }
    expect(await directoryBy().prove(question())).not.toBeNull()
  })

  it.each(['ldap', 'ldaps'])(
    'with a certificate of an unknown authority receives no password by %s',
    async (way) => {
      const { cert } = makeCertificate(server.folder, `autre-${way}`, 'DNS:localhost')
      const env = { LDAP_CA_FILE: cert, ...(way === 'ldaps' && { LDAP_URL: server.ldaps }) }
      await expect(directoryBy(env).prove(question())).rejects.toMatchObject({ reason: 'tls' })
    },
  )

  it.each(['ldap', 'ldaps'])(
    'with a certificate for another host receives no password by %s',
    async (way) => {
      const elsewhere = await startDirectory('DNS:annuaire.exemple.fr')
      onTestFinished(() => elsewhere.stop())
      const env = { ...elsewhere.env, ...(way === 'ldaps' && { LDAP_URL: elsewhere.ldaps }) }
      await expect(directoryBy(env).prove(question())).rejects.toMatchObject({ reason: 'tls' })
    },
  )
})

describe('a man in the middle of the directory connection', () => {
  const yes = Buffer.from([
    0x30, 0x0c, 0x02, 0x01, 0x01, 0x78, 0x07, 0x0a, 0x01, 0x00, 0x04, 0x00, 0x04, 0x00,
  ])
  const no = Buffer.from([0x30, 0x0c, 0x02, 0x01, 0x01, 0x78, 0x07, 0x0a, 0x01, 0x02, 0x04, 0x00, 0x04, 0x00])
  const boundToo = Buffer.from([
    0x30, 0x0c, 0x02, 0x01, 0x02, 0x61, 0x07, 0x0a, 0x01, 0x00, 0x04, 0x00, 0x04, 0x00,
  ])

  const between = async (answer: (socket: Socket) => void) => {
    const heard: Buffer[] = []
    const fake = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', (data: Buffer) => heard.push(data))
      socket.once('data', () => answer(socket))
    }).listen(0, '127.0.0.1')
    await once(fake, 'listening')
    onTestFinished(() => void fake.close())
    const env = {
      LDAP_URL: `ldap://127.0.0.1:${(fake.address() as AddressInfo).port}`,
      LDAP_TIMEOUT_SECONDS: '1',
    }
    return { directory: directoryBy(env), heard }
  }

  it.each<[string, (socket: Socket) => void]>([
    ['refuses StartTLS', (socket) => socket.write(no)],
    ['appends an answer to the one to StartTLS', (socket) => socket.write(Buffer.concat([yes, boundToo]))],
    ['appends a part of an answer', (socket) => socket.write(Buffer.concat([yes, boundToo.subarray(0, 13)]))],
    [
      'answers endlessly',
      (socket) =>
        socket.write(Buffer.concat([Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff]), Buffer.alloc(8_192)])),
    ],
    ['answers nonsense', (socket) => socket.write('220 smtp ready\r\n')],
    ['closes', (socket) => socket.destroy()],
    ['answers nothing', () => undefined],
    [
      'accepts StartTLS and then speaks no TLS',
      (socket) => socket.write(yes, () => setTimeout(() => socket.write(boundToo), 50)),
    ],
  ])('that %s receives no password', async (_what, answer) => {
    const { directory, heard } = await between(answer)
    await expect(directory.prove(question())).rejects.toMatchObject({ name: 'DirectoryAway' })
    const all = Buffer.concat(heard).toString('latin1')
    expect(all).not.toContain('le mot')
    expect(all).not.toContain('cn=trousseau')
  })
})
