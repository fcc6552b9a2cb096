import type { chestRights } from '#contract/office/chest-rights.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { rightNames, type Rights } from '#domain/platform/rights.ts'
import type { Kysely, Transaction } from 'kysely'
import { callerNow } from '#server/access/members.ts'
import { requireManaged } from '#server/access/scope.ts'
import type { Actor, By } from '#server/access/session.ts'
import { readTogether } from '#server/platform/database/engine.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Handlers } from '#server/access/handler.ts'
import { accessOf, audienceOf } from './audience.ts'
import { absentHolder, attach, detach, readGrant, writeGrant } from './grants.ts'
import {
  namesFor,
  teamsOfChests,
  unmanagedAmong,
  usersOfChests,
  type Holder,
} from '#server/access/attached.ts'
import { lockChest } from '#server/access/row-locks.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

type RightsDeps = Pick<PlatformDeps, 'db' | 'clock' | 'journal'>
type Deed = By & { readonly params: { readonly id: number } }

/**
 * The handlers of the rights on a chest. Callers who manage it may grant themselves a right: the journal
 * records it.
 */
export const chestRightsHandlers = (deps: RightsDeps): Handlers<typeof chestRights> => {
  const { db } = deps
  return {
    attachUsers: (deed) => change(deps, deed, attached(deps, deed, 'user', deed.body.users), users),
    attachTeams: (deed) => change(deps, deed, attached(deps, deed, 'team', deed.body.teams), teams),
    detachUsers: (deed) => change(deps, deed, detached(deps, deed, 'user', deed.body.users), users),
    detachTeams: (deed) => change(deps, deed, detached(deps, deed, 'team', deed.body.teams), teams),

    readOfUser: ({ actor, params }) => readNamedGrant(db, actor, 'user', params.id, params.userId),
    readOfTeam: ({ actor, params }) => readNamedGrant(db, actor, 'team', params.id, params.teamId),
    grantToUser: (deed) => grant(deps, deed, 'user', deed.params.userId, deed.body),
    grantToTeam: (deed) => grant(deps, deed, 'team', deed.params.teamId, deed.body),

    audience: ({ actor, params }) => readTogether(db, (held) => audienceOf(held, actor, params.id)),
    accessOfUser: ({ actor, params }) => readTogether(db, (held) => accessOf(held, actor, params.id)),
  }
}

/**
 * Returns the rights of a grant.
 * @throws Refusal USER_NOT_FOUND or TEAM_NOT_FOUND also when the caller may not see its holder
 */
const readNamedGrant = (
  db: Kysely<Tables>,
  actor: Actor,
  holder: Holder,
  chestId: number,
  id: number,
): Promise<Rights> =>
  readTogether(db, async (held) => {
    const asked = { user: [], team: [], [holder]: [id] }
    const mayName = await namesFor(held, actor, await unmanagedAmong(held, actor, chestId), asked)
    if (!mayName(chestId, holder, id)) throw new Refusal(absentHolder[holder])
    return readGrant(held, holder, chestId, id)
  })

const users = async (tx: Transaction<Tables>, id: number) => (await usersOfChests(tx, [id])).get(id) ?? []
const teams = async (tx: Transaction<Tables>, id: number) => (await teamsOfChests(tx, [id])).get(id) ?? []

/** Changes the grants of a chest, serialised by chest, and returns what `answer` reads afterwards. */
const change = <Result>(
  { db }: RightsDeps,
  { actor, params: { id } }: Deed,
  deed: (tx: Transaction<Tables>) => Promise<void>,
  answer: (tx: Transaction<Tables>, id: number) => Promise<Result>,
): Promise<Result> =>
  db.transaction().execute(async (tx) => {
    await lockChest(tx, id)
    await requireManaged(tx, actor, 'chest', id)
    await deed(tx)
    return answer(tx, id)
  })

const attached =
  (
    { clock, journal }: RightsDeps,
    { actor, origin, params: { id } }: Deed,
    holder: Holder,
    ids: readonly number[],
  ) =>
  async (tx: Transaction<Tables>): Promise<void> => {
    const caller = await callerNow(tx, actor)
    const added = (await attach(tx, caller, holder, id, ids, clock())).map(String)
    if (added.length === 0) return
    const event =
      holder === 'user'
        ? ({ action: 'chest.users-attached', objects: { users: added } } as const)
        : ({ action: 'chest.teams-attached', objects: { teams: added } } as const)
    await journal.record(tx, actor, origin, { chest: id, ...event })
  }

const detached =
  (
    { journal }: RightsDeps,
    { actor, origin, params: { id } }: Deed,
    holder: Holder,
    ids: readonly number[],
  ) =>
  async (tx: Transaction<Tables>): Promise<void> => {
    const removed = (await detach(tx, holder, id, ids)).map(String)
    if (removed.length === 0) return
    const event =
      holder === 'user'
        ? ({ action: 'chest.users-detached', objects: { users: removed } } as const)
        : ({ action: 'chest.teams-detached', objects: { teams: removed } } as const)
    await journal.record(tx, actor, origin, { chest: id, ...event })
  }

const namesOf = (rights: Rights) => rightNames.filter((right) => rights[right])

/**
 * Sets the rights of a grant.
 * @throws Refusal NO_RIGHT_TICKED; READ_RIGHT_REQUIRED, without which no right has an effect
 */
async function grant(
  deps: RightsDeps,
  deed: Deed,
  holder: Holder,
  holderId: number,
  rights: Rights,
): Promise<Rights> {
  if (namesOf(rights).length === 0) throw new Refusal('NO_RIGHT_TICKED')
  if (!rights.read) throw new Refusal('READ_RIGHT_REQUIRED', { details: { field: 'body/read' } })
  const { id } = deed.params
  return change(
    deps,
    deed,
    async (tx) => {
      const before = await readGrant(tx, holder, id, holderId)
      await writeGrant(tx, holder, id, holderId, rights, deps.clock())
      const who = holder === 'user' ? { user: holderId } : { team: holderId }
      const objects = { ...who, before: namesOf(before), rights: namesOf(rights) }
      await deps.journal.record(tx, deed.actor, deed.origin, { action: 'rights.granted', chest: id, objects })
    },
    (tx) => readGrant(tx, holder, id, holderId),
  )
}
