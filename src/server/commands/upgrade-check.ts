import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { releases } from '#texts/platform/changelog.ts'
import { databaseProblems } from '#texts/platform/server.ts'
import { commandTexts, upgradeTexts } from '#texts/commands.ts'
import { isLate } from '#server/platform/backups/record.ts'
import { migrationState } from '#server/platform/database/migrate.ts'
import { migrations } from '#server/platform/database/migrations/all.ts'
import type { Database } from '#server/platform/database/open.ts'
import { programVersion } from '#server/platform/program.ts'
import { registeredNodes } from '#server/platform/root-keys/nodes.ts'
import { readConfig, type Config } from '../config.ts'
import { databaseFileOf, databaseOf, isInstalled } from '../installation.ts'
import { CommandError, type Command } from './command.ts'
import type { Finding } from './doctor-database.ts'

const marks = { good: '✓', bad: '✗', unknown: '–' } as const
const mebibyte = 1024 ** 2
/** A migration may write a table again, into the log of SQLite first. */
const spareBytes = 100 * mebibyte

/** Says what the start of this program would do to the database, and what has to be done before. Changes nothing. */
export const upgradeCheckCommand: Command = async ({ env, terminal, clock }) => {
  const config = readConfig(env)
  if (!isInstalled(config)) throw new CommandError(commandTexts.notInstalled)
  const database = await databaseOf(config)
  try {
    const { isUpgrade, findings } = await look(config, database, clock())
    for (const { state, text } of findings) terminal.say(`${marks[state]} ${text}`)
    const isReady = findings.every(({ state }) => state !== 'bad')
    if (isUpgrade && isReady) {
      terminal.say(upgradeTexts.toDo)
      for (const line of releases[0]?.operator ?? []) terminal.say(`  ${line}`)
    }
    terminal.say(!isReady ? upgradeTexts.verdict.bad : upgradeTexts.verdict[isUpgrade ? 'ready' : 'nothing'])
    return isReady ? 0 : 1
  } finally {
    await database.close()
  }
}

async function look(
  config: Config,
  database: Database,
  now: number,
): Promise<{ isUpgrade: boolean; findings: Finding[] }> {
  const program: Finding = { state: 'good', text: upgradeTexts.program(programVersion) }
  const { pending, fault } = await migrationState(database.db, migrations)
  if (fault !== null)
    return {
      isUpgrade: false,
      findings: [program, { state: 'bad', text: databaseProblems[fault.code](fault.id) }],
    }
  if (pending.length === 0)
    return { isUpgrade: false, findings: [program, { state: 'good', text: upgradeTexts.upToDate }] }
  return {
    isUpgrade: true,
    findings: [
      program,
      { state: 'good', text: upgradeTexts.pending(pending) },
      await checkNodes(database, pending),
      await checkRoom(config),
      await checkBackup(config, database, now),
    ],
  }
}

/** Whether nodes of the former version have to stop first, and whether any runs. */
async function checkNodes({ db, engine }: Database, pending: readonly string[]): Promise<Finding> {
  const texts = upgradeTexts.nodes
  const stopping = migrations.filter(({ id, olderNodes }) => olderNodes === 'stop' && pending.includes(id))
  // Before 0031 nodes recorded nothing.
  const isRecorded = (await db.introspection.getTables()).some(({ name }) => name === 'key_nodes')
  const live = isRecorded ? (await registeredNodes(db)).filter(({ isSilent }) => !isSilent).length : null
  if (engine === 'sqlite') {
    // One process holds the data folder: the new one does not start beside it.
    return live === 0 ? { state: 'good', text: texts.stopped } : { state: 'unknown', text: texts.single }
  }
  if (stopping.length === 0) return { state: 'good', text: texts.rolling }
  if (live === 0) return { state: 'good', text: texts.stopped }
  return live === null
    ? { state: 'unknown', text: texts.stop }
    : { state: 'bad', text: texts.stopFirst(live) }
}

async function checkRoom(config: Config): Promise<Finding> {
  const texts = upgradeTexts.room
  if (config.database.kind === 'postgres') return { state: 'unknown', text: texts.elsewhere }
  const { bavail, bsize } = await statfs(config.dataFolder)
  const [free, needed] = [bavail * bsize, statSync(databaseFileOf(config)).size + spareBytes]
  const inMebibytes = (bytes: number): number => Math.round(bytes / mebibyte)
  return free < needed
    ? { state: 'bad', text: texts.low(inMebibytes(free), inMebibytes(needed)) }
    : { state: 'good', text: texts.good(inMebibytes(free), inMebibytes(needed)) }
}

/**
 * Tells of what age the last good backup is. The rows are not proved here: an upgrade is checked without the root keys, and
 * whoever can forge one can change the data as well.
 */
async function checkBackup({ backup }: Config, { db }: Database, now: number): Promise<Finding> {
  const texts = upgradeTexts.backup
  // The journal of a version before backups has none, and other columns.
  const journal = (await db.introspection.getTables()).find(({ name }) => name === 'journal')
  const isOurs = ['action', 'at', 'outcome'].every((name) => journal?.columns.some((of) => of.name === name))
  const made = isOurs
    ? await db
        .selectFrom('journal')
        .select((of) => of.fn.max('at').as('at'))
        .where('action', '=', 'backup.made')
        .where('outcome', '=', 'done')
        .executeTakeFirst()
    : undefined
  const at = made?.at == null ? null : Number(made.at)
  // Where nightly ones are set, one of the last night and a half is expected.
  const isSet = backup.folder !== null
  if (at === null) return { state: isSet ? 'bad' : 'unknown', text: texts.none }
  const isOld = isLate({ last: { at }, awaitedAt: null }, now)
  if (!isOld) return { state: 'good', text: texts.good(at) }
  return { state: isSet ? 'bad' : 'unknown', text: texts.old(at) }
}
