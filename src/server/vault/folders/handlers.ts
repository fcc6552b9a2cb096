import type { folders } from '#contract/vault/folders.ts'
import { pastHandlers } from '#server/vault/contents/old-values.ts'
import type { Handlers } from '#server/access/handler.ts'
import { trashElement } from '#server/vault/trash/trash-entries.ts'
import { changeFolder, restoreFolderVersion } from './change.ts'
import { createFolder } from './create.ts'
import { folderReply } from './reply.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

type FolderDeps = Pick<VaultDeps, 'db' | 'clock' | 'journal' | 'chestKeys' | 'indexes'>

export const folderHandlers = (deps: FolderDeps): Handlers<typeof folders> => ({
  create: (request) => createFolder(deps, request),
  read: ({ chest, params }) => folderReply(deps, deps.db, chest, params.id),
  change: (request) => changeFolder(deps, request),
  remove: ({ actor, chest, origin, params }) =>
    trashElement(deps, { actor, chest, origin, element: 'folder', id: params.id }),
  ...pastHandlers(deps, 'folder'),
  restoreVersion: (request) => restoreFolderVersion(deps, request),
})
