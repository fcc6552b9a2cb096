import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '#server/platform/database/engine.ts'
import { openTestDatabase, type TestDatabase } from '../testing/databases.ts'
import type { Command } from './command.ts'
import type { Terminal } from './terminal.ts'

/** Hashing in about a millisecond: what `doctor` measures is nobody's business here. */
const low = { memory: 64, passes: 1, parallelism: 1 }
const costs = { password: low, masterKey: low }

/** What `create-admin` asks for, of one person. */
export const firstAdministrator = {
  args: ['--login', 'c.dupre', '--first-name', 'Camille', '--last-name', 'Dupré', '--email', 'c@exemple.fr'],
  answers: ['trois pommes vertes sur un mur'],
}

export const testAnswers = (answers: readonly string[], isInteractive = false) => {
  const left = [...answers]
  const said: string[] = []
  const terminal: Terminal = {
    isInteractive,
    say: (line) => void said.push(line),
    note: (line) => void said.push(line),
    ask: async () => left.shift() ?? '',
    askSecret: async () => left.shift() ?? null,
    close: () => undefined,
  }
  return { terminal, said }
}

export type TestInstallation = {
  readonly database: TestDatabase
  readonly env: Record<string, string>
  readonly folder: string
  /** Runs a command. @returns its output and its exit code */
  run(command: Command, options?: RunOptions): Promise<{ code: number; said: string[] }>
  close(): Promise<void>
}
export type RunOptions = { args?: string[]; answers?: string[]; interactive?: boolean; env?: object }

/** A migrated database, with its own data folder in the settings. */
export async function testInstallation(engine: Engine): Promise<TestInstallation> {
  const database = await openTestDatabase(engine)
  const { options } = database
  const folder =
    options.kind === 'sqlite' ? join(options.file, '..') : mkdtempSync(join(tmpdir(), 'trousseau-command-'))
  const env: Record<string, string> = {
    TROUSSEAU_DATA: folder,
    ...(options.kind === 'postgres' && { DATABASE_URL: options.url }),
  }
  return {
    database,
    env,
    folder,
    run: async (command, { args = [], answers = [], interactive = false, env: more = {} } = {}) => {
      const { terminal, said } = testAnswers(answers, interactive)
      const code = await command({ env: { ...env, ...more }, args, terminal, clock: Date.now, costs })
      return { code, said }
    },
    close: async () => {
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
