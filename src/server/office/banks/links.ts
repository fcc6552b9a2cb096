import { sql, type Transaction } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import { bankTexts } from '#texts/office/banks.ts'
import { dropDormantGrants } from '#server/access/last-bank.ts'
import { locateChest } from '#server/access/locate.ts'
import { changeMarks, markOf } from '#server/access/proved-changes.ts'
import { requireAllSeen, isOnBank, joinBank } from '#server/access/members.ts'
import { requireManaged, requireSeen } from '#server/access/scope.ts'
import type { By } from '#server/access/session.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { JournalEvent } from '#server/platform/journal/journal.ts'
import { lockBanks, lockLinks, lockTeam } from '#server/access/row-locks.ts'
import { chestRows, namedLinkOf, teamRows, userLinkOf, userRows } from './linked.ts'
import { countsAmong, requireRoomInBanks } from './user-limit.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

type LinkDeps = Pick<PlatformDeps, 'db' | 'clock' | 'journal'>

/** Attaches users to a bank, all or none. @throws Refusal USER_NOT_FOUND, REACH_USER_LIMIT_IN_BANK */
export function attachUsers(
  { db, clock, journal }: LinkDeps,
  { actor, origin }: By,
  bankId: number,
  ids: number[],
) {
  return db.transaction().execute(async (tx) => {
    await lockLinks(tx, 'change')
    // A concurrent change of their state or role is serialised with this, so that it meets the limit.
    await lockRows(tx, 'users', ids)
    await lockBanks(tx, [bankId])
    // The right may have been withdrawn while the locks were waited for.
    await requireManaged(tx, actor, 'bank', bankId)
    await requireAllSeen(tx, actor, 'user', ids)
    const isNew = await attach(tx, 'user', bankId, ids, clock())
    if (isNew.length > 0) {
      if (await countsAmong(tx, isNew)) await requireRoomInBanks(tx, [bankId])
      const objects = { bank: bankId, users: isNew.map(String) }
      await journal.record(tx, actor, origin, { action: 'bank.users-attached', objects })
    }
    const rows = await userRows(tx).where('l.bank_id', '=', bankId).where('u.id', 'in', ids).execute()
    const links = new Map(rows.map((row) => [row.id, userLinkOf(row)]))
    return ids.flatMap((id) => links.get(id) ?? [])
  })
}

export function attachTeam(
  { db, clock, journal }: LinkDeps,
  { actor, origin }: By,
  bankId: number,
  id: number,
) {
  return db.transaction().execute(async (tx) => {
    await lockLinks(tx, 'change')
    await lockTeam(tx, id)
    await lockBanks(tx, [bankId])
    await requireManaged(tx, actor, 'bank', bankId)
    await requireSeen(tx, actor, 'team', id)
    if ((await attach(tx, 'team', bankId, [id], clock())).length > 0) {
      const objects = { bank: bankId, team: id }
      await journal.record(tx, actor, origin, { action: 'bank.team-attached', objects })
    }
    const rows = teamRows(tx).where('l.bank_id', '=', bankId).where('t.id', '=', id)
    return namedLinkOf(await rows.executeTakeFirstOrThrow())
  })
}

/**
 * Attaches a chest to a bank. That changes who may access it, so the caller must manage both. A caller who
 * could read the chest while it had no bank stays able to, and joins the bank if needed.
 */
export function attachChest(
  { db, clock, journal }: LinkDeps,
  { actor, origin }: By,
  bankId: number,
  id: number,
) {
  const reads = async (tx: Transaction<Tables>) =>
    (await locateChest(tx, { user: actor.id, right: 'read' }, 'chest', id))?.rights.read === true
  return db.transaction().execute(async (tx) => {
    await lockLinks(tx, 'change')
    // Users are locked before banks: only a caller outside the bank may have to join it below.
    if (!(await isOnBank(tx, bankId, actor.id))) await lockRows(tx, 'users', [actor.id])
    await lockBanks(tx, [bankId])
    await requireManaged(tx, actor, 'bank', bankId)
    await requireManaged(tx, actor, 'chest', id)
    const couldRead = await reads(tx)
    if ((await attach(tx, 'chest', bankId, [id], clock())).length > 0) {
      const objects = { bank: bankId }
      await journal.record(tx, actor, origin, { action: 'bank.chest-attached', chest: id, objects })
    }
    if (couldRead && !(await reads(tx))) await joinBank(tx, { clock, journal, actor, origin }, bankId)
    const rows = chestRows(tx).where('l.bank_id', '=', bankId).where('c.id', '=', id)
    return namedLinkOf(await rows.executeTakeFirstOrThrow())
  })
}

const tables = { user: 'bank_users', team: 'bank_teams', chest: 'bank_chests' } as const
type Member = keyof typeof tables

/** Deletes a link. @throws Refusal LINK_NOT_FOUND when it does not exist */
export function detach(
  { db, clock, journal }: LinkDeps,
  { actor, origin }: By,
  member: Member,
  linkId: number,
) {
  return db.transaction().execute(async (tx) => {
    await lockLinks(tx, 'change')
    const found = sql<{ bank_id: number; member: number }>`
      select bank_id, ${sql.ref(`${member}_id`)} as member from ${sql.table(tables[member])} where id = ${linkId}`
    const [place] = (await found.execute(tx)).rows
    if (!place) throw new Refusal('LINK_NOT_FOUND')
    if (member === 'user') await lockRows(tx, 'users', [place.member])
    if (member === 'team') await lockRows(tx, 'teams', [place.member])
    await lockBanks(tx, [place.bank_id])
    // The bank that was read: by the time of the lock the row may name another.
    await requireManaged(tx, actor, 'bank', place.bank_id)
    const lost = member === 'chest' ? await dropDormantGrants(tx, place.bank_id, place.member) : []
    const marks = { list: 'bank_marks', remove: [await markOf(tx, 'banks', place.bank_id)] } as const
    await changeMarks(tx, `${member}s`, [place.member], marks, clock())
    const { rows } = await sql<{ bank_id: number; member: number }>`
      delete from ${sql.table(tables[member])}
       where id = ${linkId} and bank_id = ${place.bank_id} and ${sql.ref(`${member}_id`)} = ${place.member}
      returning bank_id, ${sql.ref(`${member}_id`)} as member`.execute(tx)
    const [link] = rows
    if (!link) throw new Refusal('LINK_NOT_FOUND')
    await journal.record(tx, actor, origin, detachment[member](link.bank_id, link.member))
    for (const id of lost) await journal.record(tx, actor, origin, { action: 'rights.lapsed', chest: id })
    return { message: bankTexts.replies[`${member}Detached`] }
  })
}

const detachment = {
  user: (bank, user) => ({ action: 'bank.user-detached', objects: { bank, user } }),
  team: (bank, team) => ({ action: 'bank.team-detached', objects: { bank, team } }),
  chest: (bank, chest) => ({ action: 'bank.chest-detached', chest, objects: { bank } }),
} as const satisfies Record<string, (bank: number, member: number) => JournalEvent>

/** @returns the members that were not attached before */
async function attach(
  tx: Transaction<Tables>,
  member: Member,
  bankId: number,
  ids: readonly number[],
  now: number,
): Promise<number[]> {
  const marks = { list: 'bank_marks', add: [await markOf(tx, 'banks', bankId)] } as const
  await changeMarks(tx, `${member}s`, ids, marks, now)
  const column = sql.ref(`${member}_id`)
  const values = sql.join(ids.map((id) => sql`(${bankId}, ${id})`))
  const { rows } = await sql<{ member: number }>`
    insert into ${sql.table(tables[member])} (bank_id, ${column}) values ${values}
    on conflict (${column}, bank_id) do nothing returning ${column} as member`.execute(tx)
  return rows.map((row) => row.member)
}
