import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { databaseProblems } from '#texts/platform/server.ts'
import { createLog } from './log.ts'
import { DatabaseProblem, namedProblem } from './platform/database/problems.ts'
import { temporaryFolder } from './testing/process.ts'

/** SQLite's error of a full disk, from a database at its maximum size. */
function fullError(): unknown {
  const database = new DatabaseSync(join(temporaryFolder(), 'full.db'))
  database.exec('create table lines (text text); pragma max_page_count = 2')
  try {
    database.prepare('insert into lines values (?)').run('secret '.repeat(2_000))
  } catch (error) {
    return error
  } finally {
    database.close()
  }
  throw new Error('the base was to be full')
}

it('a full disk is reported as a sentence to operators of the server and the commands, on either engine', () => {
  for (const error of [fullError(), Object.assign(new Error('no space'), { code: '53100' })]) {
    const problem = namedProblem(error)
    expect(problem).toBeInstanceOf(DatabaseProblem)
    expect(problem).toMatchObject({ message: databaseProblems.DISK_FULL(), cause: error })
  }
  const bug = new Error('another')
  expect(namedProblem(bug)).toBe(bug)
})

it('the log states why SQLite failed, and quotes no data', () => {
  const lines: string[] = []
  createLog('info', { write: (line: string) => void lines.push(line) }).error({ err: fullError() }, 'refused')
  expect(lines.join('')).toContain('"reason":"database or disk is full"')
  expect(lines.join('')).not.toContain('secret')
})
