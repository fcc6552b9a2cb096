import { sql, type Kysely } from 'kysely'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { users } from '#contract/office/users.ts'
import { accountKeyOf } from '#domain/platform/user-keys.ts'
import { isVisible } from '#server/access/scope.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { wordsOf } from '#server/platform/database/words.ts'
import type { Caller } from '#server/access/session.ts'

type Row = { login_key: string | null; email_key: string | null } & Omit<Found, 'entries'>
type Found = ReplyOf<typeof users.resolve>['users'][number]

/**
 * Finds users visible to the caller by login or e-mail. An entry that matches two users (one's login, the
 * other's e-mail) is unknown, so that no user is attached by mistake.
 */
export async function resolveUsers(
  db: Kysely<Tables>,
  caller: Caller,
  entries: readonly string[],
): Promise<ReplyOf<typeof users.resolve>> {
  const keys = new Map(
    entries.filter((entry) => wordsOf(entry) !== null).map((entry) => [entry, accountKeyOf(entry)]),
  )
  const byKey = await peopleByKey(db, caller, [...new Set(keys.values())])
  const found = new Map<number, Found>()
  const unknown = new Set<string>()
  for (const entry of entries) {
    const [person, other] = byKey.get(keys.get(entry) ?? '') ?? []
    if (!person || other) unknown.add(entry)
    else found.set(person.id, { ...person, entries: [...(found.get(person.id)?.entries ?? []), entry] })
  }
  return { users: [...found.values()], unknown: [...unknown] }
}

async function peopleByKey(db: Kysely<Tables>, caller: Caller, keys: readonly string[]) {
  const people = new Map<string, Row[]>()
  if (keys.length === 0) return people
  const rows = await db
    .selectFrom('users as u')
    .select(['u.id', 'u.login', 'u.first_name as firstName', 'u.last_name as lastName'])
    .select(['u.login_key', 'u.email_key'])
    .where('u.deleted_at', 'is', null)
    .where((is) => is.or([is('u.login_key', 'in', keys), is('u.email_key', 'in', keys)]))
    .where((is) =>
      is.or([
        is('u.id', '=', caller.id),
        isVisible('user', caller, sql.ref('u.id'), sql.ref('u.created_by')),
      ]),
    )
    .execute()
  for (const row of rows) {
    for (const key of new Set([row.login_key, row.email_key])) {
      if (key !== null) people.set(key, [...(people.get(key) ?? []), row])
    }
  }
  return people
}
