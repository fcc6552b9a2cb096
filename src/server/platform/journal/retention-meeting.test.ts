import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startTestApp } from '#server/testing/app.ts'
import { testedEngines } from '#server/testing/databases.ts'
import { meet } from '#server/testing/two-transactions.ts'
import { archivesAt, archivesFolder } from './archives.ts'
import { goneMac } from './cut.ts'
import { createJournalKeys, thinnedSetting } from './journal-keys.ts'
import { retainJournal } from './retention.ts'
import { sealerTimes } from './sealer.ts'
import { verifyJournal } from './verify.ts'

const origin = { ip: '192.0.2.7', requestId: 'x', userAgent: 'test' }

// A SQLite file has one process.
describe.runIf(testedEngines.includes('postgres'))('two nodes', () => {
  it('a block that another version has thinned meanwhile keeps the rows that it did not name [JRNL-02]', async () => {
    const app = await startTestApp('postgres', {
      TROUSSEAU_JOURNAL_MONTHS: '6',
      TROUSSEAU_JOURNAL_SECRETS_MONTHS: '12',
    })
    onTestFinished(() => app.close())
    const { plainDb: db, time } = app
    const { journal, keys: rootKeys, sealer, config } = app.deps
    const keys = await createJournalKeys(rootKeys)(db)
    const act = async (...items: number[]) => {
      time.now += sealerTimes.checkpointMs
      for (const item of items) {
        const event = { action: 'item.created', chest: 1, objects: { item, folder: null } } as const
        await journal.record(db, { id: 3, login: 'camille' }, origin, event)
      }
      await sealer.round()
    }
    await act(1, 2)
    await act(3)
    time.now = Date.UTC(2026, 8, 10)
    await act(4)
    await act(5)
    const [row] = await db.selectFrom('journal').select('seq').where('item_id', '=', 1).execute()
    const block = db.selectFrom('journal_blocks').selectAll().where('number', '=', 1)
    const first = await block.executeTakeFirstOrThrow()
    const { second } = await meet(
      db,
      async (tx) => {
        const gone = String(row?.seq)
        const change = { gone, gone_mac: goneMac(keys, { ...first, gone }) }
        await tx.updateTable('journal_blocks').set(change).where('number', '=', 1).execute()
        await tx.deleteFrom('journal').where('seq', '=', Number(gone)).execute()
        await tx.insertInto('settings').values({ name: thinnedSetting, value: '3' }).execute()
      },
      () => retainJournal({ ...app.deps, db }, async () => true),
    )
    expect(second.status).toBe('fulfilled')
    const items = db.selectFrom('journal').select('item_id').where('item_id', 'is not', null).orderBy('seq')
    expect((await items.execute()).map(({ item_id: item }) => item)).toEqual([2, 4, 5])
    const thinned = db.selectFrom('settings').select('value').where('name', '=', thinnedSetting)
    expect(await thinned.execute()).toEqual([{ value: '3' }])
    const archives = await archivesAt(join(config.dataFolder, archivesFolder))
    expect(await verifyJournal(db, keys, { given: [], archives })).toMatchObject({ faults: [] })
  })
})
