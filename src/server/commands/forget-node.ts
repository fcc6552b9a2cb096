import { randomBytes } from 'node:crypto'
import { forgetNodeTexts } from '#texts/commands.ts'
import { createJournal } from '#server/platform/journal/journal.ts'
import { forgetNode } from '#server/platform/root-keys/nodes.ts'
import { CommandError, commandOrigin, UsageError, withInstallation, type Command } from './command.ts'

/** Deletes the records of nodes that ended without doing so, which a rotation would wait for. */
export const forgetNodeCommand: Command = (context) =>
  withInstallation(context, async ({ database: { db }, keys }) => {
    const { args, clock, terminal } = context
    if (args.length === 0) throw new UsageError(forgetNodeTexts.nameMissing)
    const journal = createJournal({ clock, keys, randomBytes })
    for (const name of args) {
      const outcome = await db.transaction().execute(async (tx) => {
        const found = await forgetNode(tx, name)
        if (found === 'silent')
          await journal.record(tx, null, commandOrigin, {
            action: 'keys.node-forgotten',
            objects: { node: name },
          })
        return found
      })
      if (outcome !== 'silent') throw new CommandError(forgetNodeTexts[outcome](name))
      terminal.say(forgetNodeTexts.silent(name))
    }
    return 0
  })
