import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Holds, Id, IdOrRoot, IdParams, Named, Person, Text } from '#contract/platform/fields.ts'
import { Progress } from '#contract/vault/imports.ts'
import { Type } from '#contract/platform/schema.ts'
import { masterKeyLimits, paging } from '#domain/platform/limits.ts'

/** Where elements go: a chest, and a folder of it or its root. */
const Target = {
  chestId: Id,
  folderId: Type.Optional(IdOrRoot),
  /** The master key of the target, or a handle of it, for a guardian chest that the headers do not unlock. */
  targetMasterkey: Type.Optional(Text(masterKeyLimits.maximum)),
}

const Ids = Type.Array(Id, { maxItems: paging.maximum, uniqueItems: true })
/** A selection of one chest, and where it goes. */
const Selection = Body({
  chestId: Id,
  items: Ids,
  folders: Ids,
  targetChestId: Id,
  targetFolderId: Target.folderId,
  targetMasterkey: Target.targetMasterkey,
})

/** What arrived: the elements that were asked for, and how many there are with all that they hold. */
const Arrived = Type.Object({
  message: Type.String(),
  items: Type.Array(Id),
  folders: Type.Array(Id),
  holds: Holds,
})

/** Copies left out the one-time secrets that the caller may not read. */
const Copied = Type.Object({ ...Arrived.properties, withoutOtp: Type.Integer({ minimum: 0 }) })

const refusals = [
  'CHEST_NOT_FOUND',
  'FOLDER_NOT_FOUND',
  'FOLDER_TOO_DEEP',
  'ATTACHMENT_QUOTA',
  'MASTER_KEY_WRONG',
  'TOO_LARGE',
  'CHEST_LOCKED',
  'SERVER_BUSY',
] as const
const ofSelection = [...refusals, 'ITEM_NOT_FOUND', 'VALUE_REQUIRED'] as const

/** The people and teams of one side of a preview. Teams stand for their members, who are not repeated. */
const Side = Type.Object({
  teams: Type.Array(Type.Object({ ...Named.properties, people: Type.Integer({ minimum: 1 }) })),
  people: Type.Array(Person),
  /** Everybody, members of the teams included. */
  count: Type.Integer({ minimum: 0 }),
})

export const copies = {
  progress: endpoint({
    method: 'GET',
    path: '/api/copy/progress/',
    summary:
      "The progress of the caller's copy or move, in elements, then in attached files; stage null without one, and on another node.",
    access: 'signed-in',
    reply: Progress,
  }),
  copyItem: endpoint({
    method: 'POST',
    path: '/api/item/:id/copy-to',
    summary:
      'Copies an item with its files to a folder of any chest in which the caller may create. A reading of it, recorded as such.',
    access: { right: 'read', via: { item: 'params.id' } },
    status: 201,
    creates: true,
    params: IdParams,
    body: Body(Target),
    reply: Copied,
    refusals: [...refusals, 'ATTACHMENT_NOT_FOUND'],
  }),
  copyFolder: endpoint({
    method: 'POST',
    path: '/api/folder/:id/copy-to',
    summary: 'Copies a folder with everything below it, as the copy of an item.',
    access: { right: 'read', via: { folder: 'params.id' } },
    status: 201,
    creates: true,
    params: IdParams,
    body: Body(Target),
    reply: Copied,
    refusals: [...refusals, 'FOLDER_CYCLE', 'ATTACHMENT_NOT_FOUND'],
  }),
  copySelection: endpoint({
    method: 'POST',
    path: '/api/explorer/copy-to',
    summary: 'Copies several elements of a chest: all of them or none.',
    access: { right: 'read', via: { chest: 'body.chestId' } },
    status: 201,
    creates: true,
    body: Selection,
    reply: Copied,
    refusals: [...ofSelection, 'FOLDER_CYCLE', 'ATTACHMENT_NOT_FOUND'],
  }),
  moveItem: endpoint({
    method: 'POST',
    path: '/api/item/:id/move-to',
    summary:
      'Moves an item to another chest, with its files, its history and its old values. It needs the rights to update and to delete, and to create in the other chest.',
    access: { right: 'delete', via: { item: 'params.id' } },
    params: IdParams,
    body: Body(Target),
    reply: Arrived,
    refusals: [...refusals, 'ALREADY_THERE'],
  }),
  moveFolder: endpoint({
    method: 'POST',
    path: '/api/folder/:id/move-to',
    summary: 'Moves a folder with everything below it to another chest, as the move of an item.',
    access: { right: 'delete', via: { folder: 'params.id' } },
    params: IdParams,
    body: Body(Target),
    reply: Arrived,
    refusals: [...refusals, 'ALREADY_THERE'],
  }),
  moveSelection: endpoint({
    method: 'POST',
    path: '/api/explorer/move-to',
    summary: 'Moves several elements to another chest: all of them or none.',
    access: { right: 'delete', via: { chest: 'body.chestId' } },
    body: Selection,
    reply: Arrived,
    refusals: [...ofSelection, 'ALREADY_THERE'],
  }),
  sight: endpoint({
    method: 'GET',
    path: '/api/chest/:id/sight/:targetId',
    summary:
      'Who would gain and who would lose sight of content that goes from one chest to another. The caller reads both.',
    access: { right: 'read', via: { chest: 'params.id' }, whileLocked: true },
    params: Body({ id: Id, targetId: Id }),
    reply: Type.Object({ gains: Side, loses: Side }),
  }),
}
