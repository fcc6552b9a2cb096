import type { activity } from '#contract/vault/client-events.ts'
import { contentTexts } from '#texts/vault/contents.ts'
import type { Deps } from '#server/deps.ts'
import type { Handlers } from '#server/access/handler.ts'

/** What the screens state of themselves, besides what the server records of every secret that it gives out. */
export const activityHandlers = ({
  db,
  journal,
}: Pick<Deps, 'db' | 'journal'>): Handlers<typeof activity> => ({
  spy: async ({ actor, body: { action, type, source }, origin }) => {
    await journal.record(db, actor, origin, { action: `client.${action}`, objects: { type, source } })
    return { message: contentTexts.noted }
  },
})
