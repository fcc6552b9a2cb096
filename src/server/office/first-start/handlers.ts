import type { Kysely } from 'kysely'
import type { firstStart } from '#contract/office/first-start.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { currentStep } from '#domain/platform/first-start.ts'
import type { Handlers } from '#server/access/handler.ts'
import { requirePermission } from '#server/access/members.ts'
import type { Actor } from '#server/access/session.ts'
import { readGuide, writeGuide } from '#server/identity/sign-in/first-start.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

type FirstStartDeps = Pick<PlatformDeps, 'db' | 'clock' | 'journal' | 'config'>
type Reply = ReplyOf<typeof firstStart.read>

/** The row of the confirmed copy of the root key. */
const copiedName = 'first-start.root-key-copied'
type Copied = { readonly at: number; readonly user: number; readonly login: string }

/** The handlers of the guide for the first super administrator. */
export const firstStartHandlers = (deps: FirstStartDeps): Handlers<typeof firstStart> => {
  const { db, clock, journal } = deps
  return {
    read: ({ actor }) => describe(deps, db, actor),

    pass: ({ actor, origin, body: { steps, outcome } }) =>
      db.transaction().execute(async (tx) => {
        // Two tabs pass steps in turn.
        await lockRows(tx, 'users', [actor.id])
        await requirePermission(tx, actor, 'manageEverything', 'ROLE_REQUIRED')
        const guide = await readGuide(tx)
        const fresh = steps.filter((step) => guide?.passed[step] === undefined)
        if (guide?.user === actor.id && fresh.length > 0) {
          const passed = { ...guide.passed, ...Object.fromEntries(fresh.map((step) => [step, outcome])) }
          await writeGuide(tx, { ...guide, passed })
          const objects = { steps: fresh, outcome }
          await journal.record(tx, actor, origin, { action: 'first-start.passed', objects })
        }
        return describe(deps, tx, actor)
      }),

    confirmRootKey: ({ actor, origin }) =>
      db.transaction().execute(async (tx) => {
        await requirePermission(tx, actor, 'manageEverything', 'ROLE_REQUIRED')
        const copied: Copied = { at: clock(), user: actor.id, login: actor.login }
        const { numInsertedOrUpdatedRows: inserted = 0n } = await tx
          .insertInto('settings')
          .values({ name: copiedName, value: JSON.stringify(copied) })
          .onConflict((known) => known.column('name').doNothing())
          .executeTakeFirstOrThrow()
        if (inserted > 0n) await journal.record(tx, actor, origin, { action: 'root-key.copy-confirmed' })
        return describe(deps, tx, actor)
      }),
  }
}

async function describe({ config }: FirstStartDeps, db: Kysely<Tables>, actor: Actor): Promise<Reply> {
  const guide = await readGuide(db)
  const isOwner = guide?.user === actor.id
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', copiedName)
    .executeTakeFirst()
  const copied = row ? (JSON.parse(row.value) as Copied) : null
  return {
    isOpen: isOwner && currentStep(guide.passed) !== null,
    passed: isOwner ? guide.passed : {},
    rootKeySource: config.rootKeySource,
    rootKeyFile: config.rootKeyPath,
    rootKeyCopied: copied && { at: new Date(copied.at).toISOString(), login: copied.login },
  }
}
