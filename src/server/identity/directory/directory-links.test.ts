import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { userStates, type Role } from '#domain/platform/roles.ts'
import { codeOfReply, startTestApp, type Reply, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import {
  directoryPassword,
  dnOf,
  groupDn,
  startDirectory,
  type TestDirectory,
} from '#server/testing/directory.ts'
import { addAccount, firstStep, newBrowser } from '#server/testing/sign-in.ts'
import { meet } from '#server/testing/two-transactions.ts'
import { worldOf, type World } from '#server/testing/world.ts'
import { linkAccount } from './directory-rows.ts'

type Shown = { key: string; name: string; email: string; dn: string; isDisabled: boolean }
type Links = {
  name: string
  linked: { linkedAt: string; entry: Shown | null } | null
  found: Shown | null
  verdict: string
}

let server: TestDirectory
beforeAll(async () => {
  server = await startDirectory()
})
afterAll(() => server.stop())

/** Deletes a person in the directory and creates another one of the same name. */
const recreate = (uid: string, more: object = {}) =>
  server.change(async (client) => {
    await client.del(dnOf(uid))
    const names = { uid, cn: uid, sn: 'Dupré', givenName: 'Hélène', mail: `${uid}@annuaire.exemple.fr` }
    await client.add(dnOf(uid), {
      objectClass: 'inetOrgPerson',
      ...names,
      userPassword: directoryPassword,
      ...more,
    })
  })

eachEngine((engine) => {
  let app: TestApp
  let world: World
  let chief: (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) => Promise<Reply>
  const as = async (role: Role, login: string, banks: number[] = []): Promise<typeof chief> => {
    const cookie = await world.session(await world.addUser({ login, role, banks }))
    return (method, path, body) => app.call({ method, path, body, cookie })
  }
  const start = async (env: Record<string, string> = {}) => {
    app = await startTestApp(engine, { ...server.env, ...env })
    world = worldOf(app)
    chief = await as('ROLE_SUPER_ADMINISTRATOR', 'cheffe')
  }
  beforeEach(() => start())
  afterEach(() => app.close())

  const enter = (login: string) => firstStep(newBrowser(app), login, directoryPassword, 'DIST')
  /** An account of the directory. */
  const addKept = async (login: string, sam: string | null = null): Promise<number> => {
    const { id } = await addAccount(app, login)
    await app.deps.db
      .updateTable('users')
      .set({ ad_id: 1, ad_sam_account: sam })
      .where('id', '=', id)
      .execute()
    return id
  }
  /** One that has signed in. */
  const addLinked = async (login: string, sam: string | null = null): Promise<number> => {
    const id = await addKept(login, sam)
    expect((await enter(login)).status).toBe(200)
    return id
  }
  const pathOf = (id: number) => `/api/user/${id}/directory`
  const shown = async (id: number, call = chief): Promise<Links> => {
    const reply = await call('GET', pathOf(id))
    expect(reply.status, reply.text).toBe(200)
    return reply.body as Links
  }
  const relink = (id: number, key = '', call = chief) => call('POST', pathOf(id), { key })
  const keyOf = async (id: number) =>
    (
      await app.deps.db
        .selectFrom('directory_links')
        .select('entry_key')
        .where('user_id', '=', id)
        .executeTakeFirst()
    )?.entry_key
  const recorded = async () => {
    const rows = app.deps.db
      .selectFrom('journal')
      .select('objects')
      .where('action', '=', 'directory.relinked')
    return (await rows.execute()).map(({ objects }) => JSON.parse(objects) as Record<string, unknown>)
  }

  describe('a person who was created again in the directory', () => {
    it('inherits nothing, not even when the same SAM account is named again', async () => {
      const id = await addLinked('helene', 'hdupre')
      const former = await keyOf(id)
      await recreate('hdupre')
      expect((await enter('helene')).status).toBe(401)
      const update = { adId: 1, adSamAccount: 'hdupre' }
      expect((await chief('PATCH', `/api/user/${id}`, { update })).status).toBe(200)
      expect(await keyOf(id)).toBe(former)
      expect((await enter('helene')).status).toBe(401)
    })

    it('is shown beside the entry that is gone, and signs in once linked again', async () => {
      const id = await addLinked('hdupre')
      const former = await keyOf(id)
      await recreate('hdupre')
      expect((await enter('hdupre')).status).toBe(401)
      const links = await shown(id)
      expect(links).toEqual({
        name: 'hdupre',
        linked: { linkedAt: expect.any(String), entry: null },
        found: {
          key: expect.stringMatching(/^entryUUID:/),
          name: 'Hélène Dupré',
          email: 'hdupre@annuaire.exemple.fr',
          dn: dnOf('hdupre'),
          isDisabled: false,
        },
        verdict: 'ready',
      })
      expect(links.found?.key).not.toBe(former)
      expect(await relink(id, links.found?.key)).toMatchObject({ status: 200 })
      expect(await keyOf(id)).toBe(links.found?.key)
      expect((await enter('hdupre')).status).toBe(200)
      expect(await recorded()).toEqual([
        { user: id, directory: 1, from: former, to: links.found?.key, left: [] },
      ])
      expect(await shown(id)).toMatchObject({ verdict: 'unchanged', linked: { entry: links.found } })
      const mails = app.deps.db
        .selectFrom('outbox')
        .select('template')
        .where('template', '=', 'accountChanged')
      expect(await mails.execute()).toHaveLength(1)
    })

    it('ends the sessions, the absence and the teams of the former entry', async () => {
      const id = await addLinked('mleroy')
      const team = (await chief('POST', '/api/team/', { name: 'Agents', description: '' })).body as {
        id: number
      }
      await chief('POST', '/api/administration/directory-group', { dn: groupDn('agents'), teamId: team.id })
      expect((await enter('mleroy')).status).toBe(200)
      const cookie = await world.session({ id, login: 'mleroy' })
      const session = () => app.call({ method: 'GET', path: '/api/session', cookie })
      expect((await session()).status).toBe(200)
      await recreate('mleroy')
      expect((await enter('mleroy')).status).toBe(401)
      const absences = () => app.deps.db.selectFrom('directory_absences').select('user_id').execute()
      expect(await absences()).toEqual([{ user_id: id }])
      await relink(id, (await shown(id)).found?.key)
      expect((await session()).status).toBe(401)
      expect(await absences()).toEqual([])
      expect(await app.deps.db.selectFrom('team_users').selectAll().execute()).toEqual([])
      expect((await recorded())[0]?.['left']).toEqual([String(team.id)])
      // The next sign-in reads the groups of the new entry.
      expect((await enter('mleroy')).status).toBe(200)
      expect(await app.deps.db.selectFrom('team_users').select('team_id').execute()).toEqual([
        { team_id: team.id },
      ])
    })
  })

  describe('a link', () => {
    it('is not made where the entry is unchanged, missing, one of several, or not the one that was shown', async () => {
      const id = await addLinked('jpetit')
      const same = await shown(id)
      expect(same.verdict).toBe('unchanged')
      expect(codeOfReply(await relink(id, same.found?.key))).toEqual([409, 'DIRECTORY_LINK_UNCHANGED'])
      await recreate('jpetit')
      const { found } = await shown(id)
      await recreate('jpetit')
      expect(codeOfReply(await relink(id, found?.key))).toEqual([409, 'DIRECTORY_ENTRY_CHANGED'])
      await server.change((client) => client.modifyDN(dnOf('jpetit'), 'uid=jgrand'))
      try {
        expect(await shown(id)).toMatchObject({ verdict: 'missing', found: null, linked: { entry: null } })
      } finally {
        await server.change((client) => client.modifyDN(dnOf('jgrand'), 'uid=jpetit'))
      }
      const twin = await addKept('jumeau')
      await link(twin, 'entryUUID:00000000-0000-0000-0000-000000000001')
      expect(await shown(twin)).toMatchObject({ verdict: 'ambiguous', found: null })
      expect(codeOfReply(await relink(twin, found?.key))).toEqual([409, 'DIRECTORY_ENTRY_CHANGED'])
      expect(await recorded()).toEqual([])
    })

    it('is not made to an entry that is another account’s', async () => {
      const id = await addLinked('hdupre')
      await recreate('hdupre')
      const other = await addLinked('seconde', 'hdupre')
      const links = await shown(id)
      expect(links.verdict).toBe('taken')
      expect(codeOfReply(await relink(id, links.found?.key))).toEqual([409, 'DIRECTORY_ENTRY_TAKEN'])
      expect(await keyOf(other)).toBe(links.found?.key)
      expect(await keyOf(id)).not.toBe(links.found?.key)
      expect((await enter('hdupre')).status).toBe(401)
    })

    it('of an account that never signed in is made by its sign-in: nobody is looked up', async () => {
      const id = await addKept('hdupre')
      expect(await shown(id)).toEqual({ name: 'hdupre', linked: null, found: null, verdict: 'unlinked' })
      const key = 'entryUUID:00000000-0000-0000-0000-000000000001'
      expect(codeOfReply(await relink(id, key))).toEqual([409, 'DIRECTORY_ENTRY_CHANGED'])
      const local = (await addAccount(app, 'locale')).id
      expect(codeOfReply(await chief('GET', pathOf(local)))).toEqual([422, 'DIRECTORY_UNKNOWN'])
      expect(codeOfReply(await relink(local, key))).toEqual([422, 'DIRECTORY_UNKNOWN'])
    })

    it('shows the entry that is still there when the name is now that of another person', async () => {
      const id = await addLinked('jpetit')
      await server.change((client) => client.modifyDN(dnOf('jpetit'), 'uid=jgrand'))
      await server.change((client) =>
        client.add(dnOf('jpetit'), { objectClass: 'inetOrgPerson', cn: 'j', sn: 'Autre' }),
      )
      try {
        expect(await shown(id)).toMatchObject({
          verdict: 'ready',
          linked: { entry: { dn: dnOf('jgrand') } },
          found: { dn: dnOf('jpetit'), name: 'Autre', email: '' },
        })
      } finally {
        await server.change((client) => client.del(dnOf('jpetit')))
        await server.change((client) => client.modifyDN(dnOf('jgrand'), 'uid=jpetit'))
      }
    })

    it('is shown and changed by whoever manages the account, and by nobody else', async () => {
      const bank = await world.addBank('Banque A')
      const other = await world.addBank('Banque B')
      const { id } = await world.addUser({ login: 'hdupre', banks: [bank] })
      await app.deps.db.updateTable('users').set({ ad_id: 1 }).where('id', '=', id).execute()
      expect((await enter('hdupre')).status).toBe(200)
      await recreate('hdupre')
      const manager = await as('ROLE_ADMINISTRATOR', 'gestion', [bank])
      const stranger = await as('ROLE_ADMINISTRATOR', 'ailleurs', [other])
      const agent = await as('ROLE_INTERVENANT', 'agent', [bank])
      const { found } = await shown(id, manager)
      for (const [call, refused] of [
        [stranger, [404, 'USER_NOT_FOUND']],
        [agent, [403, 'ROLE_REQUIRED']],
      ] as const) {
        const replies = [await call('GET', pathOf(id)), await relink(id, found?.key, call)]
        expect(replies.map(codeOfReply)).toEqual([refused, refused])
        expect(replies.map(({ text }) => text).join('')).not.toContain('annuaire.exemple.fr')
      }
      expect((await relink(id, found?.key, manager)).status).toBe(200)
    })

    it('of two calls at once is made and recorded once', async () => {
      const id = await addLinked('hdupre')
      await recreate('hdupre')
      const key = (await shown(id)).found?.key
      const replies = await Promise.all([relink(id, key), relink(id, key)])
      expect(new Set(replies.map((reply) => codeOfReply(reply).join(' ')))).toEqual(
        new Set(['200 ', '409 DIRECTORY_LINK_UNCHANGED']),
      )
      expect(await recorded()).toHaveLength(1)
    })

    it('is refused when another account takes the entry at the same time', async () => {
      const id = await addLinked('hdupre')
      await recreate('hdupre')
      const key = (await shown(id)).found?.key ?? ''
      const other = await addKept('seconde', 'hdupre')
      await app.prove()
      const { first, second } = await meet(
        app.plainDb,
        (tx) => linkAccount(tx, { userId: other, directoryId: 1 }, key, app.time.now),
        () => relink(id, key),
      )
      expect(first).toBe(true)
      expect(second).toMatchObject({
        status: 'fulfilled',
        value: { status: 409, body: { code: 'DIRECTORY_ENTRY_TAKEN' } },
      })
      expect(await keyOf(other)).toBe(key)
      expect(await recorded()).toEqual([])
    })
  })

  it('a directory that is away is reported, and nothing is changed', async () => {
    await app.close()
    await start({ LDAP_TIMEOUT_SECONDS: '2' })
    const id = await addLinked('hdupre')
    const key = (await shown(id)).found?.key
    await server.freeze()
    try {
      expect(codeOfReply(await chief('GET', pathOf(id)))).toEqual([503, 'DIRECTORY_AWAY'])
      expect(codeOfReply(await relink(id, key))).toEqual([503, 'DIRECTORY_AWAY'])
    } finally {
      server.thaw()
    }
    expect(await keyOf(id)).toBe(key)
  })

  it('a deactivated account stays so when it is linked again', async () => {
    const id = await addLinked('hdupre')
    await recreate('hdupre')
    await chief('PATCH', `/api/user/${id}`, { update: { stateId: userStates.inactive } })
    expect((await relink(id, (await shown(id)).found?.key)).status).toBe(200)
    expect((await enter('hdupre')).status).toBe(401)
  })

  /** Links an account to an entry, as a sign-in does. */
  async function link(userId: number, key: string): Promise<void> {
    await app.prove()
    await app.plainDb
      .transaction()
      .execute((tx) => linkAccount(tx, { userId, directoryId: 1 }, key, app.time.now))
  }
})
