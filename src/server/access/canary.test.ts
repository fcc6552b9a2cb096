import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Role } from '#domain/roles.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { eachEngine } from '../testing/databases.ts'
import { sampleRequest } from '../testing/samples.ts'
import { worldOf, type TestChest, type TestUser, type World } from '../testing/world.ts'

const endpoints = Object.values(api).flatMap((feature) => Object.values(feature)) as Endpoint[]
const kinds = ['chest', 'folder', 'item', 'trash', 'bank', 'team', 'user'] as const
type Ids = Record<(typeof kinds)[number], number>

/** Every text of the other bank holds this word, its secrets included. */
const canary = 'CANARI'
const otpSecret = 'CANARI2345672345CANARI2345672345'

eachEngine((engine) => {
  describe('two banks', () => {
    let app: TestApp
    let world: World
    let own: Ids
    let foreign: Ids
    let callers: { name: string; user: TestUser | null }[]

    beforeAll(async () => {
      app = await startTestApp(engine)
      world = worldOf(app)
      own = await buildBank('Mairie', 'mairie')
      foreign = await buildBank(canary, 'canari')
      callers = [{ name: 'a stranger', user: null }]
      const roles: Role[] = ['ROLE_INTERVENANT', 'ROLE_ADMINISTRATOR', 'ROLE_SUPER_ADMINISTRATOR']
      for (const role of roles) {
        const user = await world.addUser({
          login: `voisin-${role}`,
          role,
          banks: [own.bank],
          currentBank: own.bank,
        })
        await world.grantUser({ id: own.chest, name: '' }, user, world.allRights)
        callers.push({ name: role, user })
      }
      const director = await world.addUser({ login: 'directrice', type: 'DIRECTOR', banks: [own.bank] })
      callers.push({ name: 'a director', user: director })
      // A grant alone is not enough: it counts only while user and chest share a bank.
      const former = await world.addUser({ login: 'ancien', banks: [own.bank] })
      await world.grantUser({ id: foreign.chest, name: '' }, former, world.allRights)
      callers.push({ name: 'a person whose grant stopped counting', user: former })
    })
    afterAll(() => app.close())

    async function buildBank(word: string, login: string): Promise<Ids> {
      const bank = await world.addBank(`Banque ${word}`)
      const owner = await world.addUser({ login, banks: [bank], currentBank: bank })
      const team = await world.addTeam(`Groupe ${word}`, [owner], [bank])
      const chest = await world.addChest(`Coffre ${word}`, owner, [bank])
      const cookie = await world.session(owner)
      const folder = await post(cookie, '/api/folder/', { chestId: chest.id, name: `Dossier ${word}` })
      const item = await post(cookie, '/api/item/', itemOf(word, chest, folder))
      const gone = await post(cookie, '/api/item/', { ...itemOf(word, chest, folder), name: `Jeté ${word}` })
      const trashed = await app.call({ method: 'DELETE', path: `/api/item/${gone}`, cookie })
      const { trashId } = trashed.body as { trashId: number }
      return { chest: chest.id, folder, item, trash: trashId, bank, team, user: owner.id }
    }

    async function post(cookie: string, path: string, body: unknown): Promise<number> {
      const reply = await app.call({ method: 'POST', path, body, cookie })
      expect(reply.status, reply.text).toBe(201)
      return (reply.body as { id: number }).id
    }

    const itemOf = (word: string, chest: TestChest, folder: number) => ({
      chestId: chest.id,
      parentFolderId: folder,
      name: `Messagerie ${word}`,
      login: `compte-${word}`,
      address: `https://${word.toLowerCase()}.example.org`,
      description: `Note ${word}`,
      password: `Secret-${word}-2345`,
      otp: word === canary ? otpSecret : 'JBSWY3DPEHPK3PXP',
    })

    /** All that the database holds of the other bank, as one text to compare. */
    async function otherBank(): Promise<string> {
      const { db } = app.deps
      const { bank, chest, team, user } = foreign
      const rows = await Promise.all([
        db.selectFrom('banks').selectAll().where('id', '=', bank).execute(),
        db.selectFrom('bank_users').selectAll().where('bank_id', '=', bank).orderBy('id').execute(),
        db.selectFrom('bank_teams').selectAll().where('bank_id', '=', bank).orderBy('id').execute(),
        db.selectFrom('bank_chests').selectAll().where('bank_id', '=', bank).orderBy('id').execute(),
        db.selectFrom('teams').selectAll().where('id', '=', team).execute(),
        db.selectFrom('users').selectAll().where('id', '=', user).execute(),
        db.selectFrom('chests').selectAll().where('id', '=', chest).execute(),
        db.selectFrom('folders').selectAll().where('chest_id', '=', chest).orderBy('id').execute(),
        db.selectFrom('items').selectAll().where('chest_id', '=', chest).orderBy('id').execute(),
        db.selectFrom('trash_entries').selectAll().where('chest_id', '=', chest).orderBy('id').execute(),
        db.selectFrom('history').selectAll().where('chest_id', '=', chest).orderBy('id').execute(),
        db.selectFrom('versions').selectAll().orderBy('id').execute(),
      ])
      return JSON.stringify(rows)
    }

    /** The id of a field by its name; a plain `id` is tried as each kind in turn. */
    const choose = (ids: Ids, kind: keyof Ids, chest: number) => (field: string) => {
      if (/chest/i.test(field)) return chest
      if (/folder|elementvalue/i.test(field)) return ids.folder
      const named = kinds.find((name) => field.toLowerCase().startsWith(name))
      return ids[named ?? kind]
    }

    it('show nothing of one another and change nothing of one another, through any endpoint', async () => {
      const before = await otherBank()
      const words = [canary, canary.toLowerCase(), otpSecret]
      for (const caller of callers) {
        for (const endpoint of endpoints) {
          for (const kind of kinds) {
            for (const chest of [foreign.chest, own.chest]) {
              const request = sampleRequest(endpoint, choose(foreign, kind, chest))
              // A session a call: one of the calls ends it.
              const cookie = caller.user ? await world.session(caller.user) : ''
              const reply = await app.call({ ...request, cookie })
              const told = reply.text + JSON.stringify(reply.headers)
              const where = `${caller.name}: ${request.method} ${request.path} (${kind}) answered ${reply.status}`
              expect(
                words.filter((word) => told.includes(word)),
                where,
              ).toEqual([])
              expect(reply.status, where).toBeLessThan(500)
              if (caller.user && endpoint.access !== 'public') expect(reply.status, where).not.toBe(401)
            }
          }
        }
      }
      expect(await otherBank()).toBe(before)
      expect(words.filter((word) => app.logged().includes(word))).toEqual([])
    }, 240_000)

    it('answer alike for what is foreign and for what does not exist [RGHT-17]', async () => {
      const [, neighbour] = callers
      const cookie = neighbour?.user ? await world.session(neighbour.user) : ''
      const missing = Object.fromEntries(kinds.map((kind) => [kind, 999_999])) as Ids
      for (const endpoint of endpoints) {
        if (typeof endpoint.access === 'string' || !('via' in endpoint.access)) continue
        const kind = Object.keys(endpoint.access.via)[0] as keyof Ids
        const [seen, absent] = await Promise.all(
          [foreign, missing].map((ids) =>
            app.call({ ...sampleRequest(endpoint, choose(ids, kind, ids.chest)), cookie }),
          ),
        )
        expect(seen?.status, endpoint.path).toBe(404)
        expect(seen?.text, endpoint.path).toBe(absent?.text)
      }
    })

    it('owns what it made: the canary is there for its own people', async () => {
      const owner: TestUser = { id: foreign.user, login: 'canari' }
      const cookie = await world.session(owner)
      const reply = await app.call({ method: 'GET', path: `/api/item/${foreign.item}/copy`, cookie })
      expect(reply.body).toBe(`Secret-${canary}-2345`)
    })
  })
})
