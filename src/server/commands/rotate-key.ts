import { setTimeout } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { rotateKeyTexts } from '#texts/commands.ts'
import { KeyError } from '#server/platform/crypto/key-error.ts'
import type { KeyHolder } from '#server/platform/crypto/key-holder.ts'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import { activateKey, publishKey, retireKey, rotationStep } from '#server/platform/crypto/rotation.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import { lockFile } from '#server/platform/database/folder-lock.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Clock } from '#server/platform/sources.ts'
import { createJournal, type JournalEvent } from '#server/platform/journal/journal.ts'
import { nodesWithout, nodeTimes } from '#server/platform/root-keys/nodes.ts'
import { activateSealingKey, storedFingerprints, storeFingerprint } from '#server/root-keys/proof.ts'
import {
  columnOf,
  rewrapRow,
  sealedColumnNames,
  sealedRows,
  versionsNamed,
  type SealedColumnName,
} from '#server/root-keys/sealed-columns.ts'
import { sealingKeyNamed, sealingKeys } from '#server/platform/root-keys/sealing-keys.ts'
import { CommandError, commandOrigin, withInstallation, type Command } from './command.ts'

/** What a rotation needs. `pause` runs between its steps: real time in the command, a kill in the tests. */
export type Rotation = {
  readonly db: Kysely<Tables>
  readonly keys: KeyHolder
  readonly say: (line: string) => void
  readonly pause: (ms: number) => Promise<void>
  readonly note: (event: JournalEvent) => Promise<void>
  readonly clock: Clock
  /** Rows for each transaction; by default a number that suits a running installation. */
  readonly batch?: number
}

/**
 * Replaces the root key while servers run: publishes the next one, activates it once every node has read it,
 * rewraps what the old ones seal, retires them. The progress is read from the keys and the rows, so that an
 * interrupted rotation resumes at any point. A call without a pending rotation begins a new one.
 */
export async function rotateKeys(rotation: Rotation): Promise<void> {
  const { db, keys, say, note } = rotation
  for (;;) {
    const standing = rotationStep(await keys.change((record) => record))
    if (standing.step === 'settled') {
      // A number with a stored fingerprint belonged to another key, of a state that a backup has undone.
      const next = 1 + Math.max(standing.active, ...(await storedFingerprints(db)).keys())
      await keys.change((record) => publishKey(record, next))
      say(rotateKeyTexts.published(next))
      await note({ action: 'keys.published', objects: { version: next } })
    } else if (standing.step === 'published') {
      await storeFingerprint(db, keys.keyring, standing.next)
      await awaitNodes(rotation, standing.next)
      // The file follows the database: it names the key of a first start, and the progress of the rotation.
      await keys.change((record) => activateKey(record, standing.next))
    } else {
      await finish(rotation, standing.old)
      return
    }
  }
}

/** Rewraps everything under the active key, then retires the old ones. */
async function finish(rotation: Rotation, old: readonly number[]): Promise<void> {
  const { db, keys, say, note, pause, clock, batch } = rotation
  const { active } = keys.keyring
  if ((await sealingKeyNamed(db))?.version !== active) {
    // From the next step on, a node without the key can neither seal nor unseal what is rewrapped.
    await awaitNodes(rotation, active)
    await activateSealingKey(db, keys.keyring, active)
    say(rotateKeyTexts.activated(active))
    await note({ action: 'keys.activated', objects: { version: active } })
  }
  let moved: number
  do {
    moved = 0
    for (const name of sealedColumnNames) {
      const count = await rewrapAll(db, keys.keyring, name, { now: clock(), limit: batch })
      if (count > 0) say(rotateKeyTexts.rewrapped(rotateKeyTexts.columns[name], count))
      moved += count
      await pause(0)
    }
    // Repeated until a whole pass finds nothing: retiring a key that still seals something would lose it.
  } while (moved > 0)
  // A node without the new key by now unseals nothing: the old key stays where it may still be found.
  await awaitNodes(rotation, active)
  await requireMoved(db, active)
  for (const version of old) {
    try {
      await keys.change((record) => retireKey(record, version))
      say(rotateKeyTexts.retired(version))
      await note({ action: 'keys.retired', objects: { version } })
    } catch (error) {
      if (!(error instanceof KeyError) || error.code !== 'ENVIRONMENT_FIXED') throw error
      say(rotateKeyTexts.retireByHand(version))
    }
  }
  say(rotateKeyTexts.done)
}

/** Small enough that writes of a running server are committed between two batches. */
const batchRows = 200

/**
 * Rewraps all rows of one column under the sealing root key, one transaction for each batch. Values that no
 * key unseals are discarded where they can be regenerated; elsewhere the rotation stops.
 * @returns how many rows were under another key
 * @throws SealError
 */
async function rewrapAll(
  db: Kysely<Tables>,
  keyring: Keyring,
  name: SealedColumnName,
  { now, limit = batchRows }: { now: number; limit?: number | undefined },
): Promise<number> {
  const { giveUp } = columnOf(name)
  let moved = 0
  for (;;) {
    const found = await db.transaction().execute(async (tx) => {
      const keys = await sealingKeys(tx, keyring)
      const rows = await sealedRows(tx, name, { notUnder: keys.version, limit })
      for (const row of rows) {
        try {
          await rewrapRow(tx, keyring, keys, name, row)
        } catch (error) {
          if (!(error instanceof SealError) || !giveUp) throw error
          await giveUp(tx, row.ids, now)
        }
      }
      return rows.length
    })
    if (found === 0) return moved
    moved += found
  }
}

/**
 * Makes sure that the old keys are unused: no row names one, and none seals.
 * @throws CommandError when another key was named meanwhile (`confirm-keys`, or a restored database)
 */
async function requireMoved(db: Rotation['db'], active: number): Promise<void> {
  const named = await sealingKeyNamed(db)
  const versions = await Promise.all(sealedColumnNames.map((name) => versionsNamed(db, name)))
  if (named?.version !== active || versions.flat().some((version) => version !== active))
    throw new CommandError(rotateKeyTexts.overtaken)
}

/**
 * In milliseconds: how often and how long to poll for the nodes. A crashed node delays no longer than it
 * counts as running.
 */
const patience = { askMs: 500, limitMs: nodeTimes.liveMs + 60_000 } as const

/**
 * Waits until every running node has read a key. A crashed node counts as running for two minutes.
 * @throws CommandError naming the late nodes; nothing is lost, the next call resumes here
 */
async function awaitNodes({ db, keys, say, pause, clock }: Rotation, version: number): Promise<void> {
  const until = clock() + patience.limitMs
  let said = ''
  for (;;) {
    const late = (await nodesWithout(db, keys.keyring, version, clock())).join(', ')
    if (late === '') return
    if (clock() >= until) throw new CommandError(rotateKeyTexts.nodesLate(version, late))
    if (late !== said) say(rotateKeyTexts.waiting(version, late))
    said = late
    await pause(patience.askMs)
  }
}

export const rotateKeyCommand: Command = (context) =>
  withInstallation(context, async ({ config, database, keys }) => {
    const lock = lockFile(config.dataFolder, 'rotation.lock')
    if (!lock) throw new CommandError(rotateKeyTexts.busy)
    const journal = createJournal({ clock: context.clock })
    try {
      await rotateKeys({
        db: database.db,
        keys,
        say: (line) => context.terminal.say(line),
        pause: (ms) => setTimeout(ms),
        clock: context.clock,
        note: (event) => journal.record(database.db, null, commandOrigin, event),
      })
      return 0
    } finally {
      lock.release()
    }
  })
