import type { clientEvents } from '#contract/vault/client-events.ts'
import { contentTexts } from '#texts/vault/contents.ts'
import type { Handlers } from '#server/access/handler.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

/** Returns handlers that record client actions. The server itself records every secret that it returns. */
export const clientEventHandlers = ({
  db,
  journal,
}: Pick<PlatformDeps, 'db' | 'journal'>): Handlers<typeof clientEvents> => ({
  spy: async ({ actor, body: { action, type, source }, origin }) => {
    await journal.record(db, actor, origin, { action: `client.${action}`, objects: { type, source } })
    return { message: contentTexts.noted }
  },
})
