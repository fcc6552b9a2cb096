import { readFileSync } from 'node:fs'
import type { KeyObject } from 'node:crypto'
import { backupProblems, backupTexts as texts } from '#texts/backups.ts'
import type { Manifest } from '#server/backups/manifest.ts'
import type { BackupFault, BackupReport } from '#server/backups/verify-backup.ts'
import { readIdentity } from '#server/platform/crypto/age.ts'
import { holderOf, type KeyHolder } from '#server/platform/crypto/key-holder.ts'
import { keySourceOf } from '#server/platform/crypto/key-sources.ts'
import { fileProblemOf } from '#server/platform/file-problem.ts'
import type { Config } from '../config.ts'
import { askPassphrase, CommandError, UsageError, type CommandContext } from './command.ts'
import { givenPath } from './remote.ts'

/** Returns the file and the private key that a command names. @throws UsageError, CommandError, FileProblem */
export function fileAndKey(
  command: string,
  context: Pick<CommandContext, 'env'>,
  positionals: readonly string[],
  keyFile: string | undefined,
): { path: string; identity: KeyObject } {
  const [given, stray] = positionals
  if (given === undefined || stray !== undefined || keyFile === undefined)
    throw new UsageError(texts.fileMissing(command))
  const path = givenPath(context, given)
  const identity = readIdentity(readText(givenPath(context, keyFile)))
  if (!identity) throw new CommandError(backupProblems.noIdentity(keyFile))
  return { path, identity }
}

/** @throws FileProblem, which names the file also where the system does not */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw fileProblemOf(error, path) ?? error
  }
}

/** Reads the root keys of the settings without a database that confirms them: the backup does. @throws KeyError */
export async function rootKeysOf(config: Config, { terminal }: CommandContext): Promise<KeyHolder> {
  const source = keySourceOf(config)
  const keys = holderOf(source, async () => false)
  if (source.startsSealed) await keys.unseal(await askPassphrase(terminal))
  else await keys.reload()
  return keys
}

/** Prints what a backup holds, its faults, and whether it would save the day. */
export function sayReport(say: (line: string) => void, manifest: Manifest, report: BackupReport): void {
  const { opened, journalRows, faults } = report
  say(texts.of(manifest.at, manifest.engine, manifest.program))
  say(texts.opened(opened, journalRows))
  if (opened.guardians > 0) say(texts.guardians(opened.guardians))
  for (const fault of faults) say(sentenceOf(fault))
  say(faults.length === 0 ? texts.good : texts.bad(faults.length))
}

function sentenceOf(fault: BackupFault): string {
  if (fault.kind === 'rows') return texts.faults.rows(fault.table, fault.there, fault.announced)
  if (fault.kind === 'closed') return texts.faults.closed(fault.count, fault.values)
  if (fault.kind === 'journal') return texts.faults.journal(fault.count)
  return fault.kind === 'authority' ? texts.faults.authority(fault.rows) : texts.faults.rootKeys
}
