import { Attribute, Change } from 'ldapts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { createDirectory } from '#server/identity/directory/directory.ts'
import { groupLimits } from '#server/identity/directory/groups.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import {
  directoryPassword,
  dnOf,
  groupDn,
  startDirectory,
  type TestDirectory,
} from '#server/testing/directory.ts'
import { addAccount, firstStep, newBrowser } from '#server/testing/sign-in.ts'
import { worldOf } from '#server/testing/world.ts'

const groupPath = '/api/administration/directory-group'
const log = { warn: () => undefined } as never

/** Adds groups of one member each, and returns a function that removes them. */
async function addGroups(server: TestDirectory, members: Readonly<Record<string, string>>) {
  await server.change(async (client) => {
    for (const [cn, member] of Object.entries(members))
      await client.add(groupDn(cn), { objectClass: 'groupOfNames', cn, member })
  })
  return () =>
    server.change(async (client) => {
      for (const cn of Object.keys(members)) await client.del(groupDn(cn))
    })
}

const directoryOf = (server: TestDirectory) => {
  const { directory } = readConfig(server.env)
  if (!directory) throw new Error('no directory')
  return createDirectory(directory, log, 0)
}
const held = async (server: TestDirectory, cns: readonly string[], name = 'hdupre') => {
  const directory = directoryOf(server)
  const keys = await Promise.all(cns.map(async (cn) => (await directory.readGroup(groupDn(cn)))?.key ?? ''))
  const answer = await directory.prove({
    wanted: { name },
    password: new Secret(directoryPassword),
    isForSomebody: true,
    groups: new Set(keys),
  })
  const proven = answer?.person ? answer : null
  return { found: cns.filter((_, at) => proven?.groups.has(keys[at] ?? '')), isWhole: proven?.isWhole }
}

describe('a list of groups', () => {
  it('is read page by page, beyond a page of ours, and is whole', async () => {
    const server = await startDirectory()
    try {
      const cns = Array.from({ length: 450 }, (_, at) => `g${at}`)
      await addGroups(server, Object.fromEntries(cns.map((cn) => [cn, dnOf('hdupre')])))
      expect(await held(server, ['g0', 'g449', 'agents', 'vide'])).toEqual({
        found: ['g0', 'g449', 'agents'],
        isWhole: true,
      })
      // Beyond our own limits the list is not whole, unless all that is wanted was found.
      await addGroups(
        server,
        Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`h${at}`, dnOf('hdupre')])),
      )
      expect(await held(server, ['g0', 'vide'])).toEqual({ found: ['g0'], isWhole: false })
      expect(await held(server, ['g0'])).toEqual({ found: ['g0'], isWhole: true })
      const chain = Array.from({ length: groupLimits.depth + 2 }, (_, at) => `n${at}`)
      await addGroups(
        server,
        Object.fromEntries(chain.map((cn, at) => [cn, at === 0 ? dnOf('mleroy') : groupDn(`n${at - 1}`)])),
      )
      expect(await held(server, ['n0', 'n11', 'vide'], 'mleroy')).toEqual({ found: ['n0'], isWhole: false })
    } finally {
      await server.stop()
    }
  })

  it.each([
    ['in smaller pages', 'size.soft=2 size.hard=2 size.prtotal=unlimited', true],
    ['in no pages of our size', 'size.soft=unlimited size.hard=unlimited size.pr=2', true],
    ['without pages', 'size.soft=unlimited size.hard=unlimited size.prtotal=disabled', true],
    ['without pages, and only two', 'size.soft=2 size.hard=2 size.prtotal=disabled', false],
    ['in pages, and only two', 'size.soft=2 size.hard=2', false],
  ])('that a directory gives %s is known for what it is', async (_how, limits, isWhole) => {
    const server = await startDirectory(undefined, limits)
    try {
      await addGroups(server, { a: dnOf('mleroy'), b: dnOf('mleroy'), c: dnOf('mleroy') })
      const answer = await held(server, ['a', 'b', 'c', 'agents', 'posix'], 'mleroy')
      expect(answer.isWhole).toBe(isWhole)
      if (isWhole) expect(answer.found).toEqual(['a', 'b', 'c', 'agents'])
      else expect(answer.found).toHaveLength(2)
    } finally {
      await server.stop()
    }
  })
})

describe('a directory that lists a single entry', () => {
  let server: TestDirectory
  beforeAll(async () => {
    server = await startDirectory(undefined, 'size.soft=1 size.hard=1')
  })
  afterAll(() => server.stop())

  it('finds one person, and takes none of two namesakes', async () => {
    const directory = directoryOf(server)
    const prove = (name: string) =>
      directory.prove({
        wanted: { name },
        password: new Secret(directoryPassword),
        isForSomebody: true,
        groups: new Set(),
      })
    expect((await prove('hdupre'))?.person?.dn).toBe(dnOf('hdupre'))
    expect(await prove('jumeau')).toBeNull()
  })

  eachEngine((engine) => {
    let app: TestApp
    afterEach(() => app.close())

    it('takes nobody out of a team, gives what it lists, and is told', async () => {
      app = await startTestApp(engine, server.env)
      const world = worldOf(app)
      const cheffe = await world.addUser({ login: 'cheffe', role: 'ROLE_SUPER_ADMINISTRATOR' })
      const chief = async (method: 'GET' | 'POST', path: string, body?: unknown) =>
        app.call({ method, path, body, cookie: await world.session(cheffe) })
      const { id } = await addAccount(app, 'mleroy')
      await app.deps.db.updateTable('users').set({ ad_id: 1 }).where('id', '=', id).execute()
      const addTeam = async (cn: string) => {
        const team = (
          (await chief('POST', '/api/team/', { name: cn, description: '' })).body as { id: number }
        ).id
        expect((await chief('POST', groupPath, { dn: groupDn(cn), teamId: team })).status).toBe(201)
        return team
      }
      const [agents, boucle, vide] = [await addTeam('agents'), await addTeam('boucle'), await addTeam('vide')]
      const enter = async () => {
        const reply = await firstStep(newBrowser(app), 'mleroy', directoryPassword, 'DIST')
        expect(reply.status, reply.text).toBe(200)
      }
      const teams = async () => {
        const rows = app.deps.db.selectFrom('team_users').select('team_id').where('user_id', '=', id)
        return (await rows.orderBy('team_id').execute()).map(({ team_id }) => team_id)
      }
      const cutAt = async () =>
        (
          (await chief('GET', '/api/administration/state')).body as {
            health: { directoryCutAt: string | null }
          }
        ).health.directoryCutAt

      await enter()
      expect(await teams()).toEqual([agents, boucle])
      expect(await cutAt()).toBeNull()
      // In two groups directly, of which one is listed.
      const remove = await addGroups(server, { autre: dnOf('mleroy') })
      try {
        for (let times = 0; times < 2; times += 1) {
          await enter()
          expect(await teams()).toEqual([agents, boucle])
        }
        expect(await cutAt()).toBe(new Date(app.time.now).toISOString())
        expect(app.logged()).toContain('the directory listed only some groups of a person')
      } finally {
        await remove()
      }
      // A whole list takes away again.
      await server.change((client) => client.modify(groupDn('agents'), memberChange('delete')))
      try {
        await enter()
        expect(await teams()).toEqual([])
      } finally {
        await server.change((client) => client.modify(groupDn('agents'), memberChange('add')))
      }
      expect(vide).toBeGreaterThan(boucle)
      app.time.now += 8 * 24 * 3_600_000
      expect(await cutAt()).toBeNull()
    })
  })
})

const memberChange = (operation: 'add' | 'delete') =>
  new Change({ operation, modification: new Attribute({ type: 'member', values: [dnOf('mleroy')] }) })
