// Runs as its own process, to be killed at any time. Writes from many concurrent transactions and prints each
// label once its transaction is acknowledged.
import { writeSync } from 'node:fs'
import { openDatabase, type DatabaseOptions } from '#server/platform/database/open.ts'

export interface DurableTables {
  halves: { label: string; part: number }
}

/** How much is written: transactions at once, rows of each, and the length of a label. */
export interface DurableAmount {
  writers: number
  parts: number
  labelLength: number
}

const [options = '', round = '', amount = ''] = process.argv.slice(2)
const { writers, parts, labelLength } = JSON.parse(amount) as DurableAmount
// Two statements at least: a transaction that is not whole would show.
const rowsAtOnce = Math.min(100, parts / 2)
const { db } = await openDatabase<DurableTables>(JSON.parse(options) as DatabaseOptions)

async function writeForEver(writer: number): Promise<never> {
  for (let count = 0; ; count += 1) {
    const label = `${round}-${writer}-${count}`.padEnd(labelLength, '.')
    const rows = Array.from({ length: parts }, (_, part) => ({ label, part }))
    await db.transaction().execute(async (tx) => {
      for (let from = 0; from < parts; from += rowsAtOnce)
        await tx
          .insertInto('halves')
          .values(rows.slice(from, from + rowsAtOnce))
          .execute()
    })
    // Synchronous, past any buffer that a kill would lose.
    writeSync(1, `${label}\n`)
  }
}

await Promise.all(Array.from({ length: writers }, (_, writer) => writeForEver(writer)))
