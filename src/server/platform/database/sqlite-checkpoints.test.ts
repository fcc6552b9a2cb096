import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Checkpoints } from './sqlite-checkpoints.ts'
import { SqliteConnection } from './sqlite-connection.ts'

const pageBytes = 4_096
const limits = { usualPages: 100, fewPages: 20, longLogPages: 400 }
/** Pages that a commit here writes, about. */
const pagesOfCommit = 12

describe('the log of SQLite', () => {
  let folder: string
  let file: string
  let writer: SqliteConnection
  let watcher: DatabaseSync
  let checkpoints: Checkpoints
  /** What the writer's own connection ran. */
  let statements: string[]

  const open = (startWorker?: ConstructorParameters<typeof Checkpoints>[4]) => {
    checkpoints = new Checkpoints(file, writer, { require: () => undefined }, limits, startWorker)
  }
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'trousseau-checkpoints-'))
    file = join(folder, 'trousseau.db')
    writer = new SqliteConnection(file, { readOnly: false, cacheMebibytes: 2 })
    writer.execute('create table items (id integer primary key, value blob)', [])
    watcher = new DatabaseSync(file)
    statements = []
    writer.onStatement = (sql) => statements.push(sql)
    open()
  })
  afterEach(async () => {
    await checkpoints.close()
    watcher.close()
    writer.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const commit = () => {
    writer.execute('insert into items (value) values (?)', [Buffer.alloc(10 * pageBytes, 7)])
    checkpoints.consider()
  }
  const state = () => {
    const { log, checkpointed } = watcher.prepare('pragma wal_checkpoint(noop)').get() ?? {}
    return { log: Number(log), checkpointed: Number(checkpointed) }
  }
  const left = () => state().log - state().checkpointed
  const ranHere = () => statements.filter((sql) => /checkpoint\(passive\)/.test(sql)).length

  it('is taken over by a thread when it is long, and by no commit', async () => {
    for (let at = 0; at < 3; at += 1) commit()
    expect(left()).toBeGreaterThan(2 * pagesOfCommit)
    // A commit leaves what it wrote in the log.
    while (state().log <= limits.usualPages) commit()
    await expect.poll(left).toBe(0)
    expect(ranHere()).toBe(0)
    expect({ ...watcher.prepare('pragma integrity_check').get() }).toEqual({ integrity_check: 'ok' })
  })

  it('begins anew, however much is written while the thread works', async () => {
    for (let at = 0; at < 300; at += 1) commit()
    expect(ranHere()).toBeGreaterThan(0)
    expect(statSync(`${file}-wal`).size / pageBytes).toBeLessThan(3 * limits.longLogPages)
    expect({ ...watcher.prepare('select count(*) as rows from items').get() }).toEqual({ rows: 300 })
  })

  it('is taken over without a thread that ends, and by the next thread', async () => {
    let started = 0
    open((of) => {
      started += 1
      if (started === 1) return new Worker('process.exit()', { eval: true })
      return new Worker(new URL('./sqlite-checkpoint-worker.ts', import.meta.url), { workerData: of })
    })
    commit()
    await checkpoints.run()
    expect([left(), ranHere()]).toEqual([0, 1])
    commit()
    await checkpoints.run()
    expect([left(), ranHere(), started]).toEqual([0, 1, 2])
  })

  it('is taken over while another process reads, as far as that reads nothing older', async () => {
    commit()
    const reader = new DatabaseSync(file)
    const seen = () => ({ ...reader.prepare('select count(*) as rows from items').get() })
    reader.exec('begin')
    expect(seen()).toEqual({ rows: 1 })
    const read = state().log
    commit()
    await checkpoints.run()
    expect([seen(), state().checkpointed]).toEqual([{ rows: 1 }, read])
    reader.close()
    await checkpoints.run()
    expect(left()).toBe(0)
  })

  it('makes no new file where the file was removed', async () => {
    rmSync(file)
    commit()
    await checkpoints.run()
    expect(readdirSync(folder)).not.toContain('trousseau.db')
  })
})
