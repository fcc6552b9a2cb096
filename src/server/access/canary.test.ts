import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint, IdSource, Managed } from '#contract/platform/endpoint.ts'
import { roleMay, type Role } from '#domain/platform/roles.ts'
import { extraFieldId } from '#domain/vault/extra-fields.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { dumpOf, tablesOf } from '../testing/dump.ts'
import { eachEngine } from '../testing/databases.ts'
import { sampleRequest } from '../testing/samples.ts'
import { worldOf, type TestUser, type World } from '../testing/world.ts'
import { formOf } from '#server/vault/attachments/attachment-testing.ts'
import { textColumns } from './account-rows.ts'

/** Deletions last: later calls need what they would delete. */
const methods = ['GET', 'POST', 'PATCH', 'DELETE']
const endpoints = (Object.values(api).flatMap((feature) => Object.values(feature)) as Endpoint[]).toSorted(
  (one, other) => methods.indexOf(one.method) - methods.indexOf(other.method),
)
const kinds = ['chest', 'folder', 'item', 'attachment', 'trash', 'import', 'bank', 'team', 'user'] as const
const links = ['bank-user-link', 'bank-team-link', 'bank-chest-link'] as const
type Ids = Record<(typeof kinds)[number] | (typeof links)[number], number>

/** The mark in all content of the other bank's chest, secrets included. */
const content = 'CANARI'
const otpSecret = 'CANARI2345672345CANARI2345672345'
/** The mark in the names of the other bank, its chest, its team and its users. */
const frame = 'VOLIERE'
/** A word beside the mark: a reply may repeat the searched word, but not what it finds. */
const searched = 'sesame'
const contentWords = [content, content.toLowerCase(), otpSecret]
const frameWords = [frame, frame.toLowerCase()]
/** The concealed extra field of every item here: the second that its creation gave. */
const concealedField = extraFieldId(1, 1)

/** What is attached to both banks: a chest, and a user of the caller's own bank who is in a team of the other. */
type Shared = Pick<Ids, 'chest' | 'user'>
type Caller = { name: string; user: TestUser | null; role: Role | null; own: Ids; shared: Shared }

eachEngine((engine) => {
  describe('two banks', () => {
    let app: TestApp
    let world: World
    let foreign: Ids
    let callers: Caller[]
    beforeAll(async () => {
      app = await startTestApp(engine)
      world = worldOf(app)
      foreign = await buildBank(`${searched} ${frame}`, searched, content)
      const texts = {
        login: searched,
        email: `${searched}@exemple.fr`,
        firstName: 'Camille',
        lastName: frame,
      }
      await app.deps.db.updateTable('users').set(textColumns(texts)).where('id', '=', foreign.user).execute()
      callers = []
      const add = async (caller: Omit<Caller, 'shared'>) =>
        void callers.push({ ...caller, shared: await share(caller.own) })
      await add({ name: 'a stranger', user: null, role: null, own: await ownBank('personne') })
      const roles: Role[] = ['ROLE_INTERVENANT', 'ROLE_ADMINISTRATOR', 'ROLE_SUPER_ADMINISTRATOR']
      for (const role of roles) {
        const own = await ownBank(role)
        const user = await neighbour(`voisin-${role}`, own, { role })
        await world.grantUser({ id: own.chest, name: '' }, user, world.allRights)
        await add({ name: role, user, role, own })
      }
      const besides = await ownBank('direction')
      const director = await neighbour('directrice', besides, { type: 'DIRECTOR' })
      await add({ name: 'a director', user: director, role: 'ROLE_INTERVENANT', own: besides })
      // A grant alone is not enough: it counts only while user and chest share a bank.
      const left = await ownBank('ancienne')
      const former = await neighbour('ancien', left, { role: 'ROLE_ADMINISTRATOR' })
      await world.grantUser({ id: foreign.chest, name: '' }, former, world.allRights)
      await add({
        name: 'a person whose grant stopped counting',
        user: former,
        role: 'ROLE_ADMINISTRATOR',
        own: left,
      })
    })
    afterAll(() => app.close())

    const ownBank = (login: string) => buildBank(`Mairie ${login}`, `agent-${login}`, 'Mairie')
    const neighbour = (login: string, { bank }: Ids, more: { role?: Role; type?: 'DIRECTOR' }) =>
      world.addUser({ login, banks: [bank], currentBank: bank, ...more })

    /** Attaches a chest of the other bank, with its users and its team, to a caller's bank as well. */
    async function share(own: Ids): Promise<Shared> {
      const user = await world.addUser({ login: `pont-${own.bank}`, banks: [own.bank] })
      await app.deps.db.insertInto('team_users').values({ team_id: foreign.team, user_id: user.id }).execute()
      const owner = { id: foreign.user, login: searched }
      const chest = await world.addChest('Coffre en commun', owner, [foreign.bank, own.bank])
      await world.grantUser(chest, user)
      await world.grantTeam(chest, foreign.team)
      await world.grantTeam(chest, own.team)
      return { chest: chest.id, user: user.id }
    }

    async function buildBank(label: string, login: string, word: string): Promise<Ids> {
      const bank = await world.addBank(`Banque ${label}`)
      const owner = await world.addUser({ login, banks: [bank], currentBank: bank })
      const team = await world.addTeam(`Groupe ${label}`, [owner], [bank])
      const chest = await world.addChest(`Coffre ${label}`, owner, [bank])
      await world.grantTeam(chest, team)
      const cookie = await world.session(owner)
      const folder = await post(cookie, '/api/folder/', { chestId: chest.id, name: `Dossier ${word}` })
      const item = await post(cookie, '/api/item/', itemOf(word, chest.id, folder))
      const attached = formOf(Buffer.from(`Contenu ${word}`), `Fichier ${word}.txt`)
      const attachment = await post(cookie, `/api/item/${item}/attachment`, attached)
      const gone = await post(cookie, '/api/item/', {
        ...itemOf(word, chest.id, folder),
        name: `Jeté ${word}`,
      })
      const trashed = await app.call({ method: 'DELETE', path: `/api/item/${gone}`, cookie })
      const { trashId } = trashed.body as { trashId: number }
      const file = new FormData()
      file.append('chestId', String(chest.id))
      file.append('file', new Blob([`nom;mot de passe\nImport ${word};Secret-${word}`]), 'a.csv')
      const imported = await app.call({ method: 'POST', path: '/api/import/csv', body: file, cookie })
      expect(imported.status, imported.text).toBe(200)
      const ofChest = app.deps.db.selectFrom('imports').select('id').where('chest_id', '=', chest.id)
      const linkIn = async (table: 'bank_users' | 'bank_teams' | 'bank_chests') =>
        (
          await app.deps.db
            .selectFrom(table)
            .select('id')
            .where('bank_id', '=', bank)
            .executeTakeFirstOrThrow()
        ).id
      return {
        chest: chest.id,
        folder,
        item,
        attachment,
        trash: trashId,
        import: (await ofChest.executeTakeFirstOrThrow()).id,
        bank,
        team,
        user: owner.id,
        'bank-user-link': await linkIn('bank_users'),
        'bank-team-link': await linkIn('bank_teams'),
        'bank-chest-link': await linkIn('bank_chests'),
      }
    }

    async function post(cookie: string, path: string, body: unknown): Promise<number> {
      const reply = await app.call({ method: 'POST', path, body, cookie })
      expect(reply.status, reply.text).toBe(201)
      return (reply.body as { id: number }).id
    }

    const itemOf = (word: string, chestId: number, parentFolderId: number) => ({
      chestId,
      parentFolderId,
      name: `Messagerie ${word}`,
      login: `compte-${word}`,
      address: `https://${word.toLowerCase()}.example.org`,
      description: `Note ${word}`,
      password: `Secret-${word}-2345`,
      otp: word === content ? otpSecret : 'JBSWY3DPEHPK3PXP',
      fields: [
        { label: `Champ ${word}`, kind: 'text', value: `Valeur ${word}` },
        { label: `Masqué ${word}`, kind: 'concealed', value: `Masque-${word}-2345` },
      ],
    })

    /** Dumps the database's rows of the other bank: every row that names one of its objects. */
    const otherBank = async () =>
      dumpOf(app.deps.db, await tablesOf(app.deps.db), (table, row) => {
        const names = (column: string, id: number) => row[column] === id
        const { bank, chest, team, user } = foreign
        return (
          names('bank_id', bank) ||
          names('chest_id', chest) ||
          names('team_id', team) ||
          names('user_id', user) ||
          (['banks', 'chests', 'teams', 'users', 'folders', 'items', 'trash_entries', 'imports'].includes(
            table,
          ) &&
            row['id'] === foreign[nounOf[table as keyof typeof nounOf]]) ||
          table === 'versions'
        )
      })

    /** Whether a caller may see the other bank's names: super administrators may, in the back offices. */
    const seesFrame = ({ access, path }: Endpoint, { role }: Caller): boolean =>
      role !== null &&
      roleMay(role, 'manageEverything') &&
      (typeof access === 'object' || path === '/api/bank/' || path.startsWith('/api/user/last_bank_id'))

    it('show nothing of one another and change nothing of one another, through any endpoint', async () => {
      const before = await otherBank()
      let answered = 0
      for (const caller of callers) {
        for (const endpoint of endpoints) {
          // Super administrators manage the other bank too, but may not read its content.
          if (seesFrame(endpoint, caller) && endpoint.method !== 'GET') continue
          const requests = [
            ...requestsTo(endpoint, caller.own, foreign),
            ...requestsTo(endpoint, caller.own, { ...foreign, chest: caller.shared.chest }),
            ...requestsTo(endpoint, caller.own, { ...foreign, ...caller.shared }),
          ]
          for (const request of new Map(requests.map((each) => [keyOf(each), each])).values()) {
            // One session per call: one of the calls ends it.
            const cookie = caller.user ? await world.session(caller.user) : ''
            const reply = await app.call({ ...request, cookie })
            const told = reply.text + JSON.stringify(reply.headers)
            const where = `${caller.name}: ${request.method} ${request.path} ${JSON.stringify(request.body)} answered ${reply.status}`
            const hidden = seesFrame(endpoint, caller) ? contentWords : [...contentWords, ...frameWords]
            expect(
              hidden.filter((word) => told.includes(word)),
              where,
            ).toEqual([])
            expect(reply.status, where).toBeLessThan(500)
            if (caller.user && endpoint.access !== 'public') expect(reply.status, where).not.toBe(401)
            if (reply.status < 300) answered += 1
          }
        }
      }
      expect(await otherBank()).toEqual(before)
      expect([...contentWords, ...frameWords].filter((word) => app.logged().includes(word))).toEqual([])
      // The test proves something only if calls succeed: on the caller's own bank, with ids of the other.
      expect(answered).toBeGreaterThan(120)
    }, 300_000)

    it('return the same reply for what is foreign and for what does not exist [RGHT-17]', async () => {
      const administrator = callers.find(({ role }) => role === 'ROLE_ADMINISTRATOR')
      if (!administrator?.user) throw new Error('no administrator')
      const missing = Object.fromEntries([...kinds, ...links].map((kind) => [kind, 999_999])) as Ids
      let compared = 0
      for (const endpoint of endpoints) {
        const [judged] = judgedBy(endpoint)
        if (!judged) continue
        const cookie = await world.session(administrator.user)
        const [seen, absent] = await Promise.all(
          [foreign, missing].map((ids) =>
            app.call({ ...sampleRequest(endpoint, chooser(endpoint, ids, judged.kind)), cookie }),
          ),
        )
        expect(seen?.status, `${endpoint.method} ${endpoint.path}`).toBe(404)
        expect(seen?.text, `${endpoint.method} ${endpoint.path}`).toBe(absent?.text)
        compared += 1
      }
      expect(compared).toBeGreaterThan(40)
    })

    it('show the canaries to users who may see them', async () => {
      const cookie = await world.session({ id: foreign.user, login: searched })
      const reply = await app.call({ method: 'GET', path: `/api/item/${foreign.item}/copy`, cookie })
      expect(reply.body).toBe(`Secret-${content}-2345`)
      const path = `/api/item/${foreign.item}/field/${concealedField}`
      expect((await app.call({ method: 'GET', path, cookie })).body).toBe(`Masque-${content}-2345`)
      const filePath = `/api/item/${foreign.item}/attachment/${foreign.attachment}`
      expect((await app.call({ method: 'GET', path: filePath, cookie })).text).toBe(`Contenu ${content}`)
      const chief = callers.find(({ role }) => role === 'ROLE_SUPER_ADMINISTRATOR')
      if (!chief?.user) throw new Error('no super administrator')
      const everywhere = await world.session(chief.user)
      for (const path of ['bank/extend', 'chest', 'team', 'user'].map((noun) => `/api/${noun}/?limit=100`)) {
        const { text } = await app.call({ method: 'GET', path, cookie: everywhere })
        expect(text, path).toContain(frame)
      }
      // Of the chest on both banks, each administrator sees what is theirs, and the number of the rest.
      const administrator = callers.find(({ role }) => role === 'ROLE_ADMINISTRATOR')
      if (!administrator?.user) throw new Error('no administrator')
      const as = await world.session(administrator.user)
      for (const path of ['', `${administrator.shared.chest}/audience`]) {
        const { text } = await app.call({ method: 'GET', path: `/api/chest/${path}`, cookie: as })
        expect(text, path).toContain(`pont-${administrator.own.bank}`)
        expect(text, path).toMatch(/"hidden(?:Users)?":[1-9]/)
        const all = await app.call({ method: 'GET', path: `/api/chest/${path}`, cookie: everywhere })
        expect(all.text, path).toContain(frame)
      }
    })
  })
})

const nounOf = {
  banks: 'bank',
  chests: 'chest',
  teams: 'team',
  users: 'user',
  folders: 'folder',
  items: 'item',
  trash_entries: 'trash',
  imports: 'import',
} as const

type Judged = { kind: keyof Ids; source: IdSource }

/** Returns the ids that the access check reads before an endpoint's handler runs, with their kinds. */
function judgedBy({ access }: Endpoint): Judged[] {
  if (typeof access === 'string') return []
  if ('sees' in access) return [{ kind: access.sees, source: access.by }]
  if ('manages' in access) return [{ kind: access.manages, source: access.by }]
  if (!('via' in access)) return []
  return Object.entries(access.via).map(([kind, source]) => ({ kind: kind as keyof Ids, source }))
}

/** Chooses the id for a field by its name; for a plain `id` and a list's selection, by what the endpoint states. */
const chooser =
  (endpoint: Endpoint, ids: Ids, plain: keyof Ids) =>
  (field: string): number => {
    if (field === 'linkId') {
      const { access } = endpoint
      const kind: Managed =
        typeof access === 'object' && 'manages' in access ? access.manages : 'bank-user-link'
      return ids[kind]
    }
    if (field === 'fieldId') return concealedField
    if (/chest/i.test(field)) return ids.chest
    if (/folder|elementvalue/i.test(field)) return ids.folder
    const named = kinds.find((kind) => field.toLowerCase().startsWith(kind))
    return ids[named ?? plain]
  }

type Request = ReturnType<typeof sampleRequest>

/**
 * Returns requests that could reach the other bank: with all ids foreign, then with each checked id the caller's own while
 * the others are foreign; each with all fields and with the required ones only.
 */
function requestsTo(endpoint: Endpoint, own: Ids, foreign: Ids): Request[] {
  const judged = judgedBy(endpoint)
  const plain = judged.length > 0 ? judged.map(({ kind }) => kind) : kinds
  // Not at sign-in: wrong tries would block an existing login.
  const texts = (field: string) =>
    endpoint.access !== 'public' && /^(?:search|entries|name|label|login)$/.test(field) ? searched : undefined
  const requests: Request[] = []
  for (const fields of ['all', 'required'] as const) {
    for (const kind of plain) {
      requests.push(sampleRequest(endpoint, chooser(endpoint, foreign, kind), { fields, texts }))
    }
    for (const { kind, source } of judged) {
      let others = 0
      const strange = chooser(endpoint, foreign, kind)
      const mixed = sampleRequest(
        endpoint,
        (field, part) => {
          if (`${part}.${field}` === source) return chooser(endpoint, own, kind)(field)
          others += 1
          return strange(field)
        },
        { fields, texts },
      )
      // Without a foreign id, it is a call within the caller's own bank.
      if (others > 0) requests.push(mixed)
    }
  }
  return [...new Map(requests.map((request) => [keyOf(request), request])).values()]
}

const keyOf = ({ path, body }: Request): string =>
  `${path} ${body instanceof FormData ? JSON.stringify([...body.keys()]) : JSON.stringify(body)}`
