import { migrateTexts } from '#texts/commands.ts'
import { readConfig } from '../config.ts'
import { prepareDataFolder } from '../data-folder.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { migrations } from '#server/platform/database/migrations/all.ts'
import { databaseOf, requireNoneLost } from '../installation.ts'
import type { Command } from './command.ts'

/** Migrates the database, as each start of the server does. */
export const migrateCommand: Command = async ({ env, terminal }) => {
  const config = readConfig(env)
  prepareDataFolder(config)
  requireNoneLost(config)
  const database = await databaseOf(config)
  try {
    const applied = await migrate(database, migrations)
    for (const id of applied) terminal.say(migrateTexts.applied(id))
    if (applied.length === 0) terminal.say(migrateTexts.upToDate)
    return 0
  } finally {
    await database.close()
  }
}
