import { backupProblems } from '#texts/backups.ts'
import { openBackup } from '#server/backups/read-backup.ts'
import { BackupProblem } from '#server/backups/problem.ts'
import { withDump, withFile, withPrivateFolder, withScratchBase } from '#server/backups/scratch.ts'
import { verifyRestored } from '#server/backups/verify-backup.ts'
import type { RowCounts } from '#server/backups/copy-database.ts'
import type { Database } from '#server/platform/database/open.ts'
import { readConfig } from '../config.ts'
import { fileAndKey, rootKeysOf, sayReport } from './backup-options.ts'
import type { Command } from './command.ts'
import { parseOptions } from './options.ts'

const options = { 'key-file': { type: 'string' }, 'scratch-url': { type: 'string' } } as const

/**
 * Restores a backup into a temporary place, opens everything in it, and says whether it would save the day. Exit code 1 when
 * it would not.
 */
export const verifyBackupCommand: Command = async (context) => {
  const { values, positionals } = parseOptions(context.args, options, null)
  const { path, identity } = fileAndKey('verify-backup', context, positionals, values['key-file'])
  const config = readConfig(context.env)
  const { keyring } = await rootKeysOf(config, context)
  const say = (line: string) => context.terminal.say(line)
  return withPrivateFolder(async (folder) => {
    const { manifest, databaseFile } = await openBackup(path, identity, keyring, folder)
    const verify = async (database: Database, tables: RowCounts) => {
      const report = await verifyRestored(database, keyring, manifest, tables, folder, context.clock())
      sayReport(say, manifest, report)
      return report.faults.length === 0 ? 0 : 1
    }
    if (manifest.engine === 'sqlite') return withFile(databaseFile, verify)
    const scratch = values['scratch-url']
    if (scratch !== undefined) return withDump(databaseFile, scratch, verify)
    if (config.database.kind !== 'postgres') throw new BackupProblem(backupProblems.otherEngine)
    return withScratchBase(config.database.url, (url) => withDump(databaseFile, url, verify))
  })
}
