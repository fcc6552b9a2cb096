import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { bodyOf } from '#server/vault/contents/content-testing.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { startTestApp, type Call, type Reply, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { dumpOf, tablesOf } from '#server/testing/dump.ts'
import { formOf } from '#server/vault/attachments/attachment-testing.ts'
import { extraFieldId } from '#domain/vault/extra-fields.ts'
import { sampleRequest } from '#server/testing/samples.ts'
import { worldOf } from '#server/testing/world.ts'

const gets: Endpoint[] = Object.values(api)
  .flatMap((calls): Endpoint[] => Object.values(calls))
  .filter(({ method }) => method === 'GET')

eachEngine((engine) => {
  let app: TestApp
  let cookie: string
  const ids: Record<string, number> = {}
  beforeAll(async () => {
    app = await startTestApp(engine)
    const world = worldOf(app)
    const bank = await world.addBank('Mairie')
    const person = await world.addUser({
      login: 'camille',
      role: 'ROLE_SUPER_ADMINISTRATOR',
      type: 'DIRECTOR',
      banks: [bank],
      currentBank: bank,
    })
    cookie = await world.session(person)
    const chest = await world.addChest('Production', person, [bank])
    const team = await world.addTeam('Exploitation', [person], [bank])
    const make = async (path: string, body: object): Promise<number> => {
      const made = await ask({ method: 'POST', path, body })
      expect(made.status, app.logged()).toBe(201)
      return bodyOf<{ id: number }>(made).id
    }
    await world.grantTeam(chest, team, world.allRights)
    const folder = await make('/api/folder/', { chestId: chest.id, name: 'Réseau' })
    const item = await make('/api/item/', {
      chestId: chest.id,
      name: 'GLPI',
      password: 'Ln9!correct-Horse',
      otp: 'JBSWY3DPEHPK3PXP',
      fields: [{ label: 'PIN', kind: 'concealed', value: '2345' }],
    })
    const file = formOf(Buffer.from('%PDF-1.7'))
    const attachment = await make(`/api/item/${item}/attachment`, file)
    Object.assign(ids, {
      attachment,
      field: extraFieldId(1, 0),
      bank,
      user: person.id,
      chest: chest.id,
      team,
      folder,
      item,
    })
  })
  afterAll(() => app.close())

  const ask = (call: Call): Promise<Reply> => app.call({ ...call, cookie })

  /** Returns the request of a call with ids of the caller's objects. */
  const requestOf = (endpoint: Endpoint) =>
    sampleRequest(
      endpoint,
      (field) => ids[field.replace(/Id$/, '')] ?? ids[endpoint.path.split('/')[2] ?? ''] ?? 1,
      { fields: 'required' },
    )
  /** Dumps everything that a call could change. */
  const stateOf = async () => {
    const tables: (keyof Tables)[] = [...(await tablesOf(app.deps.db)), 'journal', 'sessions']
    return dumpOf(app.deps.db, tables)
  }

  it('replies like GET without the body, and neither consumes nor records anything', async () => {
    const served: string[] = []
    // What the server keeps for itself, such as the key of figures, is made at the first question.
    for (const endpoint of gets) await ask({ method: 'GET', path: requestOf(endpoint).path })
    for (const endpoint of gets) {
      const { path } = requestOf(endpoint)
      const before = await stateOf()
      // Late enough for a call to prolong the session.
      app.time.now += 60_000
      const head = await ask({ method: 'HEAD', path })
      if (head.status < 400) expect([path, await stateOf()]).toEqual([path, before])
      const get = await ask({ method: 'GET', path })
      expect([path, head.status, head.text]).toEqual([path, get.status, ''])
      expect([path, head.headers['content-type']]).toEqual([path, get.headers['content-type']])
      if (get.status < 400) served.push(endpoint.path)
    }
    // No directory, no single sign-on, no message; and people's own sessions stand in their account.
    const refused = gets.map(({ path }) => path).filter((path) => !served.includes(path))
    expect(refused.toSorted()).toEqual([
      '/api/administration/directory',
      '/api/administration/directory-group/search',
      '/api/administration/directory/absent',
      '/api/nota/:id',
      '/api/user/:id/directory',
      '/api/user/:id/session',
      '/api/user/:id/sso',
    ])
  })

  it('is refused as GET is', async () => {
    const { path } = requestOf(api.items.copy)
    expect(await app.call({ method: 'HEAD', path })).toMatchObject({ status: 401, text: '' })
    const { item = 0 } = ids
    for (const absent of ['999999/copy', `${item}/field/999999`, `${item}/attachment/999999`])
      expect(await ask({ method: 'HEAD', path: `/api/item/${absent}` })).toMatchObject({
        status: 404,
        text: '',
      })
    expect(await ask({ method: 'HEAD', path: '/api/nowhere' })).toMatchObject({ status: 404 })
  })
})
