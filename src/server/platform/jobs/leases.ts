import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

/** What names a lease: the job, and who wants to run it. */
export type Lease = { readonly name: string; readonly holder: string }

/**
 * Takes a job for oneself, or goes on holding it. One row a job says who runs it: nodes of one database then seldom
 * run the same one at once. Should their clocks differ much, or a job outlive its lease, they do, which every job
 * must bear.
 *
 * @param now milliseconds since the epoch, by this node's clock
 * @returns false when another node holds it
 */
export async function takeLease(
  db: Kysely<Tables>,
  { name, holder }: Lease,
  now: number,
  leaseMs: number,
): Promise<boolean> {
  const until = now + leaseMs
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('job_leases')
    .values({ name, holder, until })
    .onConflict((taken) =>
      taken
        .column('name')
        .doUpdateSet({ holder, until })
        .where((is) => is.or([is('job_leases.until', '<=', now), is('job_leases.holder', '=', holder)])),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

/** Leaves a job to whoever comes next; what another node took over meanwhile stays theirs. */
export async function leaveLease(db: Kysely<Tables>, { name, holder }: Lease): Promise<void> {
  await db.deleteFrom('job_leases').where('name', '=', name).where('holder', '=', holder).execute()
}
