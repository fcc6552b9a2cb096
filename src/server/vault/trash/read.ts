import type { trash } from '#contract/vault/trash.ts'
import { paging } from '#domain/platform/limits.ts'
import type { HandlerRequest } from '#server/access/handler.ts'
import { pageOfEntries } from './entries.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

/** Reads one page of a chest's trash, for the JSON call and the fragment. */
export async function readTrash(
  { db, chestKeys, clock }: Pick<VaultDeps, 'db' | 'clock' | 'chestKeys'>,
  { chest, query }: Pick<HandlerRequest<typeof trash.list>, 'chest' | 'query'>,
) {
  const ck = await chestKeys.open(db, chest)
  const { offset = 0, limit = paging.defaultLimit, older } = query
  const asked = { chestId: chest.id, offset, limit, now: clock(), ...(older !== undefined && { older }) }
  const { entries, total } = await pageOfEntries({ db, ck }, asked)
  return { entries, page: { countTotal: total, offset, limit } }
}
