import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { userStates } from '#domain/platform/roles.ts'
import {
  domainPassword,
  startDomain,
  usualPerson,
  type TestDomain,
} from '#server/testing/active-directory.ts'
import { startTestApp, type Reply, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { addAccount, firstStep, newBrowser } from '#server/testing/sign-in.ts'
import { worldOf } from '#server/testing/world.ts'
import { deactivateAbsent, lookForAbsent } from './absent-accounts.ts'
import { createDirectory } from './directory.ts'
import { linkAccount, unlinkAccount } from './directory-rows.ts'

const day = 24 * 3_600_000
const names = ['a.martin', 'b.durand', 'c.petit', 'd.moreau']
const goOn = async () => true

let domain: TestDomain
beforeAll(async () => {
  domain = await startDomain(names)
})
afterAll(() => domain.stop())

eachEngine((engine) => {
  let app: TestApp
  let chief: (method: 'GET' | 'PATCH', path: string, body?: unknown) => Promise<Reply>
  const ids: Record<string, number> = {}
  const warned: string[] = []

  const startWith = async (env: Record<string, string> = {}) => {
    app = await startTestApp(engine, { ...domain.env, ...env })
    const world = worldOf(app)
    const cheffe = await world.addUser({ login: 'cheffe', role: 'ROLE_SUPER_ADMINISTRATOR' })
    // A session ends sooner than what these tests wait for.
    chief = async (method, path, body) =>
      app.call({ method, path, body, cookie: await world.session(cheffe) })
  }
  beforeEach(() => {
    warned.length = 0
  })
  afterEach(async () => {
    await app.close()
    for (const name of names) domain.people.set(name, usualPerson())
  })

  const deps = () => {
    const { directory: settings } = app.deps.config
    if (!settings) throw new Error('no directory')
    const log = { ...app.deps.log, warn: (_facts: object, text: string) => void warned.push(text) } as never
    return { ...app.deps, log, directory: createDirectory(settings, log, 0) }
  }
  const enter = async (name: string): Promise<number> =>
    (await firstStep(newBrowser(app), name, domainPassword, 'DIST')).status
  const addLinked = async (some = names) => {
    for (const name of some) {
      const { id } = await addAccount(app, name)
      await app.deps.db.updateTable('users').set({ ad_id: 1 }).where('id', '=', id).execute()
      expect(await enter(name)).toBe(200)
      ids[name] = id
    }
  }
  const disable = (name: string) => {
    const person = domain.people.get(name)
    if (person) person.control = 512 + 2
  }
  /** The state's count, and each account with its reason. */
  const shown = async () => {
    const state = await chief('GET', '/api/administration/directory')
    const list = await chief('GET', '/api/administration/directory/absent')
    expect(list.status, list.text).toBe(200)
    const accounts = list.body as { login: string; reason: string; isLong: boolean; isActive: boolean }[]
    expect((state.body as { absent: number }).absent).toBe(accounts.length)
    return accounts.map(({ login, reason, isLong, isActive }) => [login, reason, isLong, isActive])
  }
  const recorded = async (action: string) => {
    const rows = app.deps.db
      .selectFrom('journal')
      .select(['objects', 'actor_id'])
      .where('action', '=', action)
    return (await rows.orderBy('seq').execute()).map(({ objects, actor_id: actor }) => [
      actor,
      JSON.parse(objects) as unknown,
    ])
  }
  const stateOf = async (name: string): Promise<number> => {
    const user = app.deps.db
      .selectFrom('users')
      .select('state_id')
      .where('id', '=', ids[name] ?? 0)
    return (await user.executeTakeFirstOrThrow()).state_id
  }

  it('the nightly look finds entries that are gone or disabled, once, and shows them with their age', async () => {
    await startWith()
    await addLinked()
    await lookForAbsent(deps(), goOn)
    expect(await shown()).toEqual([])
    domain.people.delete('a.martin')
    disable('b.durand')
    await lookForAbsent(deps(), goOn)
    expect(await shown(), 'not twice a night').toEqual([])
    app.time.now += day
    await lookForAbsent(deps(), goOn)
    expect(await shown()).toEqual([
      ['a.martin', 'gone', false, true],
      ['b.durand', 'disabled', false, true],
    ])
    app.time.now += 30 * day
    await lookForAbsent(deps(), goOn)
    expect((await shown()).map(([, , isLong]) => isLong)).toEqual([true, true])
    expect(await recorded('directory.absence-found')).toEqual([
      [null, { user: ids['a.martin'], reason: 'gone' }],
      [null, { user: ids['b.durand'], reason: 'disabled' }],
    ])
  })

  it('a sign-in finds that the entry is gone, and one that succeeds that it is back', async () => {
    await startWith()
    await addLinked(['a.martin'])
    const [martin] = [domain.people.get('a.martin')]
    domain.people.delete('a.martin')
    expect(await enter('a.martin')).toBe(401)
    expect(await shown()).toEqual([['a.martin', 'gone', false, true]])
    if (martin) domain.people.set('a.martin', martin)
    expect(await enter('a.martin')).toBe(200)
    expect(await shown()).toEqual([])
  })

  it('an entry that the filter of the settings excludes is not gone', async () => {
    const noPasswordNeeded = '(userAccountControl:1.2.840.113556.1.4.803:=32)'
    await startWith({ LDAP_USER_FILTER: `(&(sAMAccountName={login})(!${noPasswordNeeded}))` })
    await addLinked(['a.martin'])
    const person = domain.people.get('a.martin')
    if (person) person.control = 512 + 32
    expect(await enter('a.martin')).toBe(401)
    await lookForAbsent(deps(), goOn)
    expect(await shown()).toEqual([])
  })

  it('a directory that has none of several accounts, or does not answer, stores nothing', async () => {
    await startWith()
    await addLinked()
    domain.people.clear()
    await lookForAbsent(deps(), goOn)
    domain.service.reason = '775'
    await lookForAbsent(deps(), goOn)
    domain.service.reason = null
    expect(await shown()).toEqual([])
    expect(warned).toEqual([
      'the directory has no entry of any account',
      'the directory was not asked for the entries of its accounts',
    ])
  })

  it('an account that is linked to another entry while the directory is asked is not absent', async () => {
    await startWith()
    await addLinked(['a.martin', 'b.durand'])
    domain.people.delete('a.martin')
    const id = ids['a.martin'] ?? 0
    const asking = deps()
    const directory = {
      ...asking.directory,
      findEntries: async (keys: readonly string[]) => {
        const found = await asking.directory.findEntries(keys)
        const other = { userId: id, directoryId: 1 }
        await app.deps.db.transaction().execute(async (tx) => {
          await unlinkAccount(tx, id, app.time.now)
          await linkAccount(tx, other, `objectGUID:${'0'.repeat(32)}`, app.time.now)
        })
        return found
      },
    }
    await lookForAbsent({ ...asking, directory }, goOn)
    expect(await shown()).toEqual([])
  })

  it('nobody is deactivated without the setting', async () => {
    await startWith()
    await addLinked()
    domain.people.delete('a.martin')
    await lookForAbsent(deps(), goOn)
    app.time.now += 400 * day
    await lookForAbsent(deps(), goOn)
    await deactivateAbsent(deps(), goOn)
    expect(await stateOf('a.martin')).toBe(userStates.active)
  })

  it('with LDAP_DEACTIVATE_DAYS accounts are deactivated once that long absent, once for one absence', async () => {
    await startWith({ LDAP_DEACTIVATE_DAYS: '45' })
    await addLinked()
    domain.people.delete('a.martin')
    await lookForAbsent(deps(), goOn)
    app.time.now += 44 * day
    await lookForAbsent(deps(), goOn)
    await deactivateAbsent(deps(), goOn)
    expect(await stateOf('a.martin')).toBe(userStates.active)
    app.time.now += day
    await lookForAbsent(deps(), goOn)
    await Promise.all([deactivateAbsent(deps(), goOn), deactivateAbsent(deps(), goOn)])
    expect(await stateOf('a.martin')).toBe(userStates.inactive)
    expect(await stateOf('b.durand')).toBe(userStates.active)
    expect(await recorded('directory.account-deactivated')).toEqual([[null, { user: ids['a.martin'] }]])
    const update = { stateId: userStates.active }
    expect((await chief('PATCH', `/api/user/${ids['a.martin']}`, { update })).status).toBe(200)
    app.time.now += day
    await deactivateAbsent(deps(), goOn)
    expect(await stateOf('a.martin'), 'an administrator has activated it again').toBe(userStates.active)
  })

  it('what the directory has not said again for days deactivates nobody: the entry may be back since', async () => {
    await startWith({ LDAP_DEACTIVATE_DAYS: '30' })
    await addLinked()
    disable('a.martin')
    domain.people.delete('b.durand')
    await lookForAbsent(deps(), goOn)
    // The entry is enabled again, and the service account is refused from then on.
    domain.people.set('a.martin', usualPerson())
    domain.service.reason = '775'
    app.time.now += 31 * day
    await lookForAbsent(deps(), goOn)
    await deactivateAbsent(deps(), goOn)
    expect([await stateOf('a.martin'), await stateOf('b.durand')]).toEqual([
      userStates.active,
      userStates.active,
    ])
    domain.service.reason = null
    app.time.now += day
    await lookForAbsent(deps(), goOn)
    await deactivateAbsent(deps(), goOn)
    expect([await stateOf('a.martin'), await stateOf('b.durand')]).toEqual([
      userStates.active,
      userStates.inactive,
    ])
  })

  it('a super administrator is listed and never deactivated by the setting', async () => {
    await startWith({ LDAP_DEACTIVATE_DAYS: '30' })
    await addLinked()
    const update = { role: 'ROLE_SUPER_ADMINISTRATOR' }
    expect((await chief('PATCH', `/api/user/${ids['a.martin']}`, { update })).status).toBe(200)
    domain.people.delete('a.martin')
    await lookForAbsent(deps(), goOn)
    app.time.now += 31 * day
    await lookForAbsent(deps(), goOn)
    await deactivateAbsent(deps(), goOn)
    expect(await stateOf('a.martin')).toBe(userStates.active)
    expect(await shown()).toEqual([['a.martin', 'gone', true, true]])
  })
})
