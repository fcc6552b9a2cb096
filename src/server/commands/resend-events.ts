import { randomBytes } from 'node:crypto'
import { resendTexts as texts } from '#texts/commands.ts'
import { createJournal } from '#server/platform/journal/journal.ts'
import { setBack, siemReceivers } from '#server/platform/siem/cursors.ts'
import { CommandError, commandOrigin, UsageError, withInstallation, type Command } from './command.ts'
import { parseOptions } from './options.ts'

const options = { from: { type: 'string' }, receiver: { type: 'string' } } as const

/** Sets a receiver of the SIEM back: the server delivers everything since a day once more, beside which this may run. */
export const resendEventsCommand: Command = async (context) => {
  const { values } = parseOptions(context.args, options, '')
  if (values.from === undefined || values.receiver === undefined) throw new UsageError(texts.missing)
  const receiver = siemReceivers.find((one) => one === values.receiver)
  if (receiver === undefined) throw new UsageError(texts.badReceiver(values.receiver))
  const from = Date.parse(`${values.from}T00:00:00Z`)
  // A 31 February is read as a day of March.
  if (Number.isNaN(from) || !new Date(from).toISOString().startsWith(values.from))
    throw new UsageError(texts.badDay(values.from))
  return withInstallation(context, async ({ config: { siem }, database, keys }) => {
    if (siem[receiver] === null) throw new CommandError(texts.notSet(settingOf[receiver]))
    const journal = createJournal({ clock: context.clock, keys, randomBytes })
    const events = await database.db.transaction().execute(async (tx) => {
      const again = await setBack(tx, receiver, from)
      await journal.record(tx, null, commandOrigin, {
        action: 'siem.set-back',
        objects: { receiver, since: new Date(from).toISOString(), events: again },
      })
      return again
    })
    context.terminal.say(texts.done(events))
    return 0
  })
}

const settingOf = { syslog: 'TROUSSEAU_SIEM_URL', file: 'TROUSSEAU_SIEM_FILE' } as const
