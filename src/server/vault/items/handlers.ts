import type { items } from '#contract/vault/items.ts'
import { readCategories } from '#server/vault/contents/categories.ts'
import { pastHandlers } from '#server/vault/contents/old-values.ts'
import type { Handlers } from '#server/access/handler.ts'
import { trashElement } from '#server/vault/trash/trash-entries.ts'
import { renameCategory } from './categories.ts'
import { changeItem, restoreItemVersion } from './change.ts'
import { createItem } from './create.ts'
import { itemReply } from './reply.ts'
import { copyPassword, readCode, readField, readOtpSecret } from './secrets.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

type ItemDeps = Pick<VaultDeps, 'db' | 'clock' | 'journal' | 'indexes' | 'chestKeys' | 'strength'>

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
  readField: (request) => readField(deps, request),
  ...pastHandlers(deps, 'item'),
  restoreVersion: (request) => restoreItemVersion(deps, request),
})
