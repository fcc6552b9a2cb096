import { eraseDueChests } from '#server/vault/chests/erase.ts'
import { keepDays, storeSummaries } from '#server/office/dashboard/upkeep.ts'
import type { Deps } from '#server/deps.ts'
import { deleteExpiredNotas } from '#server/vault/nota/queries.ts'
import { deleteExpired } from '#server/identity/sign-in/queries.ts'

export type JobDeps = Pick<
  Deps,
  'db' | 'chestKeys' | 'clock' | 'indexes' | 'journal' | 'log' | 'summaries' | 'company'
>

/**
 * Work that nobody asks for. A crash at any line, or two nodes at once, must harm nothing: each step is one
 * transaction that leaves something for the next round.
 *
 * @param goOn asked between two steps: false when the server stops or another node has taken over
 */
export type Job = (deps: JobDeps, goOn: () => Promise<boolean>) => Promise<void>

/** All of it, in the order in which a round runs it. */
export const jobs = {
  'delete-expired': ({ db, clock }) => db.transaction().execute((tx) => deleteExpired(tx, clock())),
  'delete-expired-notas': ({ db, clock }) => deleteExpiredNotas(db, clock()),
  'erase-chests': eraseDueChests,
  'store-summaries': storeSummaries,
  'keep-figures': keepDays,
} as const satisfies Record<string, Job>
