import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
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
import { leaveLease, takeLease } from '#server/platform/jobs/runner.ts'
import { createJournal, type JournalEvent } from '#server/platform/journal/journal.ts'
import { nodesWithout } from '#server/platform/root-keys/nodes.ts'
import { activateSealingKey, storedFingerprints, storeFingerprint } from '#server/root-keys/proof.ts'
import {
  closedColumn,
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
 * @throws CommandError when a value does not unseal, before anything is changed, or before an old key is retired
 */
export async function rotateKeys(rotation: Rotation): Promise<void> {
  const { db, keys, say, note } = rotation
  await requireAllOpen(rotation, 'before')
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
      // The mark of the file is the progress of this rotation. `finish` then changes the key that seals, in the database.
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
    do await awaitNodes(rotation, active)
    // A node has recorded itself since.
    while (!(await activateSealingKey(db, keys.keyring, active)))
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
  // A node that lacks the new key is waited for once more, while the file still has both.
  await awaitNodes(rotation, active)
  await requireMoved(db, active)
  await requireAllOpen(rotation, 'after')
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

/** @throws CommandError naming the first column with values that the loaded keys do not unseal */
async function requireAllOpen({ db, keys }: Rotation, moment: 'before' | 'after'): Promise<void> {
  const closed = await closedColumn(db, keys.keyring)
  if (closed) throw new CommandError(rotateKeyTexts.closed[moment](closed.name, closed.count))
}

/** How often to ask for the nodes, in milliseconds. */
const askMs = 500

/** Waits until every registered node has read a key, however long that takes. A silent one must be forgotten by hand. */
async function awaitNodes({ db, keys, say, pause }: Rotation, version: number): Promise<void> {
  let [late, silent] = ['', '']
  for (;;) {
    const nodes = await nodesWithout(db, keys.keyring, version)
    if (nodes.length === 0) return
    const names = nodes.map(({ name }) => name).join(', ')
    if (names !== late) say(rotateKeyTexts.waiting(version, names))
    late = names
    const silentNames = nodes.flatMap(({ name, isSilent }) => (isSilent ? [name] : [])).join(' ')
    if (silentNames !== silent && silentNames !== '') say(rotateKeyTexts.silent(silentNames))
    silent = silentNames
    await pause(askMs)
  }
}

/** In milliseconds: how long a lease outlives a killed command, and how often it is renewed. */
const leaseTimes = { leaseMs: 120_000, everyMs: 30_000 } as const

/**
 * Keeps the rotations of other machines away. On this one the lock file does so, and a killed command that is run again
 * takes its own lease.
 * @throws CommandError while another machine rotates
 */
async function leaseRotation(db: Kysely<Tables>, clock: Clock, dataFolder: string) {
  const lease = { name: 'rotate-key', holder: `${hostname()}:${dataFolder}` }
  let isOurs = await takeLease(db, lease, clock(), leaseTimes.leaseMs)
  const requireOurs = (text: string): void => {
    if (!isOurs) throw new CommandError(text)
  }
  requireOurs(rotateKeyTexts.busyElsewhere)
  const renew = async () => (isOurs = await takeLease(db, lease, clock(), leaseTimes.leaseMs))
  const timer = setInterval(() => void renew().catch(() => undefined), leaseTimes.everyMs)
  return {
    /** @throws CommandError when another machine has taken over, since this one slept */
    require: () => requireOurs(rotateKeyTexts.overtaken),
    release: async () => {
      clearInterval(timer)
      // A lease that stays expires by itself.
      await leaveLease(db, lease).catch(() => undefined)
    },
  }
}

export const rotateKeyCommand: Command = (context) =>
  withInstallation(context, async ({ config, database, keys }) => {
    const lock = lockFile(config.dataFolder, 'rotation.lock')
    if (!lock) throw new CommandError(rotateKeyTexts.busy)
    const journal = createJournal({ clock: context.clock, keys, randomBytes })
    let lease: Awaited<ReturnType<typeof leaseRotation>> | undefined
    try {
      lease = await leaseRotation(database.db, context.clock, config.dataFolder)
      const { require: requireLease } = lease
      await rotateKeys({
        db: database.db,
        keys,
        say: (line) => context.terminal.say(line),
        pause: async (ms) => {
          await setTimeout(ms)
          requireLease()
        },
        clock: context.clock,
        note: (event) => journal.record(database.db, null, commandOrigin, event),
      })
      return 0
    } finally {
      await lease?.release()
      lock.release()
    }
  })
