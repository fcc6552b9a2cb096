import type {
  administration,
  administrationFragment as administrationFragmentCall,
} from '#contract/office/administration.ts'
import {
  folderCount,
  templateFaults,
  type ClientFolder,
  type ClientTemplate,
} from '#domain/office/client-template.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { administrationTexts } from '#texts/office/administration.ts'
import { insertTree, type FolderToInsert } from '#server/vault/contents/insert-tree.ts'
import type { Handler, HandlerRequest, Handlers } from '#server/access/handler.ts'
import { heldNetworks, liftNetwork } from '#server/platform/http/held-networks.ts'
import { readOptionalPattern, readPattern } from '#server/platform/http/patterns.ts'
import type { MailOutcome } from '#server/platform/mail/outbox.ts'
import { refusedSenderLimits } from '#server/platform/mail/refused-senders.ts'
import { throttleLimitsOf, type Throttle } from '#server/platform/http/throttle.ts'
import { untrustedProxies } from '#server/platform/http/untrusted-proxies.ts'
import { currentTemplate, destinationsOf, writeTemplate } from './client-templates.ts'
import { installationState, type StateDeps } from './state.ts'
import { requirePermission } from '#server/access/members.ts'
import { lastFailures } from '#server/identity/sso/failures.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import type { ChestKeys } from '#server/vault/chests/chest-keys.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

const momentOf = (at: number): string => new Date(at).toISOString()

type AdministrationDeps = Pick<IdentityDeps, 'config' | 'db' | 'clock' | 'journal' | 'outbox'> &
  StateDeps & {
    readonly chestKeys: ChestKeys
  }

/** What a try of a mail says of its sender. */
const outcomes = {
  none: 'none',
  sent: 'accepted',
  waiting: 'waiting',
  delayed: 'refused',
  refused: 'refused',
} as const satisfies Record<MailOutcome | 'none', string>

/** The handlers of the administration page. @param throttle the throttle that blocks networks */
export const administrationHandlers = (
  deps: AdministrationDeps,
  throttle: Throttle,
): Handlers<typeof administration> => {
  const { db, journal, clock } = deps
  const limits = throttleLimitsOf(deps.config)
  return {
    createClientStructure: (request) => createClient(deps, request),

    destinations: ({ actor, query }) => destinationsOf(db, actor.id, query.search ?? ''),

    mailState: async () => {
      const { transport, waiting, failed, lastError, refused } = await deps.outbox.state()
      return {
        transport,
        waiting,
        failed,
        lastError,
        refused: refused && {
          ...refused,
          oldestAt: momentOf(refused.oldestAt),
          nextAt: momentOf(refused.nextAt),
          kept: refusedSenderLimits.kept,
        },
      }
    },

    trySender: async ({ actor, origin }) => {
      await db.transaction().execute(async (tx) => {
        await requirePermission(tx, actor, 'manageEverything', 'ROLE_REQUIRED')
        await journal.record(tx, actor, origin, { action: 'mails.sender-tried' })
      })
      const outcome = outcomes[(await deps.outbox.tryRefused()) ?? 'none']
      const isUnsent = outcome === 'refused'
      return { outcome, reason: isUnsent ? (await deps.outbox.state()).lastError : null }
    },

    state: () => installationState(deps),

    settings: () => ({
      groups: deps.config.inForce.map(({ title, settings }) => ({ title, settings: [...settings] })),
    }),

    signOns: async () => {
      const failures = await lastFailures(db, deps.keys.keyring, clock())
      const { sso } = deps.config
      return {
        issuer: sso === null ? null : sso.issuer.href,
        failures: failures.map((one) => ({ ...one, at: momentOf(one.at) })),
      }
    },

    networks: async () => {
      const now = clock()
      const { held, total } = await heldNetworks(db, { limits, now })
      const proxies = await untrustedProxies(db, deps.config, now)
      const { tries, windowMs } = limits.network
      return {
        held: held.map((one) => ({ ...one, since: momentOf(one.since), until: momentOf(one.until) })),
        total,
        tries,
        minutes: windowMs / 60_000,
        untrustedProxies: proxies.map(({ address, seenAt }) => ({ address, seenAt: momentOf(seenAt) })),
      }
    },

    liftNetwork: async ({ params: { network }, actor, origin }) => {
      await db.transaction().execute(async (tx) => {
        await requirePermission(tx, actor, 'manageEverything', 'ROLE_REQUIRED')
        // Already lifted, or expired: there is nothing to record.
        if (!(await liftNetwork(tx, network, { limits, now: clock() }))) return
        await journal.record(tx, actor, origin, { action: 'network.lifted', objects: { network } })
      })
      throttle.lookAgainAt(network)
      return { message: administrationTexts.networks.lifted }
    },

    readTemplate: ({ actor }) => currentTemplate(db, actor),

    changeTemplate: async ({ actor, body, origin }) => {
      const template = body.template === null ? null : checkedTemplate(body.template)
      return db.transaction().execute(async (tx) => {
        const bank = await writeTemplate(tx, actor, template)
        await journal.record(tx, actor, origin, {
          action: template === null ? 'template.reset' : 'template.changed',
          objects: { bank: bank?.id ?? null },
        })
        return currentTemplate(tx, actor)
      })
    },
  }
}

/** Renders the page's form as HTML, with the component of the page. */
export const administrationFragment = ({
  db,
  renderFragment,
}: Pick<PlatformDeps, 'db' | 'renderFragment'>): Handler<typeof administrationFragmentCall> => {
  return async ({ actor }) => {
    const [chests, { template }] = await Promise.all([
      destinationsOf(db, actor.id, ''),
      currentTemplate(db, actor),
    ])
    return renderFragment('administration', { chests, template })
  }
}

async function createClient(
  deps: AdministrationDeps,
  { actor, body, chest, origin, once }: HandlerRequest<typeof administration.createClientStructure>,
) {
  const root = rootOf(body)
  return once(async (tx) => {
    const { template } = await currentTemplate(tx, actor)
    const folders = template.folders.map(folderToInsert)
    // Raises the chest's revision first, and checks the right again under the chest's lock.
    const tree = { ...root, folders }
    const id = await insertTree(tx, deps, { chest, folderId: null, actor }, tree)
    await requirePermission(tx, actor, 'openAdministration', 'ROLE_REQUIRED')
    const made = folderCount(template.folders) + 1
    await deps.journal.record(tx, actor, origin, {
      action: 'client.created',
      chest: chest.id,
      objects: { folder: id, folders: made },
    })
    return { id, message: administrationTexts.client.created, folders: made }
  })
}

/** Returns a client's root folder. Its name contains the Sage code, for searches, and its description too. */
function rootOf({ clientName, clientSage = '' }: { clientName: string; clientSage?: string }) {
  const client = readPattern('clientName', 'REGEX_FOLDER_NAME', clientName)
  const code = readOptionalPattern('clientSage', 'REGEX_FOLDER_NAME', clientSage)
  if (code === '') return { name: client, description: '' }
  const name = readPattern('clientName', 'REGEX_FOLDER_NAME', `${client} (${code})`)
  return { name, description: administrationTexts.sageLine(code) }
}

const folderToInsert = ({ name, description = '', folders = [] }: ClientFolder): FolderToInsert => ({
  name: name.trim(),
  description,
  folders: folders.map(folderToInsert),
})

/** @throws Refusal TEMPLATE_INVALID with the faults and their places as details */
function checkedTemplate(template: ClientTemplate): ClientTemplate {
  const faults = templateFaults(template)
  if (faults.length > 0) throw new Refusal('TEMPLATE_INVALID', { details: { faults: faults.slice(0, 20) } })
  return template
}
