import { expect, it } from 'vitest'
import { readFile } from './formats.ts'
import { fieldsOf, readAs } from './read-testing.ts'
import { samples } from './samples/connections-csv.ts'

const [remote, devolutions] = samples.map(({ bytes }) => bytes)

it('mRemoteNG: containers, inherited values, addresses', async () => {
  const { found } = await readAs('mremoteng-csv', remote ?? '')
  expect(found.entries[0]).toMatchObject({
    path: ['Siège', 'Prod'],
    title: 'web1',
    login: 'SIEGE\\zoé',
    password: 'Été 42',
    addresses: ['rdp://web1.exemple.fr:3389'],
    category: 'server',
    sourceId: 'c1',
  })
  expect(fieldsOf(found.entries[0])).toEqual([
    'text Passerelle=gw.exemple.fr',
    'text Identifiant de la passerelle=passe',
    'concealed Mot de passe de la passerelle=secret gw',
  ])
  expect(found.entries[1]).toMatchObject({ path: [], password: ' b ', addresses: ['ssh://10.0.0.2:22'] })
  expect(found.folders.map(({ path, sourceId }) => [path, sourceId])).toEqual([
    [['Siège', 'Prod'], 'k2'],
    [['Siège'], 'k1'],
  ])
  // Nothing inherits this password: it would be lost with its container.
  expect(found.entries[2]).toMatchObject({ path: ['Seul'], login: 'root', password: 'oublié' })
  expect(found.notes).toContainEqual({ reason: 'SEMICOLONS_LOST' })
})

it('mRemoteNG: a ring of containers, and a container deeper than the limit', async () => {
  const header = 'Name;Id;Parent;NodeType;Password;InheritPassword'
  const { found } = await readAs('mremoteng-csv', [
    header,
    'A;a;b;Container;;True;',
    'B;b;a;Container;;True;',
    'c;c;a;Connection;;True;',
  ])
  expect(found.entries).toHaveLength(1)
  const deep = Array.from({ length: 300 }, (_, at) => `n;${at};${at - 1};Container;;;`)
  expect(await readFile(Buffer.from([header, ...deep].join('\n')))).toMatchObject({
    ok: false,
    code: 'TOO_DEEP',
  })
})

it('Devolutions: sessions, credentials, groups', async () => {
  const { found } = await readAs('devolutions-csv', devolutions ?? '')
  expect(found.entries).toMatchObject([
    {
      path: ['Siège', 'Réseau'],
      login: 'SIEGE\\zoé',
      password: 'Été, "42"',
      addresses: ['rdp://srv1.exemple.fr:3389'],
      category: 'server',
    },
    { path: ['Siège'], addresses: ['https://rh.exemple.fr'], category: null },
    { title: 'Compte', login: 'admin', password: 'secret', category: null },
  ])
  expect(found.folders).toMatchObject([{ path: ['Siège', 'Réseau'], description: 'Les équipements' }])
})
