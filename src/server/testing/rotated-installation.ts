import { copyFileSync, cpSync } from 'node:fs'
import { join } from 'node:path'
import { doctorCommand } from '../commands/doctor.ts'
import type { Command } from '../commands/command.ts'
import { rotateKeys } from '../commands/rotate-key.ts'
import { testAnswers } from '../commands/testing.ts'
import { readConfig } from '../config.ts'
import { confirmFor, databaseOf } from '../installation.ts'
import type { Engine } from '../platform/database/engine.ts'
import { holderOf } from '../platform/crypto/key-holder.ts'
import { keySourceOf } from '../platform/crypto/key-sources.ts'
import { expectStatus, foundAndSignIn, newChest } from './browser.ts'
import {
  copyOfDatabase,
  migratedInstallation,
  startServer,
  temporaryFolder,
  type Later,
  type Settings,
} from './process.ts'

/** Allows for a busy machine. */
export const eventually = { timeout: 30_000, interval: 100 } as const

/** Returns the path of the key file. */
export const keyFileOf = (settings: Settings): string => settings['TROUSSEAU_ROOT_KEY_FILE'] ?? ''

export async function withDatabase<Result>(
  settings: Settings,
  work: (database: Awaited<ReturnType<typeof databaseOf>>) => Promise<Result>,
): Promise<Result> {
  const database = await databaseOf(readConfig(settings))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Rotates the root key past nodes that do not have it. */
export const rotate = (settings: Settings): Promise<void> =>
  withDatabase(settings, async (database) => {
    const keys = holderOf(
      keySourceOf(readConfig(settings)),
      async () => false,
      confirmFor(database, readConfig(settings)),
    )
    await keys.reload()
    // Each time it waits, the operator forgets the nodes that it waits for.
    const pause = async () => void (await database.db.deleteFrom('key_nodes').execute())
    const quiet = { say: () => undefined, note: async () => undefined }
    await rotateKeys({ db: database.db, keys, clock: Date.now, pause, ...quiet })
  })

/** Runs a command in this process. */
export async function runCommand(command: Command, settings: Settings) {
  const { terminal, said } = testAnswers([])
  const code = await command({ env: settings, args: [], terminal, clock: Date.now })
  return { code, said }
}

/** The exit code of the doctor. */
export const verdictOn = async (settings: Settings): Promise<number> =>
  (await runCommand(doctorCommand, settings)).code

/** An installation with a chest and an item, which no server runs on. */
export type Founded = {
  readonly settings: Settings
  /** Those of its founder, who is signed in. */
  readonly cookies: Map<string, string>
  readonly chestId: number
  /** The item's id; its password is « secret ». */
  readonly item: number
}

export async function foundedInstallation(engine: Engine, later: Later): Promise<Founded> {
  const settings = {
    ...(await migratedInstallation(engine, later)),
    TROUSSEAU_ROOT_KEY_FILE: join(temporaryFolder(later), 'root.key'),
  }
  const server = await startServer(settings, later)
  const browser = await foundAndSignIn(server.url, server.setupToken())
  const chestId = await newChest(browser)
  const made = await browser.post('/api/item/', { chestId, name: 'Serveur', password: 'secret' })
  const { id: item } = expectStatus(made, 201).body as { id: number }
  await server.end('SIGTERM')
  return { settings, cookies: browser.cookies, chestId, item }
}

/** Copies an installation that no server runs on: its database, its key file and, unlike a backup, its data folder. */
export async function copyOfInstallation(from: Settings, later: Later): Promise<Settings> {
  const settings = await copyOfBackup(from, later)
  cpSync(from['TROUSSEAU_DATA'] ?? '', settings['TROUSSEAU_DATA'] ?? '', { recursive: true })
  return settings
}

/** Copies the database and the key file of an installation that no server runs on. */
export const copyOfBackup = async (from: Settings, later: Later): Promise<Settings> => ({
  ...(await copyOfDatabase(from, later)),
  ...copyOfKeys(from, later),
})

/** The setting that names a copy of the key file. */
export function copyOfKeys(from: Settings, later: Later) {
  const file = join(temporaryFolder(later), 'root.key')
  copyFileSync(keyFileOf(from), file)
  return { TROUSSEAU_ROOT_KEY_FILE: file }
}
