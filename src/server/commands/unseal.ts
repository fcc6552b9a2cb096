import { commandTexts, unsealTexts } from '#texts/commands.ts'
import { health } from '#contract/platform/health.ts'
import { readConfig } from '../config.ts'
import { CommandError, askPassphrase, type Command } from './command.ts'

/** Sends the passphrase to a running server, at the configured address. */
export const unsealCommand: Command = async ({ env, terminal }) => {
  const config = readConfig(env)
  const passphrase = await askPassphrase(terminal)
  let reply: Response
  try {
    reply = await fetch(new URL(health.unseal.path, config.publicUrl), {
      method: health.unseal.method,
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'XMLHttpRequest',
        origin: config.publicOrigin,
      },
      body: JSON.stringify({ passphrase: passphrase.reveal() }),
    })
  } catch {
    throw new CommandError(unsealTexts.unreachable(config.publicUrl))
  }
  if (reply.ok) {
    terminal.say(unsealTexts.done)
    return 0
  }
  if (reply.status === 404) throw new CommandError(unsealTexts.notSealed)
  const body = (await reply.json().catch(() => ({}))) as { message?: unknown }
  throw new CommandError(typeof body.message === 'string' ? body.message : commandTexts.failed)
}
