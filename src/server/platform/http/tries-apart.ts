import { sql, type Kysely } from 'kysely'
import type { Turn } from '#server/platform/crypto/work-bound.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/**
 * Somebody who is recognised before anything is judged, and counted apart from the network that they come from: a
 * browser that has signed the account in, a sign-in half done, a session.
 */
export type Apart = {
  /** Under which the tries are counted. */
  readonly who: string
  /** In which turn costly work is done for them. */
  readonly turn: Turn
}

/** So many wrong tries in a window; who has had them counts as a stranger of their network. */
export type ApartLimits = { readonly tries: number; readonly windowMs: number }

/** Counts a try. @returns when its window began; null where the tries of this window were had */
export async function countApart(
  db: Kysely<Tables>,
  who: string,
  now: number,
  { tries, windowMs }: ApartLimits,
): Promise<number | null> {
  // A window begins with a try that counts: where all were given back, there is none.
  const isOver = sql`(tries_apart.tries = 0 or tries_apart.since <= cast(${now - windowMs} as bigint))`
  const { rows } = await sql<{ since: number }>`
    insert into tries_apart (who, since, tries) values (${who}, ${now}, 1)
    on conflict (who) do update set
      tries = case when ${isOver} then 1 else tries_apart.tries + 1 end,
      since = case when ${isOver} then excluded.since else tries_apart.since end
    where ${isOver} or tries_apart.tries < ${tries}
    returning since`.execute(db)
  return rows[0]?.since ?? null
}

/** Takes one count back, of the window that it was made in. */
export async function giveBackApart(db: Kysely<Tables>, who: string, since: number): Promise<void> {
  await db
    .updateTable('tries_apart')
    .set((to) => ({ tries: to('tries', '-', 1) }))
    .where('who', '=', who)
    .where('since', '=', since)
    .where('tries', '>', 0)
    .execute()
}
