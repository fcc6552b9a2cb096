import type { FastifyRequest } from 'fastify'
import { readSession } from '#server/access/session.ts'
import { wireName } from '#server/platform/http/cookies.ts'
import type { Visitors } from '#server/platform/http/pages.ts'
import { isSetupOpen } from './setup.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'

/** Returns what the page routes need to know about a visitor. */
export function visitorsOf({ db, config, clock }: Pick<IdentityDeps, 'db' | 'config' | 'clock'>): Visitors {
  const actorOf = ({ cookies }: FastifyRequest) =>
    readSession(db, cookies[wireName(config, 'sid')], clock(), config.inactivityMs)
  return {
    isSetupOpen: () => isSetupOpen({ db, config }),
    isSignedIn: async (request) => {
      try {
        return (await actorOf(request)) !== null
      } catch {
        // A database failure redirects no visitor to sign-in: the page's calls then report it, here and in
        // the log.
        return true
      }
    },
  }
}
