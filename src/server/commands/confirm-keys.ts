import { randomBytes } from 'node:crypto'
import { confirmKeysTexts } from '#texts/commands.ts'
import { createJournal } from '#server/platform/journal/journal.ts'
import { setCheckpointsAside } from '#server/platform/journal/kept-checkpoints.ts'
import {
  correctFingerprint,
  correctSealingKey,
  storedFingerprints,
  verifyKeys,
} from '#server/root-keys/proof.ts'
import {
  closedColumn,
  columnOf,
  sealedColumnNames,
  unreadableRows,
} from '#server/root-keys/sealed-columns.ts'
import { CommandError, commandOrigin, withInstallation, type Command } from './command.ts'

/**
 * Corrects the fingerprints of an installation whose database stores a wrong one: it was opened once with
 * keys from another backup, by a version that did not verify them. The fingerprints are replaced only when
 * the present keys unseal every row that cannot be regenerated. Otherwise nothing changes.
 */
export const confirmKeysCommand: Command = (context) =>
  withInstallation(
    context,
    async ({ config, database, keys }) => {
      const { keyring } = keys
      const say = (line: string) => context.terminal.say(line)
      const journal = createJournal({ clock: context.clock, keys, randomBytes })
      let isJournalLost = false
      await database.db.transaction().execute(async (tx) => {
        const closed = await closedColumn(tx, keyring)
        if (closed) throw new CommandError(confirmKeysTexts.closed(closed.name, closed.count))
        const { proved } = await verifyKeys(tx, keyring)
        if (proved.length === 0) throw new CommandError(confirmKeysTexts.nothing)
        for (const version of proved) say(confirmKeysTexts.proved(version))
        for (const name of sealedColumnNames) {
          const { giveUp } = columnOf(name)
          let count = 0
          for await (const row of unreadableRows(tx, keyring, name)) {
            await giveUp?.(tx, row.ids, context.clock())
            count += 1
            isJournalLost ||= name === 'installationKeys' && row.ids['name'] === 'journal'
          }
          if (count > 0) say(confirmKeysTexts.givenUp(name, count))
        }
        await correctSealingKey(tx, keyring, proved)
        // Also for a key that no row names: the other keys are verified, and nothing is sealed under its
        // number.
        for (const version of keyring.versions) {
          if ((await storedFingerprints(tx)).get(version) === keyring.fingerprint(version)) continue
          await correctFingerprint(tx, keyring, version)
          await journal.record(tx, null, commandOrigin, { action: 'keys.confirmed', objects: { version } })
          say(confirmKeysTexts.corrected(version))
        }
      })
      // They prove a journal that begins again now: the daily check would take it for forged.
      if (isJournalLost) await setCheckpointsAside(config.dataFolder, context.clock())
      say(confirmKeysTexts.done)
      return 0
    },
    'unproved',
  )
