import { commandTexts } from '#texts/commands.ts'
import { readConfig, type Config } from '../config.ts'
import { holderOf, type KeyHolder } from '#server/platform/crypto/key-holder.ts'
import { keySourceOf } from '#server/platform/crypto/key-sources.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { migrationState, requireUsable } from '#server/platform/database/migrate.ts'
import { migrations } from '#server/platform/database/migrations/all.ts'
import type { Database } from '#server/platform/database/open.ts'
import type { Clock } from '#server/platform/sources.ts'
import { requireDataFolder } from '../data-folder.ts'
import { confirmFor, databaseOf, isInstalled, isVirgin } from '../installation.ts'
import type { Costs } from './doctor-costs.ts'
import type { SettingsFile } from './settings-file.ts'
import type { Terminal } from './terminal.ts'

/** The context of every command. */
export type CommandContext = {
  readonly env: Record<string, string | undefined>
  readonly args: readonly string[]
  /** The file that `--settings` names; its settings are in `env`. */
  readonly settingsFile?: { readonly path: string } & SettingsFile
  readonly terminal: Terminal
  readonly clock: Clock
  /** For tests only: the costs that `doctor` measures. */
  readonly costs?: Costs
}

/**
 * @returns the exit code; @throws errors that the entry point prints as a sentence (settings, database, keys,
 *   refusals)
 */
export type Command = (context: CommandContext) => Promise<number>

/** A fault that the operator can correct; the message is the sentence to print. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** Invalid arguments: the help follows the sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly needsHelp: boolean
  constructor(message: string, { needsHelp = true }: { readonly needsHelp?: boolean } = {}) {
    super(message)
    this.needsHelp = needsHelp
  }
}

export type Installation = { readonly config: Config; readonly database: Database; readonly keys: KeyHolder }

/** The origin in the journal of an action on the machine itself. */
export const commandOrigin = { ip: 'local', requestId: 'command', userAgent: 'trousseau' } as const

/**
 * Runs work on the configured installation, with its database migrated and its keys loaded.
 * @param keysAre `unproved` for the command that verifies them itself
 * @throws ConfigError, KeyError, DatabaseProblem, CommandError
 */
export async function withInstallation<Result>(
  { env, terminal }: Pick<CommandContext, 'env' | 'terminal'>,
  work: (installation: Installation) => Promise<Result>,
  keysAre: 'proved' | 'unproved' = 'proved',
): Promise<Result> {
  const config = readConfig(env)
  requireDataFolder(config)
  if (!isInstalled(config)) throw new CommandError(commandTexts.notInstalled)
  const database = await databaseOf(config)
  try {
    const state = await migrationState(database.db, migrations)
    // A newer version may seal values that this one does not know: retiring a key would lose them.
    requireUsable(state)
    if (state.pending.length > 0) throw new CommandError(commandTexts.notMigrated)
    const source = keySourceOf(config)
    const confirm = keysAre === 'proved' ? confirmFor(database, config) : async () => undefined
    const keys = holderOf(source, () => isVirgin(database), confirm)
    if (source.startsSealed) await keys.unseal(await askPassphrase(terminal))
    else await keys.reload()
    return await work({ config, database, keys })
  } finally {
    await database.close()
  }
}

/** Asks for a secret; null at the end of the input. @throws CommandError for input that is not UTF-8 */
export async function askSecret(terminal: Terminal, question: string): Promise<string | null> {
  const secret = await terminal.askSecret(question)
  // Node decodes invalid UTF-8 to U+FFFD, so that different secrets would become equal.
  if (secret?.includes('\uFFFD')) throw new CommandError(commandTexts.notUtf8)
  return secret
}

/** Asks for the passphrase. @throws CommandError without an answer */
export async function askPassphrase(terminal: Terminal): Promise<Secret<string>> {
  const passphrase = await askSecret(terminal, commandTexts.passphrase)
  if (passphrase === null || passphrase === '') throw new CommandError(commandTexts.noPassphrase)
  return new Secret(passphrase)
}
