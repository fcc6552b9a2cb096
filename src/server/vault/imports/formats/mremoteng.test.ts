import { expect, it } from 'vitest'
import { readFile } from './formats.ts'
import { samples } from './samples/mremoteng.ts'
import { withPassword } from './samples/sample.ts'

const bytesOf = (name: string): Uint8Array => {
  const bytes = samples.find((sample) => sample.name === name)?.bytes
  if (!bytes) throw new Error(`no sample ${name}`)
  return bytes
}
const read = async (name: string, password?: string) => {
  const result = await readFile(bytesOf(name), password === undefined ? {} : withPassword(password))
  if ('ok' in result) throw new Error(result.code)
  return result.found
}
const faultOf = async (bytes: Uint8Array, password?: string) => {
  const result = await readFile(bytes, password === undefined ? {} : withPassword(password))
  return 'ok' in result ? result.code : null
}

it.each([
  ['usual password', undefined],
  ['own password', 'à moi'],
  ['encrypted as a whole', undefined],
])('a file with the %s gives its connections and containers', async (name, password) => {
  const { entries, folders } = await read(name, password)
  expect(folders.map(({ path, description, sourceId }) => [path, description, sourceId])).toEqual([
    [['Réseau'], 'Salle', 'c1'],
    [['Réseau', 'Bornes'], '', null],
  ])
  expect(entries).toMatchObject([
    {
      path: [],
      title: 'Passerelle',
      login: 'VILLE\\élodie',
      password: 'Été & 🔑 ',
      addresses: ['rdp://rds.exemple.fr:3389'],
      category: 'server',
      sourceId: 'a179606a-a854-48a6-9baa-491d8eb3bddc',
      fields: [
        { label: 'Passerelle', kind: 'text', value: 'gw.exemple.fr' },
        { label: 'Identifiant de la passerelle', kind: 'text', value: 'passe' },
        { label: 'Mot de passe de la passerelle', kind: 'concealed', value: 'gw-secret' },
      ],
    },
    // What is inherited comes from the container.
    {
      path: ['Réseau'],
      title: 'Cœur',
      login: 'admin',
      password: 'hérité',
      addresses: ['ssh://[fe80::1]:22'],
      sourceId: 'c2',
    },
    {
      path: [],
      title: 'Série',
      login: 'VILLE\\root',
      addresses: [],
      fields: [
        { label: 'Hôte', value: 'com1' },
        { label: 'Port', value: '23' },
        { label: 'Protocole', value: 'RAW' },
      ],
    },
    // No connection inherits this password.
    { path: ['Réseau', 'Bornes'], title: 'Bornes', login: 'borne', password: 'seul', sourceId: null },
  ])
})

it('reads files of before 1.75', async () => {
  expect((await read('before 1.75')).entries).toMatchObject([
    { title: 'Vieux', login: 'root', password: 'ancien-é', addresses: ['ssh://vieux:22'] },
  ])
})

it('asks for the password, and tells a wrong one', async () => {
  expect(await faultOf(bytesOf('own password'))).toBe('FILE_PASSWORD_NEEDED')
  expect(await faultOf(bytesOf('own password'), 'à toi')).toBe('FILE_PASSWORD_WRONG')
  // The usual password opens it, whatever is given.
  expect(await faultOf(bytesOf('usual password'), 'à toi')).toBeNull()
})

it('refuses other ciphers, and derivations beyond the limit', async () => {
  const text = Buffer.from(bytesOf('usual password')).toString()
  const changed = (from: string, to: string): Buffer => Buffer.from(text.replace(from, to))
  expect(await faultOf(changed('"AES"', '"Serpent"'))).toBe('CIPHER_UNSUPPORTED')
  expect(await faultOf(changed('"1000"', '"10000001"'))).toBe('KDF_TOO_COSTLY')
  expect(await faultOf(changed('"1000"', '"abc"'))).toBe('CONTENT_BROKEN')
})

it('tells a password that does not open, and brings in the rest', async () => {
  const text = Buffer.from(bytesOf('usual password')).toString()
  const result = await readFile(Buffer.from(text.replace(/ Password="[^"]{8}/, ' Password="AAAAAAAA')))
  if ('ok' in result) throw new Error(result.code)
  expect(result.found.entries[0]).toMatchObject({
    login: 'VILLE\\élodie',
    password: '',
    notesToTell: [{ reason: 'SECRET_UNREADABLE', detail: 'Mot de passe' }],
  })
})
