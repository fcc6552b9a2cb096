import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { configTexts } from '#texts/platform/server.ts'
import { ConfigError } from './config.ts'

/** Creates the data folder and its parents. @throws ConfigError */
export function makeDataFolder(folder: string): void {
  try {
    // Level by level: a recursive mkdir of Node never ends where no folder can be created (/proc).
    if (!existsSync(dirname(folder))) makeDataFolder(dirname(folder))
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    if (!statSync(folder).isDirectory()) throw new ConfigError(configTexts.dataFolder(folder))
  } catch (error) {
    throw error instanceof ConfigError
      ? error
      : new ConfigError(configTexts.dataFolder(folder), { cause: error })
  }
}
