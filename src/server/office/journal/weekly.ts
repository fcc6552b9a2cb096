import type { Transaction } from 'kysely'
import { officersOf } from '#server/access/account-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import { lastJournalCheck } from '#server/platform/journal/nightly.ts'

/** The name of the setting that keeps when the last mails were queued. */
const setting = 'journal.mailed'
const everyMs = 7 * 24 * 60 * 60 * 1000

/**
 * Mails the last checkpoint to the super administrators once a week: a copy outside the server proves later that the
 * journal was not cut off or set back.
 */
export function mailCheckpoint({
  db,
  clock,
  outbox,
  keys,
}: Pick<PlatformDeps, 'db' | 'clock' | 'outbox' | 'keys'>): Promise<void> {
  const now = clock()
  return db.transaction().execute(async (tx) => {
    if (!(await takeTurn(tx, now))) return
    const last = await tx
      .selectFrom('journal_checkpoints')
      .select(['size', 'note'])
      .orderBy('size', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!last) return
    const check = await lastJournalCheck(tx, keys)
    for (const { login, first_name: firstName, email } of await officersOf(tx, [
      'ROLE_SUPER_ADMINISTRATOR',
    ])) {
      const values = {
        login,
        firstName,
        rows: last.size,
        note: last.note.trimEnd(),
        isWhole: check && check.faults === 0,
      }
      await outbox.add(tx, { to: email, template: 'journalCheckpoint', values })
    }
  })
}

/** Whether a week has passed; then the next one begins. Of two nodes concurrently, one gets true. */
async function takeTurn(tx: Transaction<Tables>, now: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('settings')
    .values({ name: setting, value: String(now) })
    .onConflict((known) =>
      known
        .column('name')
        .doUpdateSet({ value: String(now) })
        .where((row) => {
          const last = row.cast<number>('settings.value', 'bigint')
          // A moment to come was written by somebody else, so that no mail leaves any more.
          return row.or([row(last, '<=', now - everyMs), row(last, '>', now)])
        }),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}
