import { sql, type Transaction } from 'kysely'
import { fold } from '#domain/folding.ts'
import { isVisible, reachFrom, scopeCounts } from '../access/scope.ts'
import type { Tables } from '../database/tables.ts'
import type { Caller } from './describe.ts'

/** A bank or a team that a file may name. */
type Place = { readonly id: number; readonly name: string; readonly isManaged: boolean }
/** What a name leads to: one place, none, or several. */
export type Found = { readonly place: Place } | 'unknown' | 'ambiguous'
export type Finder = (name: string) => Found

/** The caller's banks, by number or by label. */
export async function bankFinder(tx: Transaction<Tables>, caller: Caller): Promise<Finder> {
  const rows = await tx
    .selectFrom('banks as b')
    .select(['b.id', 'b.label as name'])
    .where(isVisible('bank', caller, sql.ref('b.id'), sql`null`))
    .execute()
  return finderOf(rows.map((row) => ({ ...row, isManaged: true })))
}

/** The teams that the caller sees, by number or by name. */
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

/** A name counts before a number: a bank may be called « 2024 ». */
function finderOf(places: readonly Place[]): Finder {
  const byId = new Map(places.map((place) => [String(place.id), place]))
  const byName = Map.groupBy(places, ({ name }) => fold(name.trim()))
  return (name) => {
    const [place, other] = byName.get(fold(name)) ?? []
    if (other) return byId.has(name) ? { place: byId.get(name) ?? other } : 'ambiguous'
    const found = place ?? byId.get(name)
    return found ? { place: found } : 'unknown'
  }
}
