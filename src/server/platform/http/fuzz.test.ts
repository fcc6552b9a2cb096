import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { refusals, type RefusalCode } from '#domain/platform/refusals.ts'
import { extraFieldId } from '#domain/vault/extra-fields.ts'
import { roleMay } from '#domain/platform/roles.ts'
import { startTestApp, type Call, type Reply, type TestApp } from '#server/testing/app.ts'
import { changeUser } from '#server/access/account-rows.ts'
import { eachEngine, isRunOn } from '#server/testing/databases.ts'
import { countChanges, dumpOf, tablesOf } from '#server/testing/dump.ts'
import { formOf as fileForm } from '#server/vault/attachments/attachment-testing.ts'
import { mutated, mutations, withHostileTexts } from '#server/testing/hostile.ts'
import { sampleFileName, sampleParts } from '#server/testing/samples.ts'
import { worldOf, type TestUser, type World } from '#server/testing/world.ts'

const runs = Number(process.env['TROUSSEAU_FUZZ_RUNS'] ?? 25)

const methods = ['GET', 'POST', 'PATCH', 'DELETE']
const endpoints = (Object.values(api).flatMap((feature) => Object.values(feature)) as Endpoint[]).toSorted(
  (one, other) => methods.indexOf(one.method) - methods.indexOf(other.method),
)
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const kinds = ['chest', 'folder', 'item', 'attachment', 'trash', 'bank', 'team', 'user'] as const
const links = ['bank_users', 'bank_teams', 'bank_chests'] as const
type Ids = Record<(typeof kinds)[number] | (typeof links)[number], number>
type Parts = { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown }

eachEngine((engine) => {
  describe('hostile requests, made from the contract', () => {
    let app: TestApp
    let world: World
    let administrator: TestUser
    let chief: TestUser
    let ids: readonly Ids[]
    let before: Record<string, string[]>
    let tables: Awaited<ReturnType<typeof tablesOf>>
    let changes: () => Promise<number>
    /** The last dump, and its count of changes. */
    let last: { at: number; rows: Record<string, string[]> } | undefined
    beforeAll(async () => {
      app = await startTestApp(engine)
      world = worldOf(app)
      const own = await world.addBank('Mairie')
      administrator = await world.addUser({
        login: 'administratrice',
        role: 'ROLE_ADMINISTRATOR',
        banks: [own],
        currentBank: own,
      })
      chief = await world.addUser({ login: 'chef', role: 'ROLE_SUPER_ADMINISTRATOR' })
      const mine = await furnish('mairie', own, administrator)
      const foreign = await furnish('ailleurs', await world.addBank('Ailleurs'), null)
      const gone = await furnish('disparue', own, administrator)
      const { db } = app.deps
      // Drawn once for an installation, by its first figures.
      await app.deps.summaries.figuresKey()
      // A refused sign-in counts the tries of a login.
      const counted: readonly string[] = ['unknown_logins', 'sign_in_steps', 'sign_in_networks']
      tables = (await tablesOf(db)).filter((table) => !counted.includes(table))
      changes = await countChanges(db, engine, tables)
      await app.prove()
      const none = await changes()
      await db.updateTable('chests').set({ deleted_at: 1 }).where('id', '=', gone.chest).execute()
      await db.transaction().execute((tx) => changeUser(tx, gone.user, { deleted_at: 1 }, app.time.now))
      expect(await changes()).toBeGreaterThan(none + 1)
      const absent = Object.fromEntries(Object.keys(mine).map((kind) => [kind, 999_999])) as Ids
      await app.prove()
      ids = [mine, mine, foreign, gone, absent]
      before = await dump()
    })
    afterAll(() => app.close())

    async function furnish(name: string, bank: number, owner: TestUser | null): Promise<Ids> {
      const user = await world.addUser({ login: `agent-${name}`, banks: [bank], currentBank: bank })
      const team = await world.addTeam(`Groupe ${name}`, [user], [bank])
      const chest = await world.addChest(`Coffre ${name}`, owner ?? user, [bank])
      const cookie = await world.session(owner ?? user)
      const make = async (method: Call['method'], path: string, body?: object) =>
        (await app.call({ method, path, body, cookie })).body as { id: number; trashId: number }
      const { id: folder } = await make('POST', '/api/folder/', { chestId: chest.id, name })
      const fields = [{ label: 'PIN', kind: 'concealed', value: 'x' }]
      const item = { chestId: chest.id, parentFolderId: folder, name, password: 'x', login: 'x', fields }
      const { id } = await make('POST', '/api/item/', item)
      const file = fileForm(Buffer.from('%PDF-1.7'), `${name}.pdf`)
      const { id: attachment } = await make('POST', `/api/item/${id}/attachment`, file)
      const { id: old } = await make('POST', '/api/item/', item)
      const { trashId } = await make('DELETE', `/api/item/${old}`)
      const [users = 0, teams = 0, chests = 0] = await Promise.all(
        links.map(async (table) => (await lastOf(table)).id),
      )
      return {
        chest: chest.id,
        folder,
        item: id,
        attachment,
        trash: trashId,
        bank,
        team,
        user: user.id,
        bank_users: users,
        bank_teams: teams,
        bank_chests: chests,
      }
    }
    const lastOf = (table: (typeof links)[number]) =>
      app.deps.db.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

    const dump = async () => {
      if (last?.at === (await changes())) return last.rows
      // A refused proof of who one is counts as a try of the account; reading a chest notes that it was the last.
      const unnoted = { failures: 0, blocks: 0, blocked_until: null, last_chest_id: null }
      await app.deps.db.updateTable('users').set(unnoted).execute()
      last = { at: await changes(), rows: await dumpOf(app.deps.db, tables) }
      return last.rows
    }

    const idOf = (endpoint: Endpoint, chosen: Ids) => (field: string) => {
      if (field === 'linkId')
        return chosen[links.find((table) => endpoint.path.includes(linkPath(table))) ?? 'bank_users']
      if (field === 'fieldId') return extraFieldId(1, 0)
      if (/folder|elementvalue/i.test(field)) return chosen.folder
      const named = kinds.find((kind) => field.toLowerCase().startsWith(kind))
      return chosen[named ?? kinds.find((kind) => endpoint.path.includes(`/${kind}`)) ?? 'chest']
    }
    const callerOf = ({ access }: Endpoint): TestUser =>
      typeof access === 'object' && 'permission' in access && access.permission
        ? roleMay('ROLE_ADMINISTRATOR', access.permission)
          ? administrator
          : chief
        : administrator

    /** The sessions whose last request had no valid form: it reached nothing that ends or limits a session. */
    const refused = new Map<number, string>()

    async function send(endpoint: Endpoint, call: Omit<Call, 'method' | 'cookie'>): Promise<Reply> {
      const caller = callerOf(endpoint)
      const cookie = refused.get(caller.id) ?? (await world.session(caller))
      const reply = await app.call({ ...call, method: endpoint.method, cookie })
      if (reply.status === 400) refused.set(caller.id, cookie)
      else refused.delete(caller.id)
      const what = `${endpoint.method} ${call.path.slice(0, 300)} answered ${reply.status} ${reply.text.slice(0, 300)}`
      expect(reply.status, what).toBeLessThan(500)
      // A navigation always leads somewhere: here to the page that says that it came to nothing.
      if (endpoint.isNavigation && reply.status === 302) {
        expect(reply.headers['location'], what).toMatch(/^\/auth\?message=sso_/)
        expect(await dump(), what).toEqual(before)
        return reply
      }
      if (reply.status < 300) {
        before = endpoint.method === 'GET' ? before : await dump()
        return reply
      }
      const { code, message } = reply.body as { code: RefusalCode; message: string }
      expect(refusals[code], what).toBe(reply.status)
      expect(message, what).not.toBe('')
      expect(reply.text, what).not.toMatch(/sqlite|postgres|node_modules|\.ts:\d|at \//i)
      if (endpoint.method !== 'GET') expect(await dump(), what).toEqual(before)
      return reply
    }

    /** A request of parts, whatever they have become: what an address cannot hold is sent in its nearest form. */
    function callOf(endpoint: Endpoint, { params, query, body }: Parts): Omit<Call, 'method' | 'cookie'> {
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encoded(params?.[name]))
      const pairs = Object.entries(query ?? {}).map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      const address = pairs.length > 0 ? `${path}?${pairs.join('&')}` : path
      if (endpoint.method === 'GET' || body === undefined) return { path: address }
      if (endpoint.multipart?.file) return { path: address, body: formOf(endpoint, body) }
      return {
        path: address,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }
    }

    it.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
      '%s refuses them with a code, and changes nothing',
      async (_, endpoint) => {
        await fc.assert(
          fc.asyncProperty(fc.nat(1_000), fc.boolean(), mutations, async (choice, whole, changes) => {
            const chosen = ids[choice % ids.length]
            if (!chosen) return
            const options = { fields: whole ? ('all' as const) : ('required' as const) }
            const sample = sampleParts(endpoint, idOf(endpoint, chosen), options)
            await send(endpoint, callOf(endpoint, mutated(sample, changes)))
          }),
          { numRuns: runs, endOnFailure: true },
        )
      },
    )

    it('each text of each call may be hostile among valid values', async () => {
      for (const endpoint of endpoints) {
        const sample = sampleParts(endpoint, idOf(endpoint, ids[0] as Ids))
        for (const parts of withHostileTexts(sample)) await send(endpoint, callOf(endpoint, parts))
      }
    }, 90_000)

    it('the paging header may be hostile', async () => {
      const like = (value: unknown) => ({ field: 'label', comparator: 'LIKE', value })
      for (const asked of [
        '{',
        '[]',
        'null',
        '"x"',
        '{"__proto__":{"limit":1}}',
        JSON.stringify({ limit: 1e9 }),
        JSON.stringify({ limit: 10, offset: 0, criterias: [like("'; drop table banks; --")] }),
        JSON.stringify({ criterias: [like(['x'])], orders: [{ field: 'max_user; --', order: 'asc' }] }),
        JSON.stringify({ criterias: Array.from({ length: 2_000 }, () => like('x')) }).slice(0, 12_000),
      ]) {
        await send(api.banks.extend, { path: '/api/bank/extend/', headers: { 'meta-data-guardian': asked } })
      }
    })

    it('every call refuses ids of what is foreign, deleted or absent', async () => {
      const answered: string[] = []
      for (const endpoint of endpoints) {
        if (typeof endpoint.access === 'string' || 'permission' in endpoint.access) continue
        if ('orSelf' in endpoint.access) continue
        for (const chosen of ids.slice(2)) {
          const reply = await send(endpoint, callOf(endpoint, sampleParts(endpoint, idOf(endpoint, chosen))))
          // What is deleted leaves its bank and its people behind.
          if (reply.status < 300 && chosen !== ids[3]) answered.push(`${nameOf(endpoint)} ${reply.text}`)
        }
      }
      expect(answered).toEqual([])
    }, 90_000)

    const refusesBodies = 'every call refuses bodies that are too large, too deep, no JSON or of another type'
    if (isRunOn(engine, 'bodies'))
      it(
        refusesBodies,
        async () => {
          const json = { 'content-type': 'application/json' }
          const large = JSON.stringify({ name: 'x'.repeat(10 * 1024 * 1024) })
          const bodies: [string, Record<string, string>, number[]][] = [
            [large, json, [413]],
            ['['.repeat(100_000), json, [400]],
            [`${'['.repeat(60_000)}${']'.repeat(60_000)}`, json, [400]],
            ['{"folders":'.repeat(20_000), json, [400]],
            ['{"a":1', json, [400]],
            ['{"__proto__":{"role":"ROLE_SUPER_ADMINISTRATOR"}}', json, [400]],
            ['x=1', { 'content-type': 'application/x-www-form-urlencoded' }, [415]],
            ['<x/>', { 'content-type': 'text/xml' }, [415]],
            ['--', { 'content-type': 'multipart/form-data; boundary=x' }, [400, 415]],
          ]
          const chosen = ids[0] as Ids
          for (const endpoint of endpoints.filter(({ method }) => method !== 'GET')) {
            const { path } = callOf(endpoint, {
              ...sampleParts(endpoint, idOf(endpoint, chosen)),
              body: undefined,
            })
            for (const [body, headers, statuses] of bodies) {
              const reply = await send(endpoint, { path, body, headers })
              // What a call does not read may also be refused for what comes before: its ids, its role.
              const judged = [404, 409, 429]
              expect(
                [...statuses, ...judged],
                `${nameOf(endpoint)} ${body.slice(0, 20)} ${reply.text}`,
              ).toContain(reply.status)
            }
          }
        },
        90_000,
      )

    it('accepted values are text: lists, pages and fragments show it, and no name holds markup', async () => {
      const chosen = ids[0] as Ids
      for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
        const reply = await send(endpoint, callOf(endpoint, sampleParts(endpoint, idOf(endpoint, chosen))))
        if (endpoint.produces === 'text/html') expect(reply.text).not.toMatch(/<script|onerror=alert/)
      }
      const { db } = app.deps
      const names = await Promise.all([
        db.selectFrom('banks').select('label as name').execute(),
        db.selectFrom('teams').select('name').execute(),
        db.selectFrom('chests').select('name').execute(),
        db.selectFrom('users').select('login as name').execute(),
      ])
      expect(names.flat().filter(({ name }) => /<(script|img)/.test(name))).toEqual([])
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
      expect(app.logged()).not.toContain('"level":"error"')
    })
  })
})

function formOf(endpoint: Endpoint, body: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries((body ?? {}) as object))
    form.append(name.toWellFormed(), textOf(value).toWellFormed())
  const field = endpoint.multipart?.file?.field ?? 'file'
  form.append(field, new Blob([textOf(body)], { type: 'text/plain' }), sampleFileName(endpoint))
  return form
}

const linkPath = (table: string): string => `/${table.slice('bank_'.length, -1)}/link/`
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
const encoded = (value: unknown): string => encodeURIComponent(textOf(value).toWellFormed().slice(0, 3_000))
