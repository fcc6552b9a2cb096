import { setTimeout } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { rotateKeyTexts } from '#texts/commands.ts'
import { KeyError } from '#server/platform/crypto/key-error.ts'
import type { KeyHolder } from '#server/platform/crypto/key-holder.ts'
import { activateKey, publishKey, retireKey, rotationStep } from '#server/platform/crypto/rotation.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Clock } from '#server/platform/sources.ts'
import { createJournal, type JournalEvent } from '#server/platform/journal/journal.ts'
import { nodesWithout, nodeTimes } from '#server/platform/root-keys/nodes.ts'
import { activateSealingKey, fingerprintsKept, keepFingerprint } from '#server/root-keys/proof.ts'
import { sealedColumnNames, versionsNamed } from '#server/root-keys/sealed-columns.ts'
import { sealingKeyNamed } from '#server/platform/root-keys/sealing-keys.ts'
import { CommandError, commandOrigin, withInstallation, type Command } from './command.ts'
import { rewrapAll } from './rewrap.ts'
import { lockRotation } from './rotation-lock.ts'

/** What a rotation needs. `pause` is between its steps: real time in the command, a kill in the tests. */
export type Rotation = {
  readonly db: Kysely<Tables>
  readonly keys: KeyHolder
  readonly say: (line: string) => void
  readonly pause: (ms: number) => Promise<void>
  readonly note: (event: JournalEvent) => Promise<void>
  readonly clock: Clock
  /** Rows that one transaction moves; what serves a running installation unless it is said. */
  readonly batch?: number
}

/**
 * Replaces the root key while servers run: publish the next one, let it seal once every node has read it, move what
 * the old ones seal, retire them. Where it stands is read from the keys themselves and from the rows, so
 * it goes on after an interruption at any point; called on settled keys it begins anew.
 */
export async function rotateKeys(rotation: Rotation): Promise<void> {
  const { db, keys, say, note } = rotation
  for (;;) {
    const standing = rotationStep(await keys.change((record) => record))
    if (standing.step === 'settled') {
      // A number that the database remembers was another key's, of a time that a backup has undone.
      const next = 1 + Math.max(standing.active, ...(await fingerprintsKept(db)).keys())
      await keys.change((record) => publishKey(record, next))
      say(rotateKeyTexts.published(next))
      await note({ action: 'keys.published', objects: { version: next } })
    } else if (standing.step === 'published') {
      await keepFingerprint(db, keys.keyring, standing.next)
      await awaitNodes(rotation, standing.next)
      // The file follows the database's word: it says what a first start would seal under, and where this stands.
      await keys.change((record) => activateKey(record, standing.next))
    } else {
      await finish(rotation, standing.old)
      return
    }
  }
}

/** The new key is active: everything moves under it, then the old ones go. */
async function finish(rotation: Rotation, old: readonly number[]): Promise<void> {
  const { db, keys, say, note, pause, clock, batch } = rotation
  const { active } = keys.keyring
  if ((await sealingKeyNamed(db))?.version !== active) {
    // From the next step on, a node that has not read the key can neither seal nor open what is moved.
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
    // Once more, until a whole pass finds nothing: retiring a key that still seals something would lose it.
  } while (moved > 0)
  // Who does not have the new key by now opens nothing any more: the old one stays where it may still be found.
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

/**
 * Makes sure that nothing hangs on the old keys any more: no row names one, and none seals.
 * @throws CommandError when somebody named another key meanwhile (`confirm-keys`, or a database that was put back)
 */
async function requireMoved(db: Rotation['db'], active: number): Promise<void> {
  const named = await sealingKeyNamed(db)
  const versions = await Promise.all(sealedColumnNames.map((name) => versionsNamed(db, name)))
  if (named?.version !== active || versions.flat().some((version) => version !== active))
    throw new CommandError(rotateKeyTexts.overtaken)
}

/** In milliseconds: how often nodes are asked for, and how long; a node that died is waited for no longer than it counts. */
const patience = { askMs: 500, limitMs: nodeTimes.liveMs + 60_000 } as const

/**
 * Waits until every running node has read a key. One that ended without a word counts as running for two minutes.
 * @throws CommandError naming the nodes that do not follow; nothing is lost, the next call goes on from here
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
    const lock = lockRotation(config.dataFolder)
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
