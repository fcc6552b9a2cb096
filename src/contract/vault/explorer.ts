import { Type } from '#contract/platform/schema.ts'
import { paging } from '#domain/platform/limits.ts'
import { eachField, itemListedFields } from '#domain/vault/item-fields.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { explorerSorts } from '#domain/vault/explorer-sorts.ts'
import {
  Body,
  Day,
  Direction,
  Holds,
  Id,
  IdOrRoot,
  Message,
  Nullable,
  Page,
  RightsReply,
} from '#contract/platform/fields.ts'
import { session } from '#contract/platform/session.ts'
import { chests } from './chests.ts'
import { favourites } from './favourites.ts'
import { CategoryReply } from './items.ts'
import { masterKey } from './master-key.ts'

const Query = Body({
  chestId: Id,
  folderId: Type.Optional(IdOrRoot),
  selectId: Type.Optional(IdOrRoot),
  selectType: Type.Optional(Type.Union([Type.Literal('item'), Type.Literal('folder'), Type.Literal('')])),
  ...Page,
})

/** Without a sort, French alphabetical order of the names. */
const DataQuery = Body({
  ...Query.properties,
  sort: Type.Optional(Type.Enum([...explorerSorts])),
  direction: Direction,
})

export const FolderRow = Type.Object({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  countItems: Type.Integer(),
  children: Type.Integer(),
  /** At any depth. */
  holds: Holds,
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
  /** The day before which it is to be renewed, its own or by a rule; null without one. */
  due: Nullable(Day),
  revision: Type.Integer(),
})

/** The address of the explorer: the chest may be missing, and marked rows do not matter. */
const ArrivalQuery = Body({
  ...DataQuery.properties,
  chestId: Type.Optional(Id),
  marked: Type.Optional(Type.String()),
})

const Data = Type.Object({
  /** The caller's own on the chest, so that an open page follows them with each list. */
  rights: RightsReply,
  folders: Type.Array(FolderRow),
  items: Type.Array(ItemRow),
  parentId: Nullable(Id),
  folderId: Nullable(Id),
  selectType: Nullable(Type.String()),
  selectId: Nullable(Id),
  pagination: Type.Object({ total: Type.Integer(), offset: Type.Integer(), limit: Type.Integer() }),
})

const Breadcrumb = Type.Object({
  currentChest: Type.Object({ id: Id, name: Type.String() }),
  breadCrumb: Type.Array(Type.Object({ id: Id, name: Type.String() })),
})

const ChosenIds = Type.Array(Id, { maxItems: paging.maximum, uniqueItems: true })

/** A selection in one folder: at least one element, at most a page of each kind. */
const Chosen = {
  chestId: Id,
  items: ChosenIds,
  folders: ChosenIds,
}

export const explorer = {
  arrival: endpoint({
    method: 'GET',
    path: '/api/explorer/arrival',
    records: true,
    summary:
      'What the first screen needs, in one reply: the parts are the replies of their own calls, null where those are refused.',
    access: 'signed-in',
    query: ArrivalQuery,
    reply: Type.Object({
      session: Nullable(session.read.reply),
      favouriteChests: Nullable(favourites.chests.reply),
      chest: Nullable(chests.read.reply),
      rights: Nullable(chests.rightsOfCaller.reply),
      /** The content below is null while the chest is locked. */
      lock: Nullable(masterKey.state.reply),
      page: Nullable(Data),
      breadcrumb: Nullable(Breadcrumb),
      tree: Nullable(chests.tree.reply),
      favouriteItems: Nullable(favourites.items.reply),
    }),
  }),
  data: endpoint({
    method: 'GET',
    path: '/api/explorer/data/',
    summary: 'One page of a folder: folders, then items, by name or by another column, in French order.',
    access: { right: 'read', via: { chest: 'query.chestId' } },
    query: DataQuery,
    reply: Data,
    paged: true,
    refusals: ['FOLDER_NOT_FOUND', 'ITEM_NOT_FOUND', 'CHEST_LOCKED'],
  }),
  breadcrumb: endpoint({
    method: 'GET',
    path: '/api/explorer/breadcrumb/',
    summary: 'The chest and the folders that lead to the current folder.',
    access: { right: 'read', via: { chest: 'query.chestId' } },
    query: Query,
    reply: Breadcrumb,
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
