import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { changeMarks, markOf } from '#server/access/proved-changes.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import { codeOfReply, type Reply } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { meet } from '#server/testing/two-transactions.ts'
import type { TestChest } from '#server/testing/world.ts'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { zipOf } from '#server/vault/imports/formats/samples/zip-writer.ts'
import { attachmentsIn, pdfOf } from './attachment-testing.ts'

eachEngine((engine) => {
  let at: ContentWorld
  let files: ReturnType<typeof attachmentsIn>
  let chest: TestChest
  let bank: number
  beforeAll(async () => {
    at = await startContentWorld(engine)
    files = attachmentsIn(at)
  })
  beforeEach(async () => {
    const { app, world, owner } = at
    bank = await world.addBank('Rejointe')
    await app.deps.db.insertInto('bank_users').values({ bank_id: bank, user_id: owner.id }).execute()
    chest = await world.addChest('Rejoint', owner)
    await app.prove()
  })
  afterAll(() => at.app.close())

  /** Attaches the chest to the bank while a call brings a file into the chest. @returns the code of its reply */
  const joinedDuring = async (call: () => Promise<Reply>) => {
    const { plainDb: db, time } = at.app
    const { second } = await meet(
      db,
      async (tx) => {
        await lockRows(tx, 'banks', [bank])
        const marks = { list: 'bank_marks', add: [await markOf(tx, 'banks', bank)] } as const
        await changeMarks(tx, 'chests', [chest.id], marks, time.now)
        await tx.insertInto('bank_chests').values({ bank_id: bank, chest_id: chest.id }).execute()
      },
      call,
    )
    if (second.status === 'rejected') throw second.reason
    return codeOfReply(second.value)
  }
  /** Expects that such a call is refused, and succeeds if it is repeated. */
  const expectRepeated = async (call: () => Promise<Reply>, done: number) => {
    const first = await joinedDuring(call)
    // On SQLite the call comes after the other transaction, and locks the bank at once.
    if (engine === 'sqlite') return expect(first).toEqual([done, undefined])
    expect(first).toEqual([429, 'SERVER_BUSY'])
    expect((await call()).status).toBe(done)
  }

  it('a file is not counted in a bank that the chest joins meanwhile, and that is not locked', async () => {
    const item = await at.item({ chestId: chest.id })
    await expectRepeated(() => files.add(item, pdfOf(100)), 201)
  })

  it.each(['copy', 'move'] as const)('nor are the files of a %s', async (verb) => {
    const item = await at.item()
    await files.attach(item, pdfOf(100))
    const go = () => at.call('POST', `/api/item/${item}/${verb}-to`, { chestId: chest.id })
    await expectRepeated(go, verb === 'copy' ? 201 : 200)
  })

  it('nor those of an import', async () => {
    const entry = { id: 'id', type: 1, name: 'GLPI', login: { username: 'marie', password: 'x', uris: [] } }
    const zip = zipOf({
      'data.json': JSON.stringify({ encrypted: false, folders: [], items: [entry] }),
      'attachments/id/contrat.pdf': pdfOf(100),
    })
    const formOf = (fields: Record<string, string> = {}) => {
      const form = new FormData()
      for (const [field, value] of Object.entries({ chestId: String(chest.id), ...fields }))
        form.append(field, value)
      form.append('file', new Blob([new Uint8Array(zip)]), 'export.zip')
      return form
    }
    const { plan } = bodyOf<{ plan: string }>(await at.call('POST', '/api/import/preview', formOf()))
    await expectRepeated(() => at.call('POST', '/api/import/apply', formOf({ plan })), 200)
  })
})
