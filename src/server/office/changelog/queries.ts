import type { Transaction } from 'kysely'
import { releases } from '#texts/platform/releases.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** Whether somebody has read every release, by the number of releases that their row says they have read. */
export const hasReadReleases = (read: number): boolean => read >= releases.length

/** Records that somebody has read every release. On a node of an older version the number does not sink. */
export async function markReleasesRead(tx: Transaction<Tables>, userId: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({ read_features: releases.length })
    .where('id', '=', userId)
    .where('read_features', '<', releases.length)
    .execute()
}
