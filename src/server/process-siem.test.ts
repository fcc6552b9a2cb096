import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eachEngine } from './testing/databases.ts'
import {
  migratedInstallation,
  startServer,
  temporaryFolder,
  until,
  withDatabase,
  type Settings,
} from './testing/process.ts'

const rows = 20_000

/** Writes rows of the journal, as many clients would. */
const writeRows = (settings: Settings): Promise<void> =>
  withDatabase(settings, async (db) => {
    for (let first = 0; first < rows; first += 1_000)
      await db
        .insertInto('journal')
        .values(
          Array.from({ length: 1_000 }, (_, at) => ({
            at: first + at,
            actor_id: 3,
            actor_name: 'camille',
            ip: '192.0.2.7',
            action: 'item.copied',
            outcome: 'done' as const,
            objects: `{"item":${first + at}}`,
          })),
        )
        .execute()
  })

eachEngine((engine) => {
  it('a server killed while it writes to its file loses no event, and repeats one delivery at most [SIEM-04]', async () => {
    const path = join(temporaryFolder(), 'events.jsonl')
    const settings = { ...(await migratedInstallation(engine)), TROUSSEAU_SIEM_FILE: path }
    const cursor = () =>
      withDatabase(settings, (db) =>
        db.selectFrom('settings').select('value').where('name', '=', 'siem.file').executeTakeFirst(),
      )
    const first = await startServer(settings)
    await expect.poll(cursor, { timeout: 20_000 }).toBeDefined()
    await first.end('SIGTERM')
    await writeRows(settings)
    const killed = await startServer(settings)
    const text = () => (existsSync(path) ? readFileSync(path, 'utf8') : '')
    await until(() => text().length > 500_000)
    await killed.end('SIGKILL')
    const items = () =>
      text()
        .split('\n')
        .flatMap((line) => {
          const item = /^\{.*"action":"item\.copied".*"objects":\{"item":(\d+)\}\}$/.exec(line)?.[1]
          return item === undefined ? [] : [Number(item)]
        })
    const before = items().length
    // Its lease has run out.
    await withDatabase(settings, (db) => db.deleteFrom('job_leases').execute())
    const second = await startServer(settings)
    await expect.poll(() => new Set(items()).size, { timeout: 40_000, interval: 200 }).toBe(rows)
    expect(await second.end('SIGTERM')).toMatchObject({ code: 0 })
    expect(before).toBeLessThan(rows)
    expect(items().length - rows).toBeLessThanOrEqual(10_000)
    // At most the line that was being written is torn.
    const lines = text().split('\n').slice(0, -1)
    const isWhole = (line: string) => line.startsWith('{"id":') && line.endsWith('}')
    expect(lines.filter((line) => !isWhole(line)).length).toBeLessThanOrEqual(1)
  })
})
