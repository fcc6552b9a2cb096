import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { backupProblems, backupTexts as texts } from '#texts/backups.ts'
import { recordBackup } from '#server/backups/schedule.ts'
import { nextShares } from '#server/backups/turns.ts'
import { writeBackup } from '#server/backups/write-backup.ts'
import { backupRecord } from '#server/platform/backups/record.ts'
import { newAgeKey } from '#server/platform/crypto/age.ts'
import { createJournal } from '#server/platform/journal/journal.ts'
import { CommandError, commandOrigin, UsageError, withInstallation, type Command } from './command.ts'
import { parseOptions } from './options.ts'
import { givenPath } from './remote.ts'

/** Draws the key of backups. Its private half is printed and stored nowhere. */
export const backupKeyCommand: Command = async ({ terminal }) => {
  const { identity, recipient } = newAgeKey()
  terminal.say(texts.key.identity(identity))
  terminal.say(texts.key.explanation)
  terminal.say('')
  terminal.say(texts.key.setting(recipient))
  return 0
}

/** Writes a backup into a folder while the server runs. Exit code 1 when a value in it does not open. */
export const backupCommand: Command = async (context) => {
  const { positionals } = parseOptions(context.args, {}, null)
  const [given, stray] = positionals
  if (given === undefined || stray !== undefined) throw new UsageError(texts.folderMissing)
  const folder = givenPath(context, given)
  return withInstallation(context, async ({ config, database, keys }) => {
    const { clock, terminal } = context
    const { database: settings } = config
    if (settings.kind === 'postgres' && settings.isPooled) throw new CommandError(backupProblems.pooled)
    const { db } = database
    const isScheduled = config.backup.folder !== null
    const record = await backupRecord(db, keys, { now: clock(), isScheduled })
    const shares = record ? nextShares(record) : []
    const made = await writeBackup({ config, db, keys, clock }, folder, { shares })
    const journal = createJournal({ clock, keys, randomBytes })
    const { opened } = made
    terminal.say(texts.made(join(folder, made.name), made.bytes))
    if (opened.brokenCount > 0) {
      terminal.say(texts.unproved(opened.brokenCount, opened.broken))
      return 1
    }
    await recordBackup({ db, journal }, commandOrigin, made, 'command')
    terminal.say(texts.proved(opened, settings.kind))
    return 0
  })
}
