import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import type { Engine } from '#server/platform/database/engine.ts'
import { archivesAt, archivesFolder, readArchive } from './archives.ts'
import { createJournalKeys, type JournalKeys } from './journal-keys.ts'
import { retainJournal, type RetentionDeps } from './retention.ts'
import type { JournalRow } from './row-proof.ts'
import { checkpointsFile, notesIn, sealerTimes } from './sealer.ts'
import { verifyJournal } from './verify.ts'

export const origin = { ip: '192.0.2.7', requestId: 'x', userAgent: 'test' }
/** Lets a job go on to its end. */
export const all = async () => true

/** Returns a journal whose old rows leave, and what tests do with it. `start` comes first, and may be repeated. */
export function retainedJournal(engine: Engine) {
  let app: TestApp
  let keys: JournalKeys
  const start = async (env: Record<string, string> = {}) => {
    app = await startTestApp(engine, env)
    keys = await createJournalKeys(app.deps.keys)(app.deps.db)
  }
  const folder = () => join(app.deps.config.dataFolder, archivesFolder)
  const files = () => (existsSync(folder()) ? readdirSync(folder()) : [])
  const run = (text: string) => sql.raw(text).execute(app.deps.db)
  const stored = () => app.deps.db.selectFrom('journal').selectAll().orderBy('seq').execute()
  const itemsStored = async () => (await stored()).flatMap(({ item_id: item }) => item ?? [])
  const blocks = async () =>
    (await app.deps.db.selectFrom('journal_blocks').select('number').orderBy('number').execute()).map(
      ({ number }) => number,
    )
  /** Records a reading and a change of each item, and binds them into a block, ten minutes after the last. */
  const act = async (...items: number[]) => {
    app.time.now += sealerTimes.checkpointMs
    for (const item of items)
      for (const action of ['item.copied', 'item.created'] as const)
        await app.deps.journal.record(app.deps.db, { id: 3, login: 'camille' }, origin, {
          action,
          chest: 1,
          objects: { item },
        } as never)
    await app.deps.sealer.round()
  }
  const moveTo = (day: string) => {
    app.time.now = Date.parse(`${day}T09:00Z`)
  }
  /** Two blocks in January 2026, one in February, one in March 2027, when January and February are due. */
  const fill = async () => {
    await act(1)
    await act(2, 3)
    moveTo('2026-02-10')
    await act(4)
    moveTo('2027-03-10')
    await act(5)
    await act(6)
  }
  const retain = (goOn = all, deps: Partial<RetentionDeps> = {}) =>
    retainJournal({ ...app.deps, ...deps }, goOn)
  const found = async () => archivesAt(folder()).catch(() => [])
  const verify = async (archives?: readonly string[], given: readonly string[] = []) =>
    verifyJournal(app.deps.db, keys, { given, archives: archives ?? (await found()) })
  const faults = async (archives?: readonly string[], given: readonly string[] = []) =>
    (await verify(archives, given)).faults
  const keptNotes = () => notesIn(readFileSync(join(app.deps.config.dataFolder, checkpointsFile), 'utf8'))
  const rowsOf = async (path: string): Promise<JournalRow[]> => {
    const rows: JournalRow[] = []
    for await (const part of readArchive(path, keys))
      if (part.kind === 'block') rows.push(...part.rows.values())
    return rows
  }
  const archived = async () => (await Promise.all((await found()).map(rowsOf))).flat()
  const bare = (rows: readonly JournalRow[]) => rows.map((row) => ({ ...row, mac: row.mac && [...row.mac] }))
  return {
    get app() {
      return app
    },
    get keys() {
      return keys
    },
    start,
    folder,
    files,
    run,
    stored,
    itemsStored,
    blocks,
    act,
    moveTo,
    fill,
    retain,
    found,
    verify,
    faults,
    keptNotes,
    archived,
    bare,
  }
}
