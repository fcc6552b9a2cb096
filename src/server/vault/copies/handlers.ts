import type { copies } from '#contract/vault/copies.ts'
import type { BodyOf } from '#contract/platform/endpoint.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import type { Handlers } from '#server/access/handler.ts'
import { locateChest } from '#server/access/locate.ts'
import { createWorkBound } from '#server/platform/crypto/work-bound.ts'
import { readTogether } from '#server/platform/database/engine.ts'
import { orBusy } from '#server/platform/http/busy.ts'
import { requireSelection } from '#server/vault/explorer/move.ts'
import type { OneAtATime } from '#server/vault/imports/one-at-a-time.ts'
import { copyElements, type CopyAsked, type CopyDeps } from './copy.ts'
import { transferElements } from './move.ts'
import type { Selection } from './read-tree.ts'
import { sightOf } from './sight.ts'
import { findTarget, type Asked, type Tell } from './target.ts'

type OfOne = BodyOf<typeof copies.copyItem>
type OfSeveral = BodyOf<typeof copies.copySelection>
type Calling = Parameters<OneAtATime['run']>[0]

/** Copies and moves that are prepared at once on a node: each holds the rows of up to a whole chest in memory. */
const preparedAtOnce = { concurrency: 2, queue: 8 } as const

/** Returns the handlers that copy and move elements between chests. */
export const copyHandlers = (deps: CopyDeps, oneAtATime: OneAtATime): Handlers<typeof copies> => {
  const { db } = deps
  const bound = createWorkBound(preparedAtOnce)
  const inTurn = <Result>(request: Asked & Calling, name: string, work: (tell: Tell) => Promise<Result>) =>
    oneAtATime.run(request, name, (tell) =>
      orBusy(() =>
        bound.run(() => work((stage, done, total) => tell({ stage, done, total })), {
          person: request.actor.id,
        }),
      ),
    )

  const copy = (request: CopyAsked & Calling, to: OfOne, selection: Selection) =>
    inTurn(request, 'copy', async (tell) =>
      copyElements(deps, request, await findTarget(deps, request, to), selection, tell),
    )
  const move = (request: Asked & Calling, to: OfOne, selection: Selection) =>
    inTurn(request, 'move', async (tell) =>
      transferElements(deps, request, await findTarget(deps, request, to), selection, tell),
    )

  return {
    progress: async ({ actor }) => oneAtATime.progressOf(actor.id),

    copyItem: (request) => copy(request, request.body, { items: [request.params.id], folders: [] }),
    copyFolder: (request) => copy(request, request.body, { items: [], folders: [request.params.id] }),
    copySelection: (request) => copy(request, targetOf(request.body), selectionOf(request.body)),
    moveItem: (request) => move(request, request.body, { items: [request.params.id], folders: [] }),
    moveFolder: (request) => move(request, request.body, { items: [], folders: [request.params.id] }),
    moveSelection: (request) => move(request, targetOf(request.body), selectionOf(request.body)),

    sight: async ({ actor, chest, params }) => {
      const target = await locateChest(db, { user: actor.id, right: 'read' }, 'chest', params.targetId)
      if (!target?.rights.read) throw new Refusal('CHEST_NOT_FOUND')
      return readTogether(db, (held) => sightOf(held, chest.id, target.id))
    },
  }
}

const targetOf = ({ targetChestId: chestId, targetFolderId, targetMasterkey }: OfSeveral): OfOne => ({
  chestId,
  ...(targetFolderId !== undefined && { folderId: targetFolderId }),
  ...(targetMasterkey !== undefined && { targetMasterkey }),
})

function selectionOf({ items, folders }: OfSeveral): Selection {
  requireSelection(items, folders)
  return { items, folders }
}
