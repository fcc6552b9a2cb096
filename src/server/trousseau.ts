import { Refusal } from '#domain/platform/refusals.ts'
import { commandHelp, commandTexts, type CommandName } from '#texts/commands.ts'
import { errorTexts } from '#texts/platform/errors.ts'
import { backupCommand, backupKeyCommand } from './commands/backup.ts'
import { CommandError, UsageError, type Command, type CommandContext } from './commands/command.ts'
import { confirmKeysCommand } from './commands/confirm-keys.ts'
import { createAdminCommand } from './commands/create-admin.ts'
import { doctorCommand } from './commands/doctor.ts'
import { exportCommand } from './commands/export.ts'
import { forgetNodeCommand } from './commands/forget-node.ts'
import { importCommand } from './commands/import.ts'
import { migrateCommand } from './commands/migrate.ts'
import { resendEventsCommand } from './commands/resend-events.ts'
import { restoreCommand } from './commands/restore.ts'
import { rotateKeyCommand } from './commands/rotate-key.ts'
import { readSettingsFile, withSettingsOf } from './commands/settings-file.ts'
import { systemTerminal } from './commands/terminal.ts'
import { upgradeCheckCommand } from './commands/upgrade-check.ts'
import { unsealCommand } from './commands/unseal.ts'
import { verifyBackupCommand } from './commands/verify-backup.ts'
import { verifyJournalCommand } from './commands/verify-journal.ts'
import { operatorSentence } from './operator-problem.ts'
import { trustMachine } from './platform/authorities.ts'
import { fileProblemOf } from './platform/file-problem.ts'

const commands: Record<CommandName, Command> = {
  'create-admin': createAdminCommand,
  'rotate-key': rotateKeyCommand,
  'forget-node': forgetNodeCommand,
  migrate: migrateCommand,
  'upgrade-check': upgradeCheckCommand,
  doctor: doctorCommand,
  'confirm-keys': confirmKeysCommand,
  'verify-journal': verifyJournalCommand,
  'resend-events': resendEventsCommand,
  'backup-key': backupKeyCommand,
  backup: backupCommand,
  'verify-backup': verifyBackupCommand,
  restore: restoreCommand,
  unseal: unsealCommand,
  import: importCommand,
  export: exportCommand,
}

const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name)

function help(): string {
  const lines = Object.entries(commandHelp).flatMap(([name, { summary, options }]) => [
    `  ${name.padEnd(16)}${summary}`,
    ...options.map((option) => `${' '.repeat(18)}${option}`),
  ])
  return [commandTexts.usage, '', commandTexts.commands, ...lines].join('\n')
}

/** Commands without an argument, and without an option but `--settings`, which is that of every command, and `doctor --sso`. */
const isWithoutOptions = (name: CommandName): boolean =>
  (commandHelp[name].options.length === 0 && name !== 'backup') || name === 'doctor'

/** Returns an argument of a command without options; the others parse their own. */
const strayOption = (name: CommandName, args: readonly string[]): string | undefined =>
  isWithoutOptions(name) ? args.find((arg) => name !== 'doctor' || arg !== '--sso') : undefined

/** Returns the arguments without `--settings FILE`, and that file. @throws UsageError without the file */
function takeSettingsFile(given: readonly string[]): { args: string[]; path: string | undefined } {
  const args = [...given]
  const at = args.findIndex((arg) => arg === '--settings' || arg.startsWith('--settings='))
  if (at < 0) return { args, path: undefined }
  const [option = '', next = ''] = args.slice(at)
  const isJoined = option.includes('=')
  const path = isJoined ? option.slice(option.indexOf('=') + 1) : next
  if (path === '' || path.startsWith('--')) throw new UsageError(commandTexts.valueMissing('--settings'))
  args.splice(at, isJoined ? 1 : 2)
  return { args, path }
}

/** @throws CommandError for a file with a fault, which `doctor` reports itself */
function readSettings(
  name: CommandName,
  path: string | undefined,
): Pick<CommandContext, 'env' | 'settingsFile'> {
  if (path === undefined) return { env: process.env }
  const file = readSettingsFile(path)
  if (name !== 'doctor' && file.faults.length > 0) throw new CommandError(file.faults.join('\n'))
  return { env: withSettingsOf(process.env, file), settingsFile: { path, ...file } }
}

/** Returns the sentence for the operator, or null for a bug. */
function sentenceOf(error: unknown): string | null {
  if (error instanceof Refusal) return error.sentence ?? errorTexts[error.code]
  return error instanceof CommandError ? error.message : operatorSentence(error)
}

/** Prints the fault, with the help unless it says all. @returns the exit code */
function refuseUsage(sentence: string, needsHelp = true): number {
  process.stderr.write(needsHelp ? `${sentence}\n\n${help()}\n` : `${sentence}\n`)
  return 2
}

async function run([name = 'help', ...given]: string[]): Promise<number> {
  if (['help', '--help', '-h'].includes(name) || given.includes('--help') || given.includes('-h')) {
    process.stdout.write(`${help()}\n`)
    return 0
  }
  if (!isCommand(name)) return refuseUsage(commandTexts.unknown(name))
  const terminal = systemTerminal()
  trustMachine()
  try {
    const { args, path } = takeSettingsFile(given)
    const stray = strayOption(name, args)
    if (stray !== undefined) return refuseUsage(commandTexts.badOption(stray))
    return await commands[name]({ ...readSettings(name, path), args, terminal, clock: Date.now })
  } catch (error) {
    if (error instanceof UsageError) return refuseUsage(error.message, error.needsHelp)
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
// Work goes on without whoever reads what it says; that it could not be written elsewhere is a failure.
process.stdout.on('error', (error) => {
  const problem = fileProblemOf(error)
  if (problem === null) return
  process.stderr.write(`${problem.message}\n`)
  process.exit(1)
})
process.exitCode = await run(process.argv.slice(2))
