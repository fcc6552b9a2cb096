// Runs as its own process, to be killed in the middle of a migration, which it reports before it waits.
import { writeSync } from 'node:fs'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase, type DatabaseOptions } from '#server/platform/database/open.ts'

const [options = ''] = process.argv.slice(2)
const database = await openDatabase(JSON.parse(options) as DatabaseOptions)

await migrate(database, [
  {
    id: '0001-first',
    async up(db, columns) {
      await columns.table(db, 'half_made').addColumn('id', columns.id, columns.primary).execute()
      writeSync(1, 'in the middle\n')
      await new Promise((resolve) => setTimeout(resolve, 60_000))
    },
  },
])
