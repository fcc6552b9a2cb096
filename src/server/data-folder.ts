import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { configTexts } from '#texts/platform/config.ts'
import { ConfigError } from './config.ts'

/** Makes the data folder and what leads to it. @throws ConfigError */
export function makeDataFolder(folder: string): void {
  try {
    // One level after the other: asked to make all of them, Node tries for ever where none can be made (/proc).
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
