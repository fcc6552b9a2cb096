// Runs as its own process, to be killed at any time. Writes from many concurrent transactions and prints each
// label once its transaction is acknowledged.
import { writeSync } from 'node:fs'
import { openDatabase, type DatabaseOptions } from '#server/platform/database/open.ts'

export interface DurableTables {
  halves: { label: string; part: number }
}

const CONCURRENT_WRITES = 500

const [options = '', round = ''] = process.argv.slice(2)
const { db } = await openDatabase<DurableTables>(JSON.parse(options) as DatabaseOptions)

async function writeForEver(writer: number): Promise<never> {
  for (let count = 0; ; count += 1) {
    const label = `${round}-${writer}-${count}`
    await db.transaction().execute(async (tx) => {
      await tx.insertInto('halves').values({ label, part: 1 }).execute()
      await tx.insertInto('halves').values({ label, part: 2 }).execute()
    })
    // Synchronous, past any buffer that a kill would lose.
    writeSync(1, `${label}\n`)
  }
}

await Promise.all(Array.from({ length: CONCURRENT_WRITES }, (_, writer) => writeForEver(writer)))
