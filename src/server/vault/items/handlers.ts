import type { items } from '#contract/vault/items.ts'
import { readCategories } from '#server/vault/contents/categories.ts'
import { historyOf } from '#server/vault/contents/history.ts'
import { readOldValue } from '#server/vault/contents/old-values.ts'
import { versionsOf } from '#server/vault/contents/versions.ts'
import type { Handlers } from '#server/access/handler.ts'
import { trashElement } from '#server/vault/trash/trash-entries.ts'
import { renameCategory } from './categories.ts'
import { changeItem } from './change.ts'
import { createItem } from './create.ts'
import { itemReply } from './reply.ts'
import { copyPassword, readCode, readOtpSecret } from './secrets.ts'
import { versionedItem, restoreItemVersion } from './versions.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { ChestIndexes } from '#server/vault/explorer/chest-indexes.ts'
import type { ChestKeys } from '#server/vault/chests/chest-keys.ts'
import type { StrengthGauge } from '#server/vault/contents/strength.ts'

type ItemDeps = Pick<PlatformDeps, 'db' | 'clock' | 'journal'> & {
  readonly indexes: ChestIndexes
  readonly chestKeys: ChestKeys
  readonly strength: StrengthGauge
}

export const itemHandlers = (deps: ItemDeps): Handlers<typeof items> => ({
  categories: () => readCategories(deps.db),
  renameCategory: (request) => renameCategory(deps, request),
  create: (request) => createItem(deps, request),
  read: async ({ chest, params }) => {
    const ck = await deps.chestKeys.open(deps.db, chest)
    return itemReply({ db: deps.db, ck, chest, now: deps.clock() }, params.id)
  },
  change: (request) => changeItem(deps, request),
  remove: ({ actor, chest, origin, params }) =>
    trashElement(deps, { actor, chest, origin, element: 'item', id: params.id }),
  copy: (request) => copyPassword(deps, request),
  otp: (request) => readCode(deps, request),
  otpSecret: (request) => readOtpSecret(deps, request),
  history: async ({ chest, params, query }) => {
    await deps.chestKeys.open(deps.db, chest)
    return historyOf(deps.db, 'item', params.id, query.before)
  },
  versions: async ({ chest, params }) => {
    await deps.chestKeys.open(deps.db, chest)
    return versionsOf(deps.db, 'item', params.id)
  },
  openVersion: (request) => readOldValue(deps, versionedItem, request),
  restoreVersion: (request) => restoreItemVersion(deps, request),
})
