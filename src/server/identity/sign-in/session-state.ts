import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { session } from '#contract/platform/session.ts'
import { documentAddress } from '#domain/platform/documents.ts'
import { patternNames, patterns } from '#domain/platform/patterns.ts'
import { permissionsOf } from '#domain/platform/roles.ts'
import { locateChest } from '#server/access/locate.ts'
import { readSession } from '#server/access/session.ts'
import { hasReadReleases } from '#server/access/account-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Handlers } from '#server/access/handler.ts'
import { extensionOf, groupOf } from '#server/platform/documents/settings.ts'
import { currentBankOf } from '#server/access/current-bank.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { endSession } from '#server/identity/authentication/live-sessions.ts'
import { lockSessionOf } from '#server/identity/authentication/session-lock.ts'
import { signInTexts } from '#texts/identity/sign-in.ts'

type SessionDeps = Pick<IdentityDeps, 'db' | 'config' | 'clock' | 'journal'>

/**
 * The browser clears what it cached of this origin, pages of the back button included. Why neither
 * `"cookies"` nor `"storage"` is listed: docs/decisions/0030-what-a-sign-out-clears.md.
 */
const clearedAtLogout = '"cache"'

export const sessionHandlers = ({ db, config, clock, journal }: SessionDeps): Handlers<typeof session> => {
  const regexes = patternNames.map((name) => ({ name, value: patterns[name] }))
  // Lets a page that was open during an update detect that its rules are outdated.
  const regexVersion = createHash('sha256').update(JSON.stringify(regexes)).digest('hex').slice(0, 16)

  return {
    read: async ({ actor, header }) => {
      const user = await db
        .selectFrom('users')
        .select(['first_name', 'last_name', 'email', 'read_features', 'last_chest_id'])
        .where('id', '=', actor.id)
        .executeTakeFirstOrThrow()
      const hasRead = hasReadReleases(user.read_features)
      const { links } = config
      const domainGroup = groupOf(links, header('host'))
      return {
        user: {
          id: actor.id,
          login: actor.login,
          firstName: user.first_name,
          lastName: user.last_name,
          email: user.email,
          role: actor.role,
          type: actor.type,
          readFeatures: hasRead,
          lastChestId: await readableChest(db, actor.id, user.last_chest_id),
        },
        unread: !hasRead,
        currentBank: await currentBankOf(db, actor),
        permissions: permissionsOf(actor),
        expiresAt: new Date(actor.expiresAt).toISOString(),
        remainingMs: Math.max(0, Math.floor(actor.expiresAt - clock())),
        inactivitySeconds: Math.floor(config.inactivityMs / 1000),
        attachmentBytes: config.attachmentBytes.file,
        sendsMails: config.smtp !== null,
        recoveryShares: config.recoveryShares,
        clearExports: config.clearExports,
        regexVersion,
        domainGroup,
        organisation: config.documents.facts.organisation,
        links: {
          vendor: links.vendor,
          extension: extensionOf(links, domainGroup),
          guide: config.documents.sources.guide.kind === 'own' ? null : documentAddress('guide'),
        },
      }
    },
    // No refusal for an expired session, since browsers log each refused call of a polling tab in the
    // console.
    state: async ({ cookies }) => {
      const actor = await readSession(db, cookies.get('sid'), clock(), config.inactivityMs)
      return { userId: actor?.id ?? null }
    },
    regexes: () => regexes,

    logout: async (request) => {
      const { origin, cookies } = request
      await db.transaction().execute(async (tx) => {
        const who = await endSession(tx, cookies.get('sid'))
        if (who) await journal.record(tx, who, origin, { action: 'sign-in.ended' })
      })
      cookies.clear('sid')
      cookies.clear('pre')
      request.setHeader('clear-site-data', clearedAtLogout)
      return { message: signInTexts.signedOut }
    },

    lock: async (request) => {
      const { origin, cookies, body } = request
      const { reason } = body
      await db.transaction().execute(async (tx) => {
        const now = clock()
        const who = await lockSessionOf(tx, cookies.get('sid'), now)
        if (!who) return
        // A page that slept through the end must not make the session one that can be reopened.
        const isIdle = reason === 'inactivity' || now - who.seenAt > config.inactivityMs
        const ends = isIdle && config.inactivity === 'logout'
        if (ends) await endSession(tx, cookies.get('sid'))
        await journal.record(
          tx,
          who,
          origin,
          ends ? { action: 'sign-in.ended' } : { action: 'session.locked', objects: { reason } },
        )
        if (ends) cookies.clear('sid')
      })
      request.setHeader('clear-site-data', clearedAtLogout)
      return { message: signInTexts.locked }
    },
  }
}

/** Returns the chest if the user may still read it: a page would open it immediately. */
async function readableChest(db: Kysely<Tables>, user: number, id: number | null): Promise<number | null> {
  const chest = id === null ? null : await locateChest(db, { user, right: 'read' }, 'chest', id)
  return chest?.rights.read === true ? chest.id : null
}
