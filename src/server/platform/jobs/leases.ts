import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

/** A lease: the name of the job, and the node that wants to run it. */
export type Lease = { readonly name: string; readonly holder: string }

/**
 * Takes or extends the lease of a job. One row a job names its holder, so that nodes of one database seldom run the same
 * job concurrently. They do if their clocks differ much or a job outlives its lease: every job must tolerate that.
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

/** Releases the lease of a job; a lease that another node took over meanwhile stays. */
export async function leaveLease(db: Kysely<Tables>, { name, holder }: Lease): Promise<void> {
  await db.deleteFrom('job_leases').where('name', '=', name).where('holder', '=', holder).execute()
}
