import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeOfReply, type Reply } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { journalled } from '#server/testing/sign-in.ts'
import { overtaken } from '#server/testing/two-transactions.ts'
import type { TestChest } from '#server/testing/world.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { startGuardianWorld } from '#server/vault/master-key/testing.ts'
import { mostNamed } from './undo-plan.ts'

const names = (count: number): string[] => Array.from({ length: count }, (_, place) => `nom-${place}`)
/** A file of Chrome with these entries. */
const chrome = (entries: readonly string[]): string =>
  ['name,url,username,password', ...entries.map((name) => `${name},https://${name}.fr,u,p`)].join('\n')

type Caller = { readonly cookie?: string; readonly handle?: string }
type Send = (method: 'POST', path: string, body: unknown, as: Caller) => Promise<Reply>

/** Imports a file. @returns the id of the import */
async function load(
  send: Send,
  file: string,
  fields: Readonly<Record<string, string>>,
  as: Caller = {},
): Promise<number> {
  const formOf = (more: object) => {
    const form = new FormData()
    for (const [field, value] of Object.entries({ ...fields, ...more })) form.append(field, value)
    form.append('file', new Blob([file]), 'export.csv')
    return form
  }
  const { plan } = bodyOf<{ plan: string }>(await send('POST', '/api/import/preview', formOf({}), as))
  const reply = await send('POST', '/api/import/apply', formOf({ plan }), as)
  expect(reply.status, reply.text).toBe(200)
  return bodyOf<{ importId: number }>(reply).importId
}

eachEngine((engine) => {
  describe('undoing an import', () => {
    let at: ContentWorld
    let chest: TestChest
    let turn = 0
    beforeAll(async () => {
      at = await startContentWorld(engine)
    })
    beforeEach(async () => {
      chest = await at.world.addChest('Reprise', at.owner)
      turn += 1
    })
    afterAll(() => at.app.close())

    const send: Send = (method, path, body, { cookie }) => at.call(method, path, body, cookie)
    const bring = (count: number, fields = {}, as: Caller = {}) =>
      load(send, chrome(names(count)), { chestId: String(chest.id), ...fields }, as)
    const undo = (id: number, cookie?: string) => at.call('POST', `/api/import/${id}/undo`, {}, cookie)
    const colleague = async (rights: Parameters<typeof at.world.grantUser>[2]) => {
      const user = await at.world.addUser({ login: `collegue-${engine}-${turn}` })
      await at.world.grantUser(chest, user, rights)
      return { user, cookie: await at.world.session(user) }
    }
    const liveItems = async () => {
      const { db } = at.app.deps
      const rows = await db
        .selectFrom('items')
        .select('id')
        .where('chest_id', '=', chest.id)
        .where('deleted_at', 'is', null)
        .execute()
      return rows.length
    }
    const undone = async () =>
      (await journalled(at.app)).filter((action) => action === 'import.undone').length

    it('counts what stays beyond the thousand that it names [MNGR-23]', async () => {
      const parent = bodyOf<{ id: number }>(
        await at.call('POST', '/api/folder/', { chestId: chest.id, name: 'Dossier' }),
      ).id
      const importId = await bring(mostNamed + 3, { folderId: String(parent) })
      expect((await at.call('DELETE', `/api/folder/${parent}`)).status).toBe(200)
      const reply = bodyOf<{ kept: string[][] }>(await undo(importId))
      expect(reply).toMatchObject({ undone: 0, keptBeyond: 3 })
      expect(reply.kept).toHaveLength(mostNamed)
    }, 60_000)

    it('is for others than its author too, with the right to delete [MNGR-24]', async () => {
      const importId = await bring(2)
      const { cookie } = await colleague({ read: true, create: true, update: true, export: true })
      expect(codeOfReply(await undo(importId, cookie))).toEqual([409, 'RIGHT_REQUIRED'])
      expect(await liveItems()).toBe(2)
      turn += 1
      const other = await colleague({ read: true, delete: true })
      expect((await undo(importId, other.cookie)).body).toEqual({ undone: 2, kept: [] })
      expect(await liveItems()).toBe(0)
    })

    it('is no longer for an author who lost the right to create [MNGR-24]', async () => {
      const { user, cookie } = await colleague({ read: true, create: true })
      const importId = await bring(2, {}, { cookie })
      await at.world.grantUser(chest, user, { read: true, create: false })
      expect(codeOfReply(await undo(importId, cookie))).toEqual([409, 'RIGHT_REQUIRED'])
      expect(await liveItems()).toBe(2)
      const list = await at.call('GET', `/api/import/?chestId=${chest.id}`, undefined, cookie)
      expect(list.body).toMatchObject([{ id: importId, undoable: false }])
    })

    it('is done once by two people at once [MNGR-23]', async () => {
      const importId = await bring(3)
      const { cookie } = await colleague({ read: true, delete: true })
      const before = await undone()
      const replies = await Promise.all([undo(importId), undo(importId, cookie)])
      expect(replies.map(({ status }) => status)).toEqual([200, 200])
      const counts = replies.map((reply) => bodyOf<{ undone: number }>(reply).undone)
      expect(counts.toSorted((a, b) => a - b)).toEqual([0, 3])
      expect([await undone(), await liveItems()]).toEqual([before + 1, 0])
    })

    it('changes nothing when another one is through while it waits [MNGR-23]', async () => {
      const importId = await bring(3)
      const before = await undone()
      await at.app.prove()
      const reply = await overtaken(
        at.app.plainDb,
        (tx) => lockRows(tx, 'chests', [chest.id]),
        () => undo(importId),
        (tx) =>
          tx.updateTable('imports').set({ undone_at: at.app.time.now }).where('id', '=', importId).execute(),
      )
      expect(reply.body).toEqual({ undone: 0, kept: [] })
      expect([await undone(), await liveItems()]).toEqual([before, 3])
    })
  })

  it('an import into a guardian chest is listed and undone while the chest is open [MNGR-32]', async () => {
    const at = await startGuardianWorld(engine)
    try {
      const handle = await at.open(at.chestId)
      const importId = await load(
        (...request) => at.call(...request),
        chrome(names(2)),
        { chestId: String(at.chestId) },
        { handle },
      )
      const list = `/api/import/?chestId=${at.chestId}`
      const path = `/api/import/${importId}/undo`
      expect(codeOfReply(await at.call('GET', list))).toEqual([423, 'CHEST_LOCKED'])
      expect(codeOfReply(await at.call('POST', path, {}))).toEqual([423, 'CHEST_LOCKED'])
      expect(codeOfReply(await at.call('POST', path, {}, { handle: 'none' }))).toEqual([423, 'CHEST_LOCKED'])
      expect((await at.call('GET', list, undefined, { handle })).body).toMatchObject([
        { id: importId, fileName: 'export.csv', undoable: true },
      ])
      expect((await at.call('POST', path, {}, { handle })).body).toEqual({ undone: 2, kept: [] })
    } finally {
      await at.app.close()
    }
  })
})
