import type { Kysely, Transaction } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attachmentLimits } from '#domain/platform/limits.ts'
import { settledMs } from '#domain/platform/moments.ts'
import { nextIds } from '#server/platform/database/columns.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { codeOfReply } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { meet } from '#server/testing/two-transactions.ts'
import { startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { attachmentsIn, pdfOf } from './attachment-testing.ts'
import { chunkBytes } from './sealing.ts'

eachEngine((engine) => {
  let at: ContentWorld
  let files: ReturnType<typeof attachmentsIn>
  beforeAll(async () => {
    at = await startContentWorld(engine)
    files = attachmentsIn(at)
  })
  afterAll(() => at.app.close())

  const db = () => at.app.plainDb
  /** Runs the job an hour later: until then the clock deletes nothing for its age. */
  const discard = async () => {
    at.app.time.now += settledMs
    await at.app.jobs['discard-attachments'](async () => true)
    at.app.time.now -= settledMs
  }
  /** Runs a change, and the job that meets it. @throws what the job throws */
  const discardDuring = async (change: (tx: Transaction<Tables>) => Promise<unknown>) => {
    const { second } = await meet(db(), change, discard)
    if (second.status === 'rejected') throw second.reason
  }
  const chunksOf = async (id: number) => {
    const rows = db().selectFrom('attachment_chunks').select('number').where('attachment_id', '=', id)
    return (await rows.execute()).length
  }

  it('a removed file that is restored meanwhile keeps its key and its bytes', async () => {
    const item = await at.item()
    const bytes = pdfOf(1_000)
    const id = await files.attach(item, bytes)
    const removed = { removed_at: at.app.time.now - attachmentLimits.removedMs, removed_by: at.owner.id }
    await db().updateTable('attachments').set(removed).where('id', '=', id).execute()
    await discardDuring(async (tx) => {
      await lockRows(tx, 'chests', [at.chest.id])
      const restored = { removed_at: null, removed_by: null }
      await tx.updateTable('attachments').set(restored).where('id', '=', id).execute()
    })
    const row = db().selectFrom('attachments').select(['item_id', 'wrapped_key']).where('id', '=', id)
    expect(await row.execute()).toEqual([{ item_id: item, wrapped_key: expect.anything() as unknown }])
    expect((await files.get(item, id)).status).toBe(200)
    expect(await chunksOf(id)).toBe(1)
    expect(await at.journalOf(item)).not.toContain('item.attachment.erased')
  })

  it('of uploads that begin together, one too many is refused', async () => {
    const item = await at.item()
    const row = { item_id: item, chest_id: at.chest.id, stored_bytes: 0, created_by: at.owner.id }
    const times = { created_at: at.app.time.now, discard_at: at.app.time.now + attachmentLimits.uploadMs }
    const { second } = await meet(
      db(),
      async (tx) => {
        await lockRows(tx, 'users', [at.owner.id])
        for (const id of await nextIds(tx, 'attachments', attachmentLimits.uploadsAtOnce))
          await tx
            .insertInto('attachments')
            .values({ id, ...row, ...times })
            .execute()
      },
      () => files.add(item, pdfOf(10)),
    )
    if (second.status === 'rejected') throw second.reason
    expect(codeOfReply(second.value)).toEqual([429, 'SERVER_BUSY'])
    await db().deleteFrom('attachments').where('item_id', '=', item).execute()
  })

  it('what two callers discard at once leaves neither chunks nor a row', async () => {
    const id = await files.attach(await at.item(), pdfOf(18 * chunkBytes))
    const gone = { item_id: null, chest_id: null, wrapped_key: null, meta: null, discard_at: at.app.time.now }
    await db().updateTable('attachments').set(gone).where('id', '=', id).execute()
    await discardDuring((tx) =>
      tx.deleteFrom('attachment_chunks').where('attachment_id', '=', id).where('number', '<', 16).execute(),
    )
    expect(await chunksOf(id)).toBe(0)
    expect(await db().selectFrom('attachments').select('id').where('id', '=', id).execute()).toEqual([])
  })

  it('a file of a copy that is finished meanwhile keeps its bytes', async () => {
    const item = await at.item()
    const id = await files.attach(item, pdfOf(1_000))
    const set = (db: Kysely<Tables>, to: { item_id: number | null; discard_at: number | null }) =>
      db.updateTable('attachments').set(to).where('id', '=', id).execute()
    await set(db(), { item_id: null, discard_at: at.app.time.now })
    await discardDuring((tx) => set(tx, { item_id: item, discard_at: null }))
    expect((await files.get(item, id)).status).toBe(200)
    expect(await chunksOf(id)).toBe(1)
  })
})
