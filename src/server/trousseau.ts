import { Refusal } from '#domain/platform/refusals.ts'
import { commandHelp, commandTexts, type CommandName } from '#texts/commands.ts'
import { errorTexts } from '#texts/platform/errors.ts'
import { CommandError, UsageError, type Command } from './commands/command.ts'
import { confirmKeysCommand } from './commands/confirm-keys.ts'
import { createAdminCommand } from './commands/create-admin.ts'
import { doctorCommand } from './commands/doctor.ts'
import { migrateCommand } from './commands/migrate.ts'
import { rotateKeyCommand } from './commands/rotate-key.ts'
import { systemTerminal } from './commands/terminal.ts'
import { unsealCommand } from './commands/unseal.ts'
import { ConfigError } from './config.ts'
import { KeyError } from './platform/crypto/key-error.ts'
import { DatabaseProblem, namedProblem } from './platform/database/problems.ts'

const commands: Record<CommandName, Command> = {
  'create-admin': createAdminCommand,
  'rotate-key': rotateKeyCommand,
  migrate: migrateCommand,
  doctor: doctorCommand,
  'confirm-keys': confirmKeysCommand,
  unseal: unsealCommand,
}

const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name)

function help(): string {
  const lines = Object.entries(commandHelp).flatMap(([name, { summary, options }]) => [
    `  ${name.padEnd(14)}${summary}`,
    ...options.map((option) => `${' '.repeat(18)}${option}`),
  ])
  return [commandTexts.usage, '', commandTexts.commands, ...lines].join('\n')
}

/** Returns an argument of a command without options; `create-admin` parses its own. */
const strayOption = (name: CommandName, args: readonly string[]): string | undefined =>
  commandHelp[name].options.length === 0 ? args[0] : undefined

/** Returns the sentence for the operator, or null for a bug. */
function sentenceOf(thrown: unknown): string | null {
  const error = namedProblem(thrown)
  if (error instanceof Refusal) return error.sentence ?? errorTexts[error.code]
  const known = [CommandError, ConfigError, KeyError, DatabaseProblem].some((kind) => error instanceof kind)
  return known && error instanceof Error ? error.message : null
}

/** Prints the fault and the help. @returns the exit code */
function refuseUsage(sentence: string): number {
  process.stderr.write(`${sentence}\n\n${help()}\n`)
  return 2
}

async function run([name = 'help', ...args]: string[]): Promise<number> {
  if (['help', '--help', '-h'].includes(name) || args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${help()}\n`)
    return 0
  }
  if (!isCommand(name)) return refuseUsage(commandTexts.unknown(name))
  const stray = strayOption(name, args)
  if (stray !== undefined) return refuseUsage(commandTexts.badOption(stray))
  const terminal = systemTerminal()
  try {
    return await commands[name]({ env: process.env, args, terminal, clock: Date.now })
  } catch (error) {
    if (error instanceof UsageError) return refuseUsage(error.message)
    const sentence = sentenceOf(error)
    process.stderr.write(sentence === null ? `${commandTexts.failed}\n` : `${sentence}\n`)
    if (sentence === null) throw error
    return 1
  } finally {
    terminal.close()
  }
}

// As in the server: created databases and key files are closed to other system accounts.
process.umask(0o077)
process.exitCode = await run(process.argv.slice(2))
