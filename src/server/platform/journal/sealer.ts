import { elapsedSince } from '#domain/platform/moments.ts'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { raiseAlert } from '#server/platform/alerts/raise.ts'
import { checkpointText } from '#server/platform/crypto/signed-note.ts'
import { growingTree } from '#server/platform/crypto/merkle.ts'
import { isUniqueViolation } from '#server/platform/database/problems.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import { createRounds } from '#server/platform/jobs/rounds.ts'
import { addBlock, chainLimits, ChainError, lastBlock, type ChainState } from './chain.ts'
import { createJournalKeys, type JournalKeys } from './journal-keys.ts'

/** How often rows are bound into a block, and a checkpoint is signed: in milliseconds, and after how many rows. */
export const sealerTimes = { blockMs: 1_000, checkpointMs: 600_000, checkpointRows: 10_000 } as const

/** The file of signed checkpoints in the data folder: a copy of it elsewhere proves the journal of that time. */
export const checkpointsFile = 'checkpoints.txt'

/** Returns the notes of a file of checkpoints, oldest first. */
export const notesIn = (text: string): string[] =>
  text
    .split(/\n\n(?=trousseau\/)/)
    .map((note) => `${note.trim()}\n`)
    .filter((note) => note.length > 1)

/** Binds the rows of the journal into blocks and signs checkpoints, on every node; each block is added by one of them. */
export type JournalSealer = {
  /** Adds blocks for all rows there are, and a checkpoint if one is due. */
  round(): Promise<void>
  start(): void
  stop(): Promise<void>
}

export function createJournalSealer({
  config,
  db,
  keys,
  clock,
  log,
}: Pick<PlatformDeps, 'db' | 'keys' | 'clock' | 'log'> & {
  readonly config: { readonly dataFolder: string }
}): JournalSealer {
  const keysIn = createJournalKeys(keys)
  let isStopping = false
  /** The fault that was logged last: it is logged once while it lasts. */
  let toldFault = ''

  const tampered = () => ({ kind: 'journal-tampered', at: clock() }) as const
  const raise = () =>
    db
      .transaction()
      .execute((tx) => raiseAlert(tx, tampered()))
      .catch((error: unknown) => log.error({ err: error }, 'an alert was not raised'))

  const addAll = async (own: JournalKeys): Promise<void> => {
    if (!(await isBehind(db))) return
    for (let rows: number = chainLimits.rows; rows === chainLimits.rows && !isStopping;) {
      const added = await db.transaction().execute(async (tx) => {
        const block = await addBlock(tx, own, clock())
        if (block.foreign.length > 0) await raiseAlert(tx, { ...tampered(), rows: block.foreign })
        return block
      })
      if (added.foreign.length > 0)
        log.error(
          { rows: added.foreign.slice(0, 10) },
          'JOURNAL_TAMPERED: rows that the server did not write',
        )
      rows = added.rows
    }
  }

  const round = async (): Promise<void> => {
    if (keys.isSealed) return
    try {
      const own = await keysIn(db)
      await addAll(own)
      const note = await addCheckpoint(db, own, clock())
      if (note !== null) await appendFile(join(config.dataFolder, checkpointsFile), `${note}\n`)
      toldFault = ''
    } catch (error) {
      // Another node has added that block.
      if (isUniqueViolation(error)) return
      const fault =
        error instanceof ChainError ? `JOURNAL_TAMPERED: ${error.message}` : 'the journal was not sealed'
      if (fault !== toldFault) {
        log.error({ err: error }, fault)
        // No block comes any more: whoever follows the journal would not see it.
        if (error instanceof ChainError) await raise()
      }
      toldFault = fault
    }
  }

  const rounds = createRounds(sealerTimes.blockMs, round)
  return {
    round,
    start: () => rounds.start(),
    stop: async () => {
      isStopping = true
      await rounds.stop()
    },
  }
}

/** Whether there are rows that no block has, or may be. */
async function isBehind(db: Kysely<Tables>): Promise<boolean> {
  const { last } = await db
    .selectFrom('journal')
    .select((row) => row.fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  const block = await lastBlock(db)
  if (!block) return last !== null
  const state = JSON.parse(block.state) as ChainState
  return Number(last) > state.last || state.gaps.length > 0
}

/** Signs the state of the journal if enough time or rows have passed. @returns the note; null when none was due */
async function addCheckpoint(
  db: Kysely<Tables>,
  { signer }: JournalKeys,
  now: number,
): Promise<string | null> {
  const block = await lastBlock(db)
  if (!block) return null
  const last = await db
    .selectFrom('journal_checkpoints')
    .select(['size', 'at'])
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
  const rows = block.size - (last?.size ?? 0)
  const isDue =
    rows > 0 &&
    (!last || rows >= sealerTimes.checkpointRows || elapsedSince(last.at, now) >= sealerTimes.checkpointMs)
  if (!isDue) return null
  const { size, frontier } = block
  const root = growingTree(size, frontier).root()
  const note = signer.sign(checkpointText(signer.name, { size, root }, [new Date(now).toISOString()]))
  await db.insertInto('journal_checkpoints').values({ size, at: now, note }).execute()
  return note
}
