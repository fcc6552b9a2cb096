import { copyRefusals } from '#texts/vault/copies.ts'
import { importRunningText } from '#texts/vault/imports.ts'
import type { KeptLists } from './access/kept-lists.ts'
import { masterKeyCost as presentCost } from '#server/platform/crypto/argon2-cost.ts'
import type { Argon2Cost } from '#server/platform/crypto/argon2id-input.ts'
import { stretchMasterKey } from './platform/crypto/master-key.ts'
import type { WorkBound } from './platform/crypto/work-bound.ts'
import type { PlatformDeps } from './platform/deps.ts'
import { orBusy, serverBusy } from './platform/http/busy.ts'
import { onceSettled, type JobTable } from './platform/jobs/runner.ts'
import { discardAttachments } from './vault/attachments/discard.ts'
import { attachmentHandlers } from './vault/attachments/handlers.ts'
import { createChestKeys } from './vault/chests/chest-keys.ts'
import { eraseDueChests } from './vault/chests/erase.ts'
import { chestFragment, chestHandlers } from './vault/chests/handlers.ts'
import { clientEventHandlers } from './vault/client-events/handlers.ts'
import { copyHandlers } from './vault/copies/handlers.ts'
import type { RequireTurn, StretchMasterKey } from './vault/deps.ts'
import { createChestIndexes } from './vault/chest-index/chest-indexes.ts'
import { remindOfDueItems } from './vault/due-dates/remind.ts'
import { explorerHandlers } from './vault/explorer/handlers.ts'
import { exportHandlers } from './vault/exports/handlers.ts'
import { favouriteHandlers } from './vault/favourites/handlers.ts'
import { folderHandlers } from './vault/folders/handlers.ts'
import { generatorHandlers } from './vault/generator/handlers.ts'
import { importHandlers } from './vault/imports/handlers.ts'
import { managerImportHandlers } from './vault/imports/manager-handlers.ts'
import { createOneAtATime } from './vault/imports/one-at-a-time.ts'
import { deleteOldImportElements } from './vault/imports/records.ts'
import { itemHandlers } from './vault/items/handlers.ts'
import { masterKeyHandlers } from './vault/master-key/handlers.ts'
import { createRenewals } from './vault/master-key/renewal.ts'
import { createUnlocks } from './vault/master-key/unlocks.ts'
import { notaHandlers } from './vault/nota/handlers.ts'
import { deleteExpiredNotas } from './vault/nota/nota-rows.ts'
import { createRatings } from './vault/ratings/ratings.ts'
import { searchHandlers } from './vault/search/handlers.ts'
import { storeSummaries } from './vault/summaries/store-summaries.ts'
import { createSummaries } from './vault/summaries/summaries.ts'
import { trashFragment } from './vault/trash/fragment.ts'
import { trashHandlers } from './vault/trash/handlers.ts'

/** Assembles chests and their content. */
export function assembleVault(
  given: PlatformDeps & { readonly keptLists: KeptLists },
  {
    bound,
    masterKeyCost = presentCost,
    exportCost,
    indexMemoryBytes,
    hasSettled,
  }: {
    readonly bound: WorkBound
    readonly masterKeyCost: Argon2Cost | undefined
    readonly exportCost: Argon2Cost | undefined
    readonly indexMemoryBytes: number
    /** Whether the clock may delete for good for its age (`ClockGuard`). */
    readonly hasSettled: () => Promise<boolean>
  },
) {
  const { db, keys, clock, log } = given
  const startedAt = clock()
  const chestKeys = createChestKeys({ keys })
  const indexes = createChestIndexes({ db, chestKeys, clock, log }, { memoryBytes: indexMemoryBytes })
  const summaries = createSummaries({ db, keys, chestKeys, log })
  const stretch: StretchMasterKey = (masterKey, lock, person, onTurn) =>
    orBusy(() =>
      bound.run(
        async () => {
          await onTurn?.()
          return stretchMasterKey(masterKey, lock)
        },
        { lane: 'work', person },
      ),
    )
  const requireTurn: RequireTurn = (person) => {
    if (bound.isFull({ lane: 'work', person })) throw serverBusy()
  }
  const offered = {
    ...given,
    chestKeys,
    indexes,
    summaries,
    masterKeyCost,
    exportCost,
    stretchMasterKey: stretch,
    requireTurn,
  }
  const unlocks = createUnlocks(offered)
  const renewals = createRenewals(offered)
  const oneAtATime = createOneAtATime(importRunningText)
  const ratings = createRatings(offered)
  const deps = { ...offered, unlocks, renewals, ratings }
  return {
    chestKeys,
    indexes,
    summaries,
    unlocks,
    renewals,
    ratings,
    handlers: {
      attachments: attachmentHandlers(deps),
      clientEvents: clientEventHandlers(deps),
      copies: copyHandlers(deps, createOneAtATime(copyRefusals.running)),
      chests: chestHandlers(deps),
      explorer: explorerHandlers(deps),
      exports: exportHandlers(deps),
      favourites: favouriteHandlers(deps),
      folders: folderHandlers(deps),
      imports: importHandlers(deps, oneAtATime),
      managerImports: managerImportHandlers(deps, oneAtATime),
      items: itemHandlers(deps),
      masterKey: masterKeyHandlers(deps),
      nota: notaHandlers(deps),
      search: searchHandlers(deps),
      generator: generatorHandlers(deps),
      trash: trashHandlers(deps),
    },
    fragments: { chest: chestFragment(deps), trash: trashFragment(deps) },
    jobs: {
      'delete-old-imports': onceSettled(hasSettled, () => deleteOldImportElements(db, clock())),
      'delete-expired-notas': onceSettled(hasSettled, () => deleteExpiredNotas(db, clock())),
      'erase-chests': onceSettled(hasSettled, (goOn) => eraseDueChests(deps, goOn)),
      // After the chests: it deletes what is left of their attachments.
      'discard-attachments': (goOn) => discardAttachments({ ...deps, hasSettled }, startedAt, goOn),
      'remind-of-due-items': (goOn) => remindOfDueItems(deps, goOn),
      // Before the summaries, which hold the levels.
      'rate-again': (goOn) => ratings.round(goOn),
      'store-summaries': (goOn) => storeSummaries(deps, goOn),
    } satisfies JobTable,
  }
}
