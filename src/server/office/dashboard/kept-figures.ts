import { hash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { dayNumberOf, dayOfNumber } from '#domain/platform/days.ts'
import { figureDays, type Indicator } from '#domain/vault/figures.ts'
import { personMay, userStates } from '#domain/platform/roles.ts'
import { scopeOf, type Scope } from '#server/access/listed.ts'
import { asSealed } from '#server/platform/crypto/envelope.ts'
import { fieldPlace } from '#server/platform/crypto/place.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import { sealJson, unsealJson } from '#server/platform/crypto/seal.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { nameOfScope } from './company-rows.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { Summaries } from '#server/vault/summaries/summaries.ts'
import type { Company } from './company.ts'

type Values = Record<Indicator, number>
type StoredFiguresDeps = Pick<PlatformDeps, 'db' | 'clock'> & { readonly summaries: Summaries }

/** The hashed name of a scope: a list of bank ids is too long for a column and a `SealPlace`. */
const columnOf = (scope: Scope): string => hash('sha256', nameOfScope(scope))

const placeOf = (scope: string, day: number) => fieldPlace('kept_figures', day, scope)

/**
 * The stored indicators of a scope from 30 days ago, else from the latest day before, else from the earliest.
 */
export async function storedBefore(
  { db, clock, summaries }: StoredFiguresDeps,
  scope: Scope,
): Promise<{ days: string; values: Values } | null> {
  const today = dayNumberOf(clock())
  const limit = today - figureDays.comparison
  const name = columnOf(scope)
  const row = await db
    .selectFrom('kept_figures')
    .select(['day', 'sealed'])
    .where('scope', '=', name)
    .where('day', '<', today)
    .orderBy(sql`case when day <= ${limit} then 0 else 1 end`)
    .orderBy(sql`case when day <= ${limit} then -day else day end`)
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  try {
    const { kept } = await summaries.figuresKey()
    return {
      days: dayOfNumber(row.day),
      values: unsealJson<Values>(kept, placeOf(name, row.day), asSealed(row.sealed)),
    }
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}

/** Deletes the figures of days older than their retention. */
export async function deleteOldFigures(db: Kysely<Tables>, now: number): Promise<void> {
  const first = dayNumberOf(now) - figureDays.kept
  for (const table of ['daily_counts', 'kept_figures'] as const) {
    await db.deleteFrom(table).where('day', '<', first).execute()
  }
}

/** Stores today's indicators for each scope of a user with access to company figures, once per day. */
export async function storeDailyFigures(
  deps: StoredFiguresDeps & { readonly company: Company },
  goOn: () => Promise<boolean>,
): Promise<void> {
  const { db, clock, summaries, company } = deps
  for (const scope of await scopesOf(db)) {
    if (!(await goOn())) return
    const [name, day] = [columnOf(scope), dayNumberOf(clock())]
    const there = await db
      .selectFrom('kept_figures')
      .select('day')
      .where('scope', '=', name)
      .where('day', '=', day)
      .executeTakeFirst()
    if (there) continue
    const [{ values }, { kept }] = [await company.of(scope), await summaries.figuresKey()]
    await db
      .insertInto('kept_figures')
      .values({ scope: name, day, sealed: sealJson(kept, placeOf(name, day), values) })
      .onConflict((taken) => taken.doNothing())
      .execute()
  }
}

/** The distinct scopes of the active users with access to company figures. */
async function scopesOf(db: Kysely<Tables>): Promise<Scope[]> {
  const people = await db
    .selectFrom('users')
    .select(['id', 'role', 'type'])
    .where('state_id', '=', userStates.active)
    .where('deleted_at', 'is', null)
    .where((is) => is.or([is('role', '!=', 'ROLE_INTERVENANT'), is('type', '=', 'DIRECTOR')]))
    .execute()
  const scopes = new Map<string, Scope>()
  for (const person of people) {
    if (!personMay(person, 'seeCompanyFigures')) continue
    const scope = await scopeOf(db, person)
    scopes.set(nameOfScope(scope), scope)
  }
  return [...scopes.values()]
}
