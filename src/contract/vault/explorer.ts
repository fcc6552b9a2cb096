import { Type } from '#contract/platform/schema.ts'
import { paging } from '#domain/platform/limits.ts'
import { eachField, itemListedFields } from '#domain/vault/item-fields.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Id, IdOrRoot, Message, Nullable, Page } from '#contract/platform/fields.ts'
import { CategoryReply } from './items.ts'

const Query = Body({
  chestId: Id,
  folderId: Type.Optional(IdOrRoot),
  selectId: Type.Optional(IdOrRoot),
  selectType: Type.Optional(Type.Union([Type.Literal('item'), Type.Literal('folder'), Type.Literal('')])),
  ...Page,
})

export const FolderRow = Type.Object({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  countItems: Type.Integer(),
  children: Type.Integer(),
  creator: Type.String(),
  guardian: Type.Boolean(),
  revision: Type.Integer(),
})

/** A row never contains a secret: `password` and `otp` tell whether one is stored. */
export const ItemRow = Type.Object({
  id: Id,
  ...eachField(itemListedFields, () => Type.String()),
  addressDanger: Type.Integer(),
  level: Type.Integer(),
  category: CategoryReply,
  categoryIcon: Type.String(),
  creator: Type.String(),
  password: Type.Boolean(),
  otp: Type.Boolean(),
  hasPassword: Type.Boolean(),
  hasOtp: Type.Boolean(),
  guardian: Type.Boolean(),
  revision: Type.Integer(),
})

const ChosenIds = Type.Array(Id, { maxItems: paging.maximum, uniqueItems: true })

/** A selection in one folder: at least one element, at most a page of each kind. */
const Chosen = {
  chestId: Id,
  items: ChosenIds,
  folders: ChosenIds,
}

export const explorer = {
  data: endpoint({
    method: 'GET',
    path: '/api/explorer/data/',
    summary: 'One page of a folder: folders, then items, in French alphabetical order.',
    access: { right: 'read', via: { chest: 'query.chestId' } },
    query: Query,
    reply: Type.Object({
      folders: Type.Array(FolderRow),
      items: Type.Array(ItemRow),
      parentId: Nullable(Id),
      folderId: Nullable(Id),
      selectType: Nullable(Type.String()),
      selectId: Nullable(Id),
      pagination: Type.Object({ total: Type.Integer(), offset: Type.Integer(), limit: Type.Integer() }),
    }),
    paged: true,
    refusals: ['FOLDER_NOT_FOUND', 'ITEM_NOT_FOUND', 'CHEST_LOCKED'],
  }),
  breadcrumb: endpoint({
    method: 'GET',
    path: '/api/explorer/breadcrumb/',
    summary: 'The chest and the folders that lead to the current folder.',
    access: { right: 'read', via: { chest: 'query.chestId' } },
    query: Query,
    reply: Type.Object({
      currentChest: Type.Object({ id: Id, name: Type.String() }),
      breadCrumb: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    }),
    refusals: ['FOLDER_NOT_FOUND', 'ITEM_NOT_FOUND', 'CHEST_LOCKED'],
  }),
  move: endpoint({
    method: 'POST',
    path: '/api/explorer/move',
    summary: 'Moves several elements to a folder of their chest, or to its root: all of them or none.',
    access: { right: 'update', via: { chest: 'body.chestId' } },
    body: Body({ ...Chosen, folderId: IdOrRoot }),
    reply: Message,
    refusals: [
      'ITEM_NOT_FOUND',
      'FOLDER_NOT_FOUND',
      'FOLDER_CYCLE',
      'FOLDER_TOO_DEEP',
      'ALREADY_THERE',
      'VALUE_REQUIRED',
      'CHEST_LOCKED',
    ],
  }),
  trash: endpoint({
    method: 'POST',
    path: '/api/explorer/trash',
    summary: 'Moves several elements to the trash, an entry each: all of them or none.',
    access: { right: 'delete', via: { chest: 'body.chestId' } },
    body: Body(Chosen),
    reply: Type.Object({ message: Type.String(), trashIds: Type.Array(Id) }),
    refusals: ['ITEM_NOT_FOUND', 'FOLDER_NOT_FOUND', 'VALUE_REQUIRED', 'CHEST_LOCKED'],
  }),
}
