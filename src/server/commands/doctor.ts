import { accessSync, constants, existsSync } from 'node:fs'
import { doctorTexts } from '#texts/commands.ts'
import { readConfig } from '../config.ts'
import { databaseOf, isInstalled, requireNoneLost } from '../installation.ts'
import { operatorSentence } from '../operator-problem.ts'
import type { Command, CommandContext } from './command.ts'
import { checkBackupPlace, checkBackupTools, checkLastBackup } from './doctor-backups.ts'
import { checkCosts } from './doctor-costs.ts'
import {
  checkAdministrators,
  checkChestKeys,
  checkClock,
  checkDatabase,
  checkMigrations,
  type Finding,
} from './doctor-database.ts'
import { checkDisk, checkFolder } from './doctor-folder.ts'
import { checkJournal, checkKeys, checkOwnKeys } from './doctor-keys.ts'
import {
  checkCertificates,
  checkDirectory,
  checkMail,
  checkProxies,
  checkWaitingMails,
} from './doctor-network.ts'
import { checkSiem } from './doctor-siem.ts'
import { checkSso } from './doctor-sso.ts'

const marks = { good: '✓', bad: '✗', unknown: '–' } as const

/** Checks the installation without changing it. Each faulty line says what to do. */
export const doctorCommand: Command = async (context) => {
  let wrong = 0
  for await (const finding of telling(() => findings(context))) {
    if (finding.state === 'bad') wrong += 1
    context.terminal.say(`${marks[finding.state]} ${finding.text}`)
  }
  const { verdict } = doctorTexts
  context.terminal.say(wrong === 0 ? verdict.good : verdict.bad(wrong))
  return wrong === 0 ? 0 : 1
}

/** Reports the errors that have a sentence; any other error is a bug and is rethrown. */
async function* telling(check: () => Promise<Finding[]> | AsyncIterable<Finding>): AsyncGenerator<Finding> {
  try {
    yield* await check()
  } catch (error) {
    const text = operatorSentence(error)
    if (text === null) throw error
    yield { state: 'bad', text }
  }
}

function hidesItsContent(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK)
    return false
  } catch {
    return existsSync(folder)
  }
}

async function* findings(context: CommandContext): AsyncGenerator<Finding> {
  const { args, env, terminal, clock, settingsFile } = context
  if (settingsFile !== undefined) {
    const { path, settings, faults } = settingsFile
    yield* faults.map((text): Finding => ({ state: 'bad', text }))
    if (faults.length > 0) return
    yield { state: 'good', text: doctorTexts.settings.file(path, Object.keys(settings).length) }
  }
  const settings = readConfig(env)
  yield { state: 'good', text: doctorTexts.settings.good }
  if (args.includes('--sso')) {
    yield* telling(() => checkSso(settings))
    return
  }
  yield* telling(() => checkFolder(settings))
  yield* telling(() => checkDisk(settings.dataFolder))
  yield* telling(() => checkBackupPlace(settings))
  yield* telling(() => checkMail(settings.smtp, settings.mailFrom))
  yield* telling(() => checkDirectory(settings.directory))
  yield* telling(async () => checkCertificates(settings, clock()))
  yield* telling(() => checkCosts(context.costs))
  // A folder that cannot be searched hides the database that it contains, and is reported already.
  if (settings.database.kind === 'sqlite' && hidesItsContent(settings.dataFolder)) return
  if (!isInstalled(settings)) {
    requireNoneLost(settings)
    // Of a settings file that is checked before the first start, this is no fault.
    yield settingsFile === undefined
      ? { state: 'bad', text: doctorTexts.database.notInstalled }
      : { state: 'unknown', text: doctorTexts.database.notYet }
    return
  }
  const opened = await databaseOf(settings)
  try {
    yield* telling(() => checkDatabase(opened, clock()))
    const migrated = await checkMigrations(opened)
    yield migrated
    if (migrated.state !== 'good') return
    yield* telling(() => checkClock(opened, clock()))
    const keys = await checkKeys(settings, terminal)
    yield* keys.findings
    const { keyring } = keys
    if (keyring) yield* telling(() => checkOwnKeys(opened, keyring))
    if (keyring) yield* telling(() => checkChestKeys(opened, keyring))
    if (keyring) yield* telling(() => checkJournal(opened, keyring))
    yield* telling(() => checkBackupTools(opened, settings))
    if (keyring) yield* telling(() => checkLastBackup(opened, settings, keyring, clock()))
    yield* telling(() => checkAdministrators(opened))
    yield* telling(() => checkWaitingMails(opened))
    yield* telling(() => checkSiem(opened, settings.siem, clock()))
    yield* telling(() => checkProxies(opened, settings, clock()))
  } finally {
    await opened.close()
  }
}
