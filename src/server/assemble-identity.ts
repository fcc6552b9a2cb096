import { accountSecurityHandlers } from './identity/account/account-security.ts'
import { accountHandlers } from './identity/account/handlers.ts'
import type { IdentityDeps } from './identity/deps.ts'
import { deactivateAbsent, lookForAbsent } from './identity/directory/absent-accounts.ts'
import { createDirectory } from './identity/directory/directory.ts'
import { directoryHandlers } from './identity/directory/handlers.ts'
import { directoryLinkHandlers } from './identity/directory/link-handlers.ts'
import { createAnswerRecord } from './identity/directory/last-answers.ts'
import { createServiceAccount } from './identity/directory/service-account.ts'
import { mailCodeHandlers } from './identity/mail-codes/handlers.ts'
import { passkeyHandlers } from './identity/passkeys/handlers.ts'
import { passwordHandlers } from './identity/passwords/handlers.ts'
import { recoveryCodeHandlers } from './identity/recovery-codes/handlers.ts'
import { reopeningHandlers } from './identity/reopening/handlers.ts'
import { resetHandlers } from './identity/resets/handlers.ts'
import { createResetRequests } from './identity/resets/reset-requests.ts'
import { signInHandlers } from './identity/sign-in/handlers.ts'
import { otherFactorHandlers } from './identity/sign-in/other-factors.ts'
import { sessionHandlers } from './identity/sign-in/session-state.ts'
import { deleteExpired } from './identity/authentication/live-sessions.ts'
import { setupHandlers } from './identity/sign-in/setup.ts'
import { ssoHandlers } from './identity/sso/handlers.ts'
import type { Throttle } from './platform/http/throttle.ts'
import type { JobTable } from './platform/jobs/runner.ts'

/** Assembles accounts and all ways of signing in. */
export function assembleIdentity(
  given: IdentityDeps,
  {
    throttle,
    refusalMs,
  }: {
    readonly throttle: Throttle
    /** The minimum delay of a directory's refusal, in milliseconds. */
    readonly refusalMs: number | undefined
  },
) {
  const { config, db, clock, log } = given
  const directory =
    config.directory &&
    createDirectory(config.directory, log, refusalMs, undefined, {
      account: createServiceAccount(given, config.directory),
      record: createAnswerRecord(given),
    })
  const resetRequests = createResetRequests(given)
  const deps = { ...given, directory, resetRequests }
  return {
    directory,
    resetRequests,
    handlers: {
      account: accountHandlers(deps),
      accountSecurity: accountSecurityHandlers(deps, throttle),
      directory: directoryHandlers(deps),
      directoryLinks: directoryLinkHandlers(deps),
      mailCodes: mailCodeHandlers(deps, throttle),
      passkeys: passkeyHandlers(deps),
      passwords: passwordHandlers(deps, throttle),
      recoveryCodes: recoveryCodeHandlers(deps),
      reopening: reopeningHandlers(deps, throttle),
      resets: resetHandlers(deps, throttle),
      secondFactors: otherFactorHandlers(deps, throttle),
      session: sessionHandlers(deps),
      setup: setupHandlers(deps),
      signIn: signInHandlers(deps, throttle),
      sso: ssoHandlers(deps, throttle),
    },
    jobs: {
      'delete-expired': () => db.transaction().execute((tx) => deleteExpired(tx, clock())),
      'look-for-absent': (goOn) => lookForAbsent(deps, goOn),
      'deactivate-absent': (goOn) => deactivateAbsent(deps, goOn),
    } satisfies JobTable,
  }
}
