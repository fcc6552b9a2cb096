import { randomBytes } from 'node:crypto'
import { backupTexts as texts } from '#texts/backups.ts'
import { restoreBackup } from '#server/backups/restore.ts'
import { lockFolder } from '#server/platform/database/folder-lock.ts'
import { createJournal } from '#server/platform/journal/journal.ts'
import { readConfig } from '../config.ts'
import { prepareDataFolder } from '../data-folder.ts'
import { fileAndKey, rootKeysOf, sayReport } from './backup-options.ts'
import { commandOrigin, type Command } from './command.ts'
import { parseOptions } from './options.ts'

const options = { 'key-file': { type: 'string' }, 'despite-faults': { type: 'boolean' } } as const

/** Restores a backup into an empty place, with its root keys, and ends what lived at its time. */
export const restoreCommand: Command = async (context) => {
  const { values, positionals } = parseOptions(context.args, options, null)
  const { path, identity } = fileAndKey('restore', context, positionals, values['key-file'])
  const config = readConfig(context.env)
  prepareDataFolder(config)
  const keys = await rootKeysOf(config, context)
  const { clock, terminal } = context
  const journal = createJournal({ clock, keys, randomBytes })
  // A server that starts meanwhile would create an empty database in its place.
  const lock = config.database.kind === 'sqlite' ? lockFolder(config.dataFolder) : null
  try {
    const { manifest, report, ended } = await restoreBackup(
      { config, keys, journal, origin: commandOrigin, clock },
      path,
      identity,
      values['despite-faults'] ?? false,
    )
    sayReport((line) => terminal.say(line), manifest, report)
    if (ended === null) {
      terminal.say(texts.restore.refused)
      if (config.database.kind === 'postgres') terminal.say(texts.restore.halfFilled)
      return 1
    }
    terminal.say(texts.restore.ended(ended))
    terminal.say(texts.restore.since(manifest.at))
    terminal.say(texts.restore.done)
    return 0
  } finally {
    lock?.release()
  }
}
