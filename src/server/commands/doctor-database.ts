import { isBelieved } from '#domain/platform/moments.ts'
import { newestMoment } from '#server/access/moments.ts'
import { sql } from 'kysely'
import { userStates } from '#domain/platform/roles.ts'
import { doctorTexts } from '#texts/commands.ts'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import { migrationState } from '#server/platform/database/migrate.ts'
import { migrations } from '#server/platform/database/migrations/all.ts'
import type { Database } from '#server/platform/database/open.ts'
import { clockSkew } from '#server/platform/health/clock.ts'
import { unreadableRows } from '#server/root-keys/sealed-columns.ts'

/** One line of the doctor's output. `unknown` was not checked, or is not a fault. */
export type Finding = { readonly state: 'good' | 'bad' | 'unknown'; readonly text: string }

const engineNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const
const namedChests = 20

/** Checks that the database answers and that SQLite's file is intact. */
export async function checkDatabase(database: Database, nowMs: number): Promise<Finding[]> {
  const { db, engine } = database
  const aheadMs = clockSkew(await database.ping(), nowMs)
  if (engine === 'sqlite') {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(db)
    const verdict = rows[0]?.integrity_check ?? ''
    if (verdict !== 'ok') return [{ state: 'bad', text: doctorTexts.database.damaged(verdict) }]
  }
  const texts = doctorTexts.database
  const pooling = await database.pooling()
  return [
    { state: 'good', text: texts.good(engineNames[engine]) },
    ...(pooling === 'none' ? [] : [{ state: poolingStates[pooling], text: texts.pooling[pooling] }]),
    ...(aheadMs !== 0 ? [{ state: 'bad' as const, text: texts.clock(Math.round(aheadMs / 1_000)) }] : []),
  ]
}

/** Checks that the clock does not stand before what is stored: it is behind now, or was ahead. */
export async function checkClock({ db }: Database, nowMs: number): Promise<Finding[]> {
  const newest = await newestMoment(db)
  const isBehind = newest !== null && !isBelieved(newest, nowMs)
  return isBehind ? [{ state: 'bad', text: doctorTexts.database.behind(newest) }] : []
}

const poolingStates = { known: 'good', unknown: 'bad', omitted: 'bad' } as const

/** Checks that the database has the schema of this version. */
export async function checkMigrations({ db }: Database): Promise<Finding> {
  const { pending, fault } = await migrationState(db, migrations)
  const texts = doctorTexts.migrations
  if (fault !== null) return { state: 'bad', text: texts[fault.code](fault.id) }
  if (pending.length > 0) return { state: 'bad', text: texts.pending(pending.join(', ')) }
  return { state: 'good', text: texts.good }
}

/** Checks that the root keys unwrap every chest key; of a guardian chest, the layer under the root key. */
export async function checkChestKeys({ db }: Database, keyring: Keyring): Promise<Finding[]> {
  const closed = new Set<number | string | undefined>()
  for await (const row of unreadableRows(db, keyring, 'chestKeys')) closed.add(row.ids['chest_id'])
  const { count } = await db
    .selectFrom('chest_keys')
    .select((of) => of.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  if (closed.size === 0) return [{ state: 'good', text: doctorTexts.chestKeys.good(Number(count)) }]
  const named = [...closed].slice(0, namedChests).join(', ') + (closed.size > namedChests ? '…' : '')
  return [{ state: 'bad', text: doctorTexts.chestKeys.closed(named) }]
}

export async function checkAdministrators({ db }: Database): Promise<Finding[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ROLE_SUPER_ADMINISTRATOR')
    .where('state_id', '=', userStates.active)
    .where('deleted_at', 'is', null)
    .execute()
  const texts = doctorTexts.administrators
  return rows.length > 0
    ? [{ state: 'good', text: texts.good(rows.length) }]
    : [{ state: 'bad', text: texts.none }]
}
