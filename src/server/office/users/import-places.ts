import { sql, type Transaction } from 'kysely'
import { fold } from '#domain/platform/folding.ts'
import { isVisible, reachFrom, scopeCounts } from '#server/access/scope.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Caller } from '#server/access/session.ts'

/** A bank or team that a file may name. */
type Place = { readonly id: number; readonly name: string; readonly isManaged: boolean }
/** The result for a name: one place, none, or several. */
export type Found = { readonly place: Place } | 'unknown' | 'ambiguous'
export type Finder = (name: string) => Found

/** Finds the caller's banks by number or by label. */
export async function bankFinder(tx: Transaction<Tables>, caller: Caller): Promise<Finder> {
  const rows = await tx
    .selectFrom('banks as b')
    .select(['b.id', 'b.label as name'])
    .where(isVisible('bank', caller, sql.ref('b.id'), sql`null`))
    .execute()
  return finderOf(rows.map((row) => ({ ...row, isManaged: true })))
}

/** Finds the teams visible to the caller by number or by name. */
export async function teamFinder(tx: Transaction<Tables>, caller: Caller): Promise<Finder> {
  const counts = scopeCounts('team', sql.ref('t.id'), caller.id)
  const rows = await tx
    .selectFrom('teams as t')
    .select(['t.id', 't.name', 't.created_by', counts.banks.as('banks'), counts.shared.as('shared')])
    .where(isVisible('team', caller, sql.ref('t.id'), sql.ref('t.created_by')))
    .execute()
  return finderOf(
    rows.map(({ id, name, created_by: madeBy, banks, shared }) => {
      const standing = { noun: 'team', id, banks, shared, madeBy, role: null } as const
      return { id, name, isManaged: reachFrom(caller, standing) === 'managed' }
    }),
  )
}

/**
 * Finds a place by its name or number. A place named like another's number (« 2024 ») is ambiguous: a guess
 * would let an administrator draw another bank's users by such a name.
 */
function finderOf(places: readonly Place[]): Finder {
  const byId = new Map(places.map((place) => [String(place.id), place]))
  const byName = Map.groupBy(places, ({ name }) => fold(name.trim()))
  return (name) => {
    const numbered = byId.get(name)
    const meant = new Set([...(byName.get(fold(name)) ?? []), ...(numbered ? [numbered] : [])])
    const [place] = meant
    if (meant.size > 1) return 'ambiguous'
    return place ? { place } : 'unknown'
  }
}
