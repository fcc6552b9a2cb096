import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** What a check of an SQLite file says: `ok`, or its first damage; and how many rows each table has. */
export type CheckedFile = { readonly verdict: string; readonly tables: Readonly<Record<string, number>> }

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

function check(file: string): CheckedFile {
  const db = new DatabaseSync(file)
  try {
    const [found] = db.prepare('pragma quick_check(1)').all()
    const names = db
      .prepare(
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'",
      )
      .all()
    const tables = names.map(({ name }) => {
      const row = db.prepare(`select count(*) as rows from ${quoted(String(name))}`).get()
      return [String(name), Number(row?.['rows'])] as const
    })
    return { verdict: String(found?.['quick_check']), tables: Object.fromEntries(tables) }
  } finally {
    db.close()
  }
}

// In a thread of its own: a check reads the whole file, and the server goes on meanwhile.
parentPort?.postMessage(check(String(workerData)))
