import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { eachEngine, openTestDatabase } from '#server/testing/databases.ts'
import type { DurableAmount, DurableTables } from '#server/testing/durable-writes.ts'
import type { Migration } from './migrate.ts'
import { openDatabase, type DatabaseOptions } from './open.ts'

const program = join(import.meta.dirname, '../../testing/durable-writes.ts')

const halves: Migration = {
  id: '0001-halves',
  async up(db, columns) {
    await columns
      .table(db, 'halves')
      .addColumn('label', columns.text, (column) => column.notNull())
      .addColumn('part', columns.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('halves_pk', ['label', 'part'] as never)
      .execute()
  },
}

/** Starts the writer, kills it after `kill` acknowledgements, and returns all that it printed. */
async function writeUntilKilled(
  options: DatabaseOptions,
  amount: DurableAmount,
  round: number,
  kill: number,
): Promise<string[]> {
  const args = [program, JSON.stringify(options), String(round), JSON.stringify(amount)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const acknowledged: string[] = []
  const lines = createInterface(child.stdout)
  lines.on('line', (line) => {
    acknowledged.push(line)
    if (acknowledged.length === kill) child.kill('SIGKILL')
  })
  const [[, signal]] = await Promise.all([once(child, 'exit'), once(lines, 'close')])
  expect(signal).toBe('SIGKILL')
  return acknowledged
}

/** `kills`: after how many acknowledgements the process is killed, round by round. */
type Killed = { readonly amount: DurableAmount; readonly kills: readonly number[]; readonly atLeast: number }

const short: Killed = {
  amount: { writers: 500, parts: 2, labelLength: 0 },
  kills: [1, 40, 700, 1500],
  atLeast: 2000,
}
/** On SQLite, one transaction is more than its cache holds, and six are more than the log before a thread takes it over. */
const long: Killed = { amount: { writers: 4, parts: 600, labelLength: 1000 }, kills: [1, 8], atLeast: 8 }

describe('a killed process', () => {
  eachEngine((engine) => {
    it.each([
      ['during 500 concurrent writes', short],
      ['during long transactions', long],
    ] as const)(
      'leaves every acknowledged write whole, %s',
      async (_, { amount, kills, atLeast }) => {
        const database = await openTestDatabase<DurableTables>(engine, [halves])
        // A connection kept here would spare SQLite the recovery that this is about.
        await database.disconnect()
        const acknowledged: string[] = []
        for (const [round, kill] of kills.entries()) {
          acknowledged.push(...(await writeUntilKilled(database.options, amount, round, kill)))
          const after = await openDatabase<DurableTables>(database.options)
          const rows = await after.db
            .selectFrom('halves')
            .select(({ fn }) => ['label', fn.countAll<number>().as('parts')])
            .groupBy('label')
            .execute()
          expect(rows.filter((row) => row.parts !== amount.parts)).toEqual([])
          const present = new Set(rows.map((row) => row.label))
          expect(acknowledged.filter((label) => !present.has(label))).toEqual([])
          if (engine === 'sqlite') {
            const { rows: said } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(
              after.db,
            )
            expect(said.map((row) => row.integrity_check)).toEqual(['ok'])
          }
          await after.close()
        }
        expect(acknowledged.length).toBeGreaterThan(atLeast)
        await database.close()
      },
      60_000,
    )
  })
})
