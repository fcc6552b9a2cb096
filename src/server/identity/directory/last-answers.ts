import { sql, type Kysely } from 'kysely'
import type { Logger } from 'pino'
import { awayReasons, type AwayReason } from '#domain/identity/directory-away.ts'
import { elapsedSince } from '#domain/platform/moments.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Clock } from '#server/platform/sources.ts'
import type { DirectoryAway } from './away.ts'

/** The last request that the directory answered, in milliseconds, and the end of its certificate. */
export type LastSuccess = { readonly at: number; readonly certificateExpiresAt: number }
/** The last request that it did not answer. */
export type LastFailure = { readonly at: number; readonly reason: AwayReason; readonly code: string | null }

/** Records how requests to the directory end, for the administration page. */
export type AnswerRecord = {
  succeeded(certificateExpiresAt: number): Promise<void>
  failed(away: DirectoryAway): Promise<void>
}

/** Records nothing: for commands that an administrator runs. */
export const noRecord: AnswerRecord = {
  succeeded: async () => undefined,
  failed: async () => undefined,
}

/** A node writes the same outcome once in this time, in milliseconds. */
const everyMs = 60_000

const names = { success: 'directory.last-success', failure: 'directory.last-failure' } as const

type RecordDeps = {
  readonly db: Kysely<Tables>
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
}

/** Returns the record of all nodes of an installation. A record that cannot be written fails no request. */
export function createAnswerRecord({ db, clock, log }: RecordDeps): AnswerRecord {
  let last = { text: '', at: -Infinity }

  const write = async (name: string, outcome: object): Promise<void> => {
    const now = clock()
    const text = JSON.stringify([name, outcome])
    if (text === last.text && elapsedSince(last.at, now) < everyMs) return
    last = { text, at: now }
    const value = JSON.stringify({ at: now, ...outcome })
    await db
      .insertInto('settings')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
      .catch((error: unknown) => log.warn({ err: error }, 'an answer of the directory was not recorded'))
  }

  return {
    succeeded: (certificateExpiresAt) => write(names.success, { certificateExpiresAt }),
    failed: ({ reason, code }) => write(names.failure, { reason, code }),
  }
}

/** Returns the last success and the last failure of the directory; null for none. */
export async function lastAnswers(
  db: Kysely<Tables>,
): Promise<{ success: LastSuccess | null; failure: LastFailure | null }> {
  const rows = await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', Object.values(names))
    .execute()
  const factsOf = (name: string): Record<string, unknown> =>
    parsed(rows.find((row) => row.name === name)?.value ?? '')
  const success = factsOf(names.success)
  const failure = factsOf(names.failure)
  return {
    success:
      isMoment(success['at']) && isMoment(success['certificateExpiresAt'])
        ? { at: success['at'], certificateExpiresAt: success['certificateExpiresAt'] }
        : null,
    failure:
      isMoment(failure['at']) && isReason(failure['reason'])
        ? {
            at: failure['at'],
            reason: failure['reason'],
            code: typeof failure['code'] === 'string' ? failure['code'] : null,
          }
        : null,
  }
}

const isMoment = (value: unknown): value is number => Number.isSafeInteger(value)
const isReason = (value: unknown): value is AwayReason => awayReasons.some((reason) => reason === value)

function parsed(value: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(value)) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Returns how many accounts have their password in a directory, and how many of them are linked to an entry. */
export async function countLinked(
  db: Kysely<Tables>,
  directoryId: number,
): Promise<{ accounts: number; linked: number }> {
  const { rows } = await sql<{ accounts: number | string; linked: number | string }>`
    select count(*) as "accounts", count(l.user_id) as "linked"
      from users u left join directory_links l on l.user_id = u.id and l.ad_id = u.ad_id
     where u.ad_id = ${directoryId} and u.deleted_at is null`.execute(db)
  return { accounts: Number(rows[0]?.accounts), linked: Number(rows[0]?.linked) }
}
