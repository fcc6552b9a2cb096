import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { openTestDatabase, testedEngines } from '#server/testing/databases.ts'
import { PostgresLanes } from './postgres-lanes.ts'

const name = 'lanes-of-this-test'

describe.runIf(testedEngines.includes('postgres'))('shared connections', () => {
  it('are all closed at the end, including replacements of broken ones', async () => {
    const database = await openTestDatabase('postgres')
    const { options } = database
    if (options.kind !== 'postgres') throw new Error('not PostgreSQL')
    const other = new Client({ connectionString: options.url })
    await other.connect()
    const ours = `from pg_stat_activity where datname = current_database() and application_name = '${name}'`
    const lost: Error[] = []
    const config = { connectionString: options.url, application_name: name, pipeline: true }
    const lanes = new PostgresLanes(config, (error) => lost.push(error))
    let isBreaking = true
    const readers = Array.from({ length: 8 }, async () => {
      while (isBreaking) await lanes.ask({ text: 'select 1' }).catch(() => undefined)
    })
    // Until one is lost: the first rounds may find none that is open yet.
    for (let round = 0; round < 20 || lost.length === 0; round += 1)
      await other.query(`select pg_terminate_backend(pid) ${ours}`)
    isBreaking = false
    await Promise.all(readers)
    expect(lost.length).toBeGreaterThan(0)
    await lanes.close()
    // The server notices the end of a connection a moment after the client.
    await expect.poll(async () => (await other.query(`select pid ${ours}`)).rowCount).toBe(0)
    await other.end()
    await database.close()
  })
})
