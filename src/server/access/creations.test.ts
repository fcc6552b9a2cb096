import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import type { Reply } from '#server/testing/app.ts'
import { formOf } from '#server/vault/attachments/attachment-testing.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { startOfficeWorld, type OfficeWorld, type Person } from '#server/testing/offices.ts'

const calls: readonly (readonly [string, Endpoint])[] = Object.entries(api).flatMap(([feature, group]) =>
  Object.entries(group).map(([name, call]) => [`${feature}.${name}`, call as Endpoint] as const),
)
const creating = calls.filter(([, { creates }]) => creates)

it('every call that creates takes a key, except where a repeat creates nothing', () => {
  const others = calls.filter(([, { status, creates }]) => status === 201 && !creates).map(([name]) => name)
  // One account for a token, one passkey for a challenge; a favourite and a mapping are found again.
  expect(others.toSorted()).toEqual([
    'directory.addGroup',
    'favourites.addChest',
    'favourites.addItem',
    'passkeys.add',
    'setup.create',
  ])
})

const newKey = (): string => randomBytes(16).toString('base64url')

const fileOf = (chestId: number | null, text: string, name: string, fields: object = {}): FormData => {
  const form = new FormData()
  for (const [field, value] of Object.entries({ ...(chestId !== null && { chestId }), ...fields }))
    form.append(field, String(value))
  form.append('file', new Blob([text]), name)
  return form
}

/** A valid request of every call that creates; `mark` makes its names new. */
const requests: Record<string, (chestId: number, mark: string, at: OfficeWorld) => object | Promise<object>> =
  {
    'items.create': (chestId, mark) => ({ chestId, name: mark, password: 'secret' }),
    'attachments.add': (_, mark) => formOf(Buffer.from('contenu'), `${mark}.txt`),
    'folders.create': (chestId, mark) => ({ chestId, name: mark }),
    'copies.copyItem': (chestId) => ({ chestId }),
    'copies.copyFolder': (chestId) => ({ chestId }),
    'copies.copySelection': async (chestId, mark, { chief }) => {
      const folder = await chief.call('POST', '/api/folder/', { chestId, name: mark })
      const folders = [(folder.body as { id: number }).id]
      return { chestId, items: [], folders, targetChestId: chestId }
    },
    'chests.create': (_, mark) => ({ name: mark, type: 'service' }),
    'chests.createOfUser': (_, mark) => ({ name: mark, type: 'service' }),
    'nota.create': (chestId, mark) => ({ chestId, message: mark, expirationDateId: 3 }),
    'teams.create': (_, mark) => ({ name: mark }),
    'banks.create': (_, mark) => ({ label: mark }),
    'users.create': (_, mark) => ({ login: mark, email: `${mark}@exemple.fr`, role: 'ROLE_INTERVENANT' }),
    'users.importCsv': (_, mark) =>
      fileOf(null, `login;email\r\n${mark};${mark}@exemple.fr\r\n`, 'a.csv', { dryRun: false }),
    'administration.createClientStructure': (chestId, mark) => ({
      clientName: mark,
      chestDestination: chestId,
    }),
    'imports.csv': (chestId, mark) => fileOf(chestId, `nom;mot de passe\n${mark};un\n`, 'a.csv'),
    'imports.lockself': (chestId, mark) =>
      fileOf(chestId, `Name;Username;Password;Category/SubCategory\r\n${mark};marie;un;RH`, 'a.csv'),
    'imports.keepass': (chestId, mark) =>
      fileOf(chestId, `<KeePassFile><Root><Group><Name>${mark}</Name></Group></Root></KeePassFile>`, 'a.xml'),
    'managerImports.apply': async (chestId, mark, { chief }) => {
      const file = `name,url,username,password\n${mark},https://exemple.fr,marie,un\n`
      const seen = await chief.call('POST', '/api/import/preview', fileOf(chestId, file, 'a.csv'))
      return fileOf(chestId, file, 'a.csv', { plan: (seen.body as { plan: string }).plan })
    },
  }

it('the requests are those of the calls that create', () => {
  expect(Object.keys(requests).toSorted()).toEqual(creating.map(([name]) => name).toSorted())
})

eachEngine((engine) => {
  describe('a creation with a key', () => {
    let at: OfficeWorld
    let chestId: number
    let itemId: number
    let folderId: number
    beforeAll(async () => {
      at = await startOfficeWorld(engine)
      const reply = await at.chief.call('POST', '/api/chest/', { name: 'Production', type: 'service' })
      chestId = (reply.body as { id: number }).id
      const item = await at.chief.call('POST', '/api/item/', { chestId, name: 'Contrat', password: 'secret' })
      itemId = (item.body as { id: number }).id
      const folder = await at.chief.call('POST', '/api/folder/', { chestId, name: 'Contrats' })
      folderId = (folder.body as { id: number }).id
    })
    afterAll(() => at.app.close())

    const counted = [
      'items',
      'folders',
      'chests',
      'notas',
      'teams',
      'banks',
      'users',
      'outbox',
      'journal',
      'attachments',
      'attachment_chunks',
    ] as const
    const counts = () =>
      Promise.all(
        counted.map(async (table) => {
          const rows = await at.app.deps.db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll().as('count'))
            .execute()
          return Number(rows[0]?.count)
        }),
      )
    const withKey = (person: Person, path: string, body: object, key: string): Promise<Reply> =>
      person.call('POST', path.replace(':id', String(isOfFolder(path) ? folderId : itemId)), body, {
        'idempotency-key': key,
      })
    const isOfFolder = (path: string): boolean => path.startsWith('/api/folder')
    let marks = 0
    const newMark = () => `marque-${(marks += 1)}`

    it.each(creating)(
      '%s: a repeat gets the same reply and creates nothing',
      async (name, { path, status }) => {
        const request = (await requests[name]?.(chestId, newMark(), at)) ?? {}
        const key = newKey()
        const before = await counts()
        const first = await withKey(at.chief, path, request, key)
        expect(first.status, first.text).toBe(status ?? 200)
        const after = await counts()
        expect(after).not.toEqual(before)
        const second = await withKey(at.chief, path, request, key)
        expect([second.status, second.text]).toEqual([first.status, first.text])
        expect(await counts()).toEqual(after)
      },
    )

    it.each(creating)('%s: concurrent repeats create once', async (name, { path, status }) => {
      const [alone, together] = [newMark(), newMark()]
      const before = await counts()
      await withKey(at.chief, path, (await requests[name]?.(chestId, alone, at)) ?? {}, newKey())
      const between = await counts()
      const key = newKey()
      const body = (await requests[name]?.(chestId, together, at)) ?? {}
      const replies = await Promise.all(Array.from({ length: 4 }, () => withKey(at.chief, path, body, key)))
      expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([status ?? 200]))
      // The state of an invitation's mail may change between two replies.
      const texts = replies.map(({ body }) => JSON.stringify({ ...(body as object), unsentMail: null }))
      expect(new Set(texts).size).toBe(1)
      const after = await counts()
      expect(after.map((count, index) => count - (between[index] ?? 0))).toEqual(
        between.map((count, index) => count - (before[index] ?? 0)),
      )
    })

    it('without a key creates each time', async () => {
      const create = () => at.chief.call('POST', '/api/team/', { name: 'Deux fois' })
      const [first, second] = [await create(), await create()]
      expect([first.status, second.status]).toEqual([201, 201])
      expect(first.text).not.toBe(second.text)
    })

    it('is the caller’s own: the same key of another user, or for another call, creates', async () => {
      const key = newKey()
      const mine = await withKey(at.chief, '/api/team/', { name: 'La mienne' }, key)
      const theirs = await withKey(at.admin, '/api/team/', { name: 'La leur' }, key)
      expect(theirs.body).toMatchObject({ name: 'La leur' })
      expect(mine.body).toMatchObject({ name: 'La mienne' })
      const other = await withKey(at.chief, '/api/bank/', { label: 'Une banque' }, key)
      expect(other.body).toMatchObject({ label: 'Une banque' })
    })

    it('is refused again to a caller who may no longer make the call', async () => {
      const key = newKey()
      const body = { chestId, name: newMark(), password: 'secret' }
      expect((await withKey(at.chief, '/api/item/', body, key)).status).toBe(201)
      const { db } = at.app.deps
      const grants = db.updateTable('chest_user_rights').where('chest_id', '=', chestId)
      await grants.set({ can_create: 0 }).execute()
      expect(await withKey(at.chief, '/api/item/', body, key)).toMatchObject({
        status: 409,
        body: { code: 'RIGHT_REQUIRED' },
      })
      await grants.set({ can_create: 1 }).execute()
      expect((await withKey(at.chief, '/api/item/', body, key)).status).toBe(201)
    })

    it('that is refused uses no key', async () => {
      const key = newKey()
      const name = newMark()
      const absent = { chestId, name, password: 'secret', parentFolderId: 999_999 }
      expect((await withKey(at.chief, '/api/item/', absent, key)).status).toBe(404)
      expect((await withKey(at.chief, '/api/item/', { chestId, name, password: 'secret' }, key)).status).toBe(
        201,
      )
    })

    it.each(['x'.repeat(21), 'x'.repeat(65), `${'x'.repeat(21)}!`])('refuses the key %s', async (key) => {
      const reply = await withKey(at.chief, '/api/team/', { name: 'Équipe' }, key)
      expect(reply).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } })
    })

    it('stores neither the key nor the result in clear', async () => {
      const key = newKey()
      await withKey(at.chief, '/api/team/', { name: 'Canari jaune' }, key)
      const rows = await at.app.deps.db.selectFrom('creations').selectAll().execute()
      const stored = rows
        .map(({ id, result }) => id + Buffer.from(result ?? []).toString('latin1'))
        .join('\n')
      expect(stored).not.toContain(key)
      expect(stored).not.toContain('marque')
      expect(stored).not.toContain('message')
    })

    it('is forgotten after a day', async () => {
      const key = newKey()
      const create = () => withKey(at.chief, '/api/team/', { name: 'Hier' }, key)
      const first = await create()
      at.app.time.now += 23 * 3_600_000
      await at.app.jobs['delete-old-creations'](async () => true)
      const { db } = at.app.deps
      expect(await db.selectFrom('creations').select('id').execute()).not.toEqual([])
      at.app.time.now += 2 * 3_600_000
      await at.app.jobs['delete-old-creations'](async () => true)
      expect(await db.selectFrom('creations').select('id').execute()).toEqual([])
      expect(first.status).toBe(201)
    })
  })
})
