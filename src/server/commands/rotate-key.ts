import { setTimeout } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { rotateKeyTexts } from '#texts/commands.ts'
import { KeyError } from '../crypto/key-error.ts'
import type { KeyHolder } from '../crypto/key-holder.ts'
import { keyWatch } from '../crypto/key-watch.ts'
import { activateKey, publishKey, retireKey, rotationStep } from '../crypto/rotation.ts'
import type { Tables } from '../database/tables.ts'
import type { Clock } from '../deps.ts'
import { createJournal, type JournalEvent } from '../journal/journal.ts'
import { CommandError, commandOrigin, withInstallation, type Command } from './command.ts'
import { activateSealingKey, fingerprintsKept, keepFingerprint } from '../root-keys/proof.ts'
import { sealedColumnNames } from '../root-keys/sealed-columns.ts'
import { sealingKeyNamed } from '../root-keys/sealing-keys.ts'
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
    await settle(rotation)
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

async function settle({ say, pause }: Rotation): Promise<void> {
  say(rotateKeyTexts.waiting(keyWatch.settleMs / 1000))
  await pause(keyWatch.settleMs)
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
