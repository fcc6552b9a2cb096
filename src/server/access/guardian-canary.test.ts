import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import type { Role } from '#domain/platform/roles.ts'
import { extraFieldId } from '#domain/vault/extra-fields.ts'
import { goodKey, idOf, startGuardianWorld, type GuardianWorld } from '#server/vault/master-key/testing.ts'
import { dumpOf } from '../testing/dump.ts'
import { eachEngine } from '../testing/databases.ts'
import { sampleRequest } from '../testing/samples.ts'
import type { TestUser } from '../testing/world.ts'

const methods = ['GET', 'POST', 'PATCH', 'DELETE']
const endpoints = (Object.values(api).flatMap((feature) => Object.values(feature)) as Endpoint[]).toSorted(
  (one, other) => methods.indexOf(one.method) - methods.indexOf(other.method),
)
/** The mark in all content of the guardian chest. */
const canary = 'CANARI'
/** The tables that the lock protects: the content, whatever happens to the chest itself. */
const contentTables = [
  'folders',
  'items',
  'versions',
  'trash_entries',
  'history',
  'favourite_items',
  'imports',
] as const

eachEngine((engine) => {
  describe('a guardian chest', () => {
    let at: GuardianWorld
    let ids: Record<'chest' | 'folder' | 'item' | 'trash' | 'import', number>
    let callers: { role: Role; user: TestUser }[]
    beforeAll(async () => {
      at = await startGuardianWorld(engine)
      const chest = at.chestId
      const handle = await at.open(chest)
      const post = async (path: string, body: object) =>
        idOf(await at.call('POST', path, { chestId: chest, ...body }, { handle }))
      const folder = await post('/api/folder/', { name: `Dossier ${canary}`, description: canary })
      const texts = {
        login: canary,
        description: canary,
        password: `Secret-${canary}`,
        otp: 'JBSWY3DPEHPK3PXP',
        fields: [
          { label: `Champ ${canary}`, kind: 'text', value: canary },
          { label: 'Masqué', kind: 'concealed', value: `Masque-${canary}` },
        ],
      }
      const address = `https://${canary.toLowerCase()}.example.org`
      const item = await post('/api/item/', {
        parentFolderId: folder,
        name: `Nom ${canary}`,
        address,
        ...texts,
      })
      const gone = await post('/api/item/', { name: `Jeté ${canary}`, password: canary })
      const { trashId: trash } = (await at.call('DELETE', `/api/item/${gone}`, undefined, { handle }))
        .body as {
        trashId: number
      }
      const form = new FormData()
      form.append('chestId', String(chest))
      const rows = `Name,URL,Username,Password\n${canary},,${canary},${canary}`
      form.append('file', new Blob([rows]), `${canary}.csv`)
      const previewed = await at.call('POST', '/api/import/preview', form, { handle })
      form.append('plan', (previewed.body as { plan: string }).plan)
      const applied = await at.call('POST', '/api/import/apply', form, { handle })
      expect(applied.status, applied.text).toBe(200)
      const { importId } = applied.body as { importId: number }
      ids = { chest, folder, item, trash, import: importId }
      await at.call('POST', `/api/favorite/item/${item}`, {}, { handle })
      const roles: Role[] = ['ROLE_INTERVENANT', 'ROLE_ADMINISTRATOR', 'ROLE_SUPER_ADMINISTRATOR']
      callers = [{ role: 'ROLE_ADMINISTRATOR', user: at.owner }]
      for (const role of roles) {
        const user = await at.world.addUser({ login: `pair-${role}`, role, banks: [1], currentBank: 1 })
        await at.world.grantUser({ id: chest, name: '' }, user, at.world.allRights)
        callers.push({ role, user })
      }
    })
    afterAll(() => at.app.close())

    const idFor =
      (plain: keyof typeof ids) =>
      (field: string): number => {
        if (field === 'fieldId') return extraFieldId(1, 1)
        if (/chest/i.test(field)) return ids.chest
        if (/folder|elementvalue/i.test(field)) return ids.folder
        if (/item/i.test(field)) return ids.item
        if (/trash/i.test(field)) return ids.trash
        return /^(?:user|team|bank|link)/i.test(field) ? 999_999 : ids[plain]
      }
    /** The kinds that a plain id is tried as; other objects of the back offices do not exist here. */
    const kindsOf = ({ access }: Endpoint): (keyof typeof ids)[] => {
      if (typeof access === 'string') return ['chest', 'item', 'folder', 'trash']
      if ('via' in access) return Object.keys(access.via) as (keyof typeof ids)[]
      const managed = 'sees' in access ? access.sees : 'manages' in access ? access.manages : 'chest'
      return managed === 'chest' ? ['chest'] : []
    }
    const requestsTo = (endpoint: Endpoint) =>
      kindsOf(endpoint).flatMap((kind) =>
        (['all', 'required'] as const).map((fields) =>
          sampleRequest(endpoint, idFor(kind), {
            fields,
            texts: (field) => (/^(?:search|entries)$/.test(field) ? canary.toLowerCase() : undefined),
          }),
        ),
      )
    const content = () =>
      dumpOf(
        at.app.deps.db,
        contentTables,
        (table, row) => row['chest_id'] === ids.chest || table === 'versions',
      )
    const isTold = (text: string) =>
      text.includes(canary) || text.replaceAll(`"${canary.toLowerCase()}"`, '').includes(canary.toLowerCase())

    it('neither shows nor changes any content without its handle, even for users with every right', async () => {
      const before = await content()
      let refused = 0
      for (const { role, user } of callers) {
        for (const endpoint of endpoints) {
          if (endpoint.access === 'public') continue
          // Deleting the chest is allowed, and would make the rest of this test trivial.
          if (endpoint.method === 'DELETE' && endpoint.path === '/api/chest/:id') continue
          for (const request of requestsTo(endpoint)) {
            // The chest is open, but for another session of the same user.
            const cookie = await at.world.session(user)
            const reply = await at.app.call({ ...request, cookie })
            const where = `${role}: ${request.method} ${request.path} answered ${reply.status}`
            expect(isTold(reply.text + JSON.stringify(reply.headers)), `${where}: ${reply.text}`).toBe(false)
            expect(reply.status, where).toBeLessThan(500)
            if (reply.status === 423) refused += 1
          }
        }
      }
      expect(await content()).toEqual(before)
      expect(isTold(at.app.logged())).toBe(false)
      expect(refused, 'the lock is what stopped them').toBeGreaterThan(100)
    }, 300_000)

    it('shows the canaries to the session that unlocked it', async () => {
      const cookie = await at.world.session(at.owner)
      const handle = await at.open(ids.chest, cookie, goodKey)
      let told = 0
      for (const endpoint of endpoints.filter(
        ({ method, access }) => method === 'GET' && access !== 'public',
      )) {
        for (const request of requestsTo(endpoint)) {
          const reply = await at.app.call({ ...request, cookie, headers: { 'x-chest-handle': handle } })
          expect(reply.status, `${request.method} ${request.path}`).not.toBe(423)
          if (isTold(reply.text)) told += 1
        }
      }
      expect(told).toBeGreaterThan(8)
    })
  })
})
