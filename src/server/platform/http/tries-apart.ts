import { sql, type Kysely } from 'kysely'
import type { Turn } from '#server/platform/crypto/work-bound.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/**
 * A caller who is recognised before any verification, and counted apart from their network: a browser that has signed the
 * account in, a sign-in half done, a session.
 */
export type Apart = {
  /** The key of the count. */
  readonly who: string
  /** The place of their costly work in the queue. */
  readonly turn: Turn
}

/** The wrong tries in a window; beyond them the caller counts as an unknown browser of their network. */
export type ApartLimits = { readonly tries: number; readonly windowMs: number }

/** Counts a try. @returns when its window began; null if the tries of this window are used up */
export async function countApart(
  db: Kysely<Tables>,
  who: string,
  now: number,
  { tries, windowMs }: ApartLimits,
): Promise<number | null> {
  // A window begins with a counted try: if all were uncounted, there is none.
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

/** Uncounts a try, in the window in which it was counted. */
export async function giveBackApart(db: Kysely<Tables>, who: string, since: number): Promise<void> {
  await db
    .updateTable('tries_apart')
    .set((to) => ({ tries: to('tries', '-', 1) }))
    .where('who', '=', who)
    .where('since', '=', since)
    .where('tries', '>', 0)
    .execute()
}
