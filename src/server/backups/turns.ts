import type { BackupRecord } from '#server/platform/backups/record.ts'

/** A backup opens one share of the chests in so many, the next one the next share: seven open all. */
const shareCount = 7

/** Returns the share that a chest belongs to. */
export const shareOf = (chestId: number): number => chestId % shareCount

/**
 * Returns the shares of the chests that the next backup opens: that after the last one's, however many nights had none since,
 * and those in which values did not open.
 */
export function nextShares({ share, brokenShares }: Pick<BackupRecord, 'share' | 'brokenShares'>): number[] {
  const turn = share === null ? 0 : (share + 1) % shareCount
  return [turn, ...brokenShares.filter((one) => one !== turn)]
}
