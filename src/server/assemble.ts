import { randomBytes as systemRandomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createKeptLists } from './access/kept-lists.ts'
import { accountHandlers } from './identity/account/handlers.ts'
import { activityHandlers } from './vault/client-events/handlers.ts'
import { administrationFragment, administrationHandlers } from './office/administration/handlers.ts'
import { chestRightsHandlers } from './office/chest-rights/handlers.ts'
import { bankHandlers } from './office/banks/handlers.ts'
import { changelogHandlers } from './office/changelog/handlers.ts'
import { createChestKeys } from './vault/chests/chest-keys.ts'
import { chestFragment, chestHandlers } from './vault/chests/handlers.ts'
import type { Config } from './config.ts'
import type { Argon2Cost } from './platform/crypto/argon2id.ts'
import type { KeyHolder } from './platform/crypto/key-holder.ts'
import { createPasswordHasher } from './platform/crypto/password-hash.ts'
import { createCompany } from './office/dashboard/company.ts'
import { dashboardFragment, dashboardHandlers } from './office/dashboard/handlers.ts'
import { createSummaries } from './vault/summaries/summaries.ts'
import { stretchMasterKey } from './platform/crypto/master-key.ts'
import { createWorkBound } from './platform/crypto/work-bound.ts'
import type { Database } from './platform/database/open.ts'
import type { Clock, Deps, RandomBytes, RenderFragment } from './deps.ts'
import { createDirectory } from './identity/directory/directory.ts'
import { directoryHandlers } from './identity/directory/handlers.ts'
import { createStrengthGauge } from './vault/contents/strength.ts'
import { explorerHandlers } from './vault/explorer/handlers.ts'
import { createChestIndexes } from './vault/explorer/chest-indexes.ts'
import { favouriteHandlers } from './vault/favourites/handlers.ts'
import { folderHandlers } from './vault/folders/handlers.ts'
import { createApp } from './platform/http/app.ts'
import { serveBuiltPages, type Visitors } from './platform/http/pages.ts'
import { createThrottle, throttleLimitsOf } from './platform/http/throttle.ts'
import { importHandlers } from './vault/imports/handlers.ts'
import { itemHandlers } from './vault/items/handlers.ts'
import { createJournal } from './platform/journal/journal.ts'
import { createRefusalLog } from './platform/journal/refusal-log.ts'
import { createFolderTransport } from './platform/mail/folder-transport.ts'
import { createOutbox } from './platform/mail/outbox.ts'
import { createSmtpTransport } from './platform/mail/smtp-transport.ts'
import { masterKeyHandlers } from './vault/master-key/handlers.ts'
import { createRenewals } from './vault/master-key/renewal.ts'
import { createUnlocks } from './vault/master-key/unlocks.ts'
import { notaHandlers } from './vault/nota/handlers.ts'
import { healthHandlers } from './platform/health/handlers.ts'
import { createKeyNode } from './platform/root-keys/nodes.ts'
import { searchHandlers } from './vault/search/handlers.ts'
import { orBusy, serverBusy } from './identity/sign-in/busy.ts'
import { accountSecurityHandlers } from './identity/account/account-security.ts'
import { otherFactorHandlers } from './identity/sign-in/other-factors.ts'
import { passkeyHandlers } from './identity/passkeys/handlers.ts'
import { recoveryCodeHandlers } from './identity/recovery-codes/handlers.ts'
import { signInHandlers } from './identity/sign-in/handlers.ts'
import { passwordHandlers } from './identity/passwords/handlers.ts'
import { sessionHandlers } from './identity/sign-in/session.ts'
import { mailCodeHandlers } from './identity/mail-codes/handlers.ts'
import { renewLink } from './identity/resets/renew-link.ts'
import { createResetRequests } from './identity/resets/reset-requests.ts'
import { resetHandlers } from './identity/resets/handlers.ts'
import { hideSetup } from './identity/sign-in/setup-gate.ts'
import { setupHandlers } from './identity/sign-in/setup.ts'
import { visitorsOf } from './identity/sign-in/visitors.ts'
import { ssoHandlers } from './identity/sso/handlers.ts'
import { teamFragment } from './office/teams/fragment.ts'
import { teamHandlers } from './office/teams/handlers.ts'
import { toolHandlers } from './vault/generator/handlers.ts'
import { trashFragment } from './vault/trash/fragment.ts'
import { trashHandlers } from './vault/trash/handlers.ts'
import { userFragment } from './office/users/fragment.ts'
import { userHandlers } from './office/users/handlers.ts'

export type Parts = {
  readonly config: Config
  readonly database: Database
  readonly keys: KeyHolder
  readonly log: Logger
  readonly clock?: Clock
  readonly randomBytes?: RandomBytes
  /** Other costs of hashing than the required ones: suites that are not about them. */
  readonly costs?: {
    readonly password: Argon2Cost
    readonly masterKey: Argon2Cost
    /** How soon at best a directory's refusal is told, in milliseconds. */
    readonly refusalMs?: number
  }
  /** Serves the pages otherwise than from the build: development. */
  readonly servePages?: (app: FastifyInstance, visitors: Visitors) => Promise<void>
}

/** Two hashes at a time take two cores and 38 MiB; beyond forty waiting, sign-in answers « try again ». */
const hashingBound = { concurrency: 2, queue: 40 }

/** Where the build puts the pages. */
const builtPages = fileURLToPath(new URL('../../dist/web', import.meta.url))

/** The build's second product, loaded at its first use: most installations never ask for a fragment. */
const renderFragment: RenderFragment = async (page, data) => {
  const file = new URL('../../dist/fragments/fragments.js', import.meta.url).href
  const built = (await import(file)) as { renderFragment: (page: string, data: unknown) => string }
  return built.renderFragment(page, data)
}

/** The one place that constructs things: what features need from what the process was given. */
export async function assemble(parts: Parts): Promise<{ app: FastifyInstance; deps: Deps }> {
  const { config, database, keys, log } = parts
  const clock = parts.clock ?? Date.now
  const randomBytes = parts.randomBytes ?? ((size) => systemRandomBytes(size))
  const db = database.db
  const chestKeys = createChestKeys({ keys })
  const bound = createWorkBound(hashingBound)
  const journal = createJournal({ clock })
  const indexes = createChestIndexes({ db, chestKeys, clock })
  const summaries = createSummaries({ db, keys, chestKeys, log })
  const stretch: Deps['stretchMasterKey'] = (masterKey, salt, person) =>
    orBusy(() =>
      bound.run(() => stretchMasterKey(masterKey, salt, parts.costs?.masterKey), { lane: 'work', person }),
    )
  const requireTurn: Deps['requireTurn'] = (person) => {
    if (bound.isFull({ lane: 'work', person })) throw serverBusy()
  }
  const base: Omit<Deps, 'resetRequests'> = {
    config,
    db,
    pingDatabase: () => database.ping(),
    columns: database.dialect,
    keys,
    clock,
    randomBytes,
    log,
    journal,
    refusals: createRefusalLog({ db, journal, clock, log }),
    hasher: createPasswordHasher({ bound, ...(parts.costs && { cost: parts.costs.password }) }),
    directory: config.directory ? createDirectory(config.directory, log, parts.costs?.refusalMs) : null,
    chestKeys,
    indexes,
    keptLists: createKeptLists(db),
    summaries,
    company: createCompany({ db, clock, summaries }),
    stretchMasterKey: stretch,
    requireTurn,
    unlocks: createUnlocks({
      db,
      keys,
      clock,
      journal,
      chestKeys,
      indexes,
      summaries,
      log,
      stretchMasterKey: stretch,
      requireTurn,
    }),
    renewals: createRenewals({ db, journal, log }),
    strength: createStrengthGauge(),
    renderFragment,
    outbox: createOutbox({
      db,
      keys,
      clock,
      randomBytes,
      log,
      transport: config.smtp
        ? createSmtpTransport(config.smtp)
        : createFolderTransport(join(config.dataFolder, 'mails'), log),
      publicUrl: config.publicOrigin,
      from: config.mailFrom,
      renewLink,
    }),
  }
  const deps: Deps = { ...base, resetRequests: createResetRequests(base) }
  const signInThrottle = createThrottle({ db, clock }, throttleLimitsOf(config))
  const keyNode = createKeyNode(deps, `${hostname()}:${config.port}`)
  const app = createApp(deps, {
    account: accountHandlers(deps),
    accountSecurity: accountSecurityHandlers(deps, signInThrottle),
    activity: activityHandlers(deps),
    administration: administrationHandlers(deps, signInThrottle),
    chestRights: chestRightsHandlers(deps),
    banks: bankHandlers(deps),
    changelog: changelogHandlers(),
    chests: chestHandlers(deps),
    dashboard: dashboardHandlers(deps),
    directory: directoryHandlers(deps),
    explorer: explorerHandlers(deps),
    favourites: favouriteHandlers(deps),
    folders: folderHandlers(deps),
    fragments: {
      administration: administrationFragment(deps),
      chest: chestFragment(deps),
      dashboard: dashboardFragment(deps),
      team: teamFragment(deps),
      trash: trashFragment(deps),
      user: userFragment(deps),
    },
    health: healthHandlers(deps),
    imports: importHandlers(deps),
    items: itemHandlers(deps),
    mailCodes: mailCodeHandlers(deps, signInThrottle),
    masterKey: masterKeyHandlers(deps),
    nota: notaHandlers(deps),
    passkeys: passkeyHandlers(deps),
    passwords: passwordHandlers(deps, signInThrottle),
    resets: resetHandlers(deps, signInThrottle),
    search: searchHandlers(deps),
    recoveryCodes: recoveryCodeHandlers(deps),
    secondFactors: otherFactorHandlers(deps, signInThrottle),
    session: sessionHandlers(deps),
    setup: setupHandlers(deps),
    signIn: signInHandlers(deps, signInThrottle),
    sso: ssoHandlers(deps, signInThrottle),
    teams: teamHandlers(deps),
    tools: toolHandlers(deps),
    trash: trashHandlers(deps),
    users: userHandlers(deps),
  })
  // A server that listens sends what waits; one that requests are put into by hand sends when it is told.
  app.addHook('onListen', async () => {
    deps.outbox.start()
    deps.resetRequests.start()
    deps.unlocks.start()
    deps.refusals.start()
    keyNode.start()
  })
  app.addHook('onClose', async () => {
    await deps.resetRequests.stop()
    await Promise.all([
      deps.outbox.stop(),
      deps.unlocks.stop(),
      deps.renewals.stop(),
      deps.refusals.stop(),
      keyNode.stop(),
    ])
  })
  const visitors = visitorsOf(deps)
  hideSetup(app, visitors.isSetupOpen)
  if (parts.servePages) await parts.servePages(app, visitors)
  else serveBuiltPages(app, builtPages, visitors)
  await app.ready()
  return { app, deps }
}
