import type { FastifyInstance } from 'fastify'
import { demo } from '../../src/contract/identity/demo.ts'
import { oneTimeCode, secondsLeft, usualOtp } from '../../src/domain/platform/one-time-code.ts'
import type { Role } from '../../src/domain/platform/roles.ts'
import type { Database } from '../../src/server/platform/database/open.ts'
import type { ReplyOf } from '../../src/contract/platform/endpoint.ts'
import type { PlatformDeps } from '../../src/server/platform/deps.ts'
import { requireSameOrigin } from '../../src/server/platform/http/same-origin.ts'
import { masterKeys } from './master-keys.ts'

/** An account that the sign-in page of a demonstration shows with its password and codes. */
export type ShownAccount = {
  readonly id: number
  readonly login: string
  readonly name: string
  readonly role: Role
  readonly shownAs: string
  readonly password: string
  /** The secret of its authenticator, in base32. */
  readonly secret: string
}

type Parts = Pick<PlatformDeps, 'config' | 'clock'> & { readonly database: Database }

/**
 * Serves the calls by which the sign-in page reads the codes and the master keys. They are here and not in the server:
 * an installation that does not run `scripts/demo` cannot have them, whatever its settings.
 */
export function serveAccounts(
  app: FastifyInstance,
  { config, clock, database: { db } }: Parts,
  accounts: readonly ShownAccount[],
): void {
  app.get(demo.masterKeys.path, (request): ReplyOf<typeof demo.masterKeys> => {
    requireSameOrigin(request, config.publicOrigin)
    return masterKeys
  })
  const periodMs = usualOtp.period * 1000
  app.get(demo.accounts.path, async (request): Promise<ReplyOf<typeof demo.accounts>> => {
    requireSameOrigin(request, config.publicOrigin)
    const now = clock()
    const users = await db
      .selectFrom('users')
      .select(['id', 'last_step'])
      .where(
        'id',
        'in',
        accounts.map(({ id }) => id),
      )
      .execute()
    return accounts.map(({ id, secret, ...account }) => {
      // A code works once: afterwards the next one is shown, which the server already accepts.
      const used = users.find((user) => user.id === id)?.last_step ?? 0
      const isUsed = used >= Math.floor(now / periodMs)
      const settings = { ...usualOtp, secret, issuer: '', account: '' }
      return {
        ...account,
        code: oneTimeCode(settings, now + (isUsed ? periodMs : 0)),
        secondsLeft: secondsLeft(now),
      }
    })
  })
}
