import { sql, type Kysely, type Transaction } from 'kysely'
import { dayAfter, dueNoticeDays, dueStateOf, isReminderDue } from '#domain/vault/due-dates.ts'
import { userStates } from '#domain/platform/roles.ts'
import { frenchCollator } from '#domain/platform/folding.ts'
import { dayInFrance } from '#texts/platform/format.ts'
import { rightsAmong } from '#server/access/proved-rights.ts'
import { readableBy } from '#server/access/sharing.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { VaultDeps } from '#server/vault/deps.ts'
import { dueItemsIn } from './due-items.ts'

type RemindDeps = Pick<VaultDeps, 'db' | 'clock' | 'outbox'>

const dayMs = 24 * 60 * 60 * 1000

/**
 * Queues a mail for each person who may change something that is to be renewed, on the days that call for a reminder
 * (`isReminderDue`). A person gets one mail a day at most: the row that says so is written with the mail, so that
 * neither a crash nor a second node sends another one. No name of an item is in it: content of chests is never mailed.
 */
export async function remindOfDueItems(
  { db, clock, outbox }: RemindDeps,
  goOn: () => Promise<boolean>,
): Promise<void> {
  const now = clock()
  const today = dayInFrance(now)
  const chests = await db.selectFrom('chests').select('id').where('deleted_at', 'is', null).execute()
  const due = await dueItemsIn(
    db,
    chests.map(({ id }) => id),
    dayAfter(today, dueNoticeDays),
  )
  const daysOf = new Map<number, string[]>()
  for (const { chestId, day } of due) {
    const days = daysOf.get(chestId)
    if (days) days.push(day)
    else daysOf.set(chestId, [day])
  }
  for (const person of await candidates(db, [...daysOf.keys()], today)) {
    if (!(await goOn())) return
    await db.transaction().execute(async (tx) => {
      const updatable = await chestsToChange(tx, person.id, [...daysOf.keys()])
      const isDue = updatable.some(({ id }) =>
        daysOf.get(id)?.some((day) => isReminderDue(day, today, person.day)),
      )
      if (!isDue || !(await claimDay(tx, person.id, today))) return
      await outbox.add(tx, {
        to: person.email,
        template: 'dueItems',
        values: {
          firstName: person.firstName,
          login: person.login,
          chests: updatable.map(({ id, name }) => countsOf(name, daysOf.get(id) ?? [], today)),
        },
        // Tomorrow its counts may be wrong.
        until: now + dayMs,
      })
    })
  }
}

function countsOf(name: string, days: readonly string[], today: string) {
  const past = days.filter((day) => dueStateOf(day, today) === 'past').length
  return { name, past, soon: days.length - past }
}

/** The people with a grant to change one of these chests, who were not reminded today; whether it counts is left open. */
const candidates = async (db: Kysely<Tables>, chestIds: readonly number[], today: string) => {
  const chests = sql`${listOf(db, chestIds)}`
  const { rows } = await sql<{
    id: number
    email: string
    login: string
    firstName: string
    day: string | null
  }>`
    select u.id, u.email, u.login, u.first_name as "firstName", d.day
      from users u left join due_reminders d on d.user_id = u.id
     where u.state_id = ${userStates.active} and u.deleted_at is null and u.email <> ''
       and (d.day is null or d.day < ${today})
       and u.id in (
         select r.user_id from chest_user_rights r
          where r.can_update = 1 and ${isAmong(db, sql.ref('r.chest_id'), chests)}
         union
         select t.user_id from chest_team_rights r join team_users t on t.team_id = r.team_id
          where r.can_update = 1 and ${isAmong(db, sql.ref('r.chest_id'), chests)})
     order by u.id`.execute(db)
  return rows
}

/** Returns those of some chests whose content a person may change, by name. */
async function chestsToChange(db: Kysely<Tables>, userId: number, chestIds: readonly number[]) {
  const { rows } = await sql<{ id: number; name: string }>`
    select c.id, c.name from ${readableBy(userId, 'update')}
       and ${isAmong(db, sql.ref('c.id'), sql`${listOf(db, chestIds)}`)}`.execute(db)
  const rights = await rightsAmong(
    db,
    userId,
    rows.map(({ id }) => id),
  )
  const { compare } = frenchCollator()
  const changeable = rows.filter(({ id }) => rights.get(id)?.update === true)
  return changeable.toSorted((one, other) => compare(one.name, other.name) || one.id - other.id)
}

/** Records that a person is reminded today. @returns false when they already were, perhaps by another node */
async function claimDay(tx: Transaction<Tables>, userId: number, day: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('due_reminders')
    .values({ user_id: userId, day })
    .onConflict((known) => known.column('user_id').doUpdateSet({ day }).where('due_reminders.day', '<', day))
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}
