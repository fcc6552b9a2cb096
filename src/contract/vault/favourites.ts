import { Type } from '#contract/platform/schema.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, IdParams, Message, Nullable } from '#contract/platform/fields.ts'

export const FavouriteChest = Type.Object({
  id: Id,
  chest_id: Id,
  name: Type.String(),
  /** Not in the specification: cards show the lock. */
  guardian: Type.Boolean(),
})

/** `password` and `otp` tell whether one is stored. The reply contains neither. */
export const FavouriteItem = Type.Object({
  id: Id,
  item_id: Id,
  chest_id: Id,
  folder_id: Nullable(Id),
  name: Type.String(),
  address: Type.String(),
  login: Type.String(),
  password: Type.Boolean(),
  otp: Type.Boolean(),
})

/** The caller's own shortcuts. Adding is idempotent and returns an existing favourite. */
export const favourites = {
  chests: endpoint({
    method: 'GET',
    path: '/api/favorite/chest',
    summary: "The caller's favourite chests that are still readable, in the order of their addition.",
    access: 'signed-in',
    reply: Type.Array(FavouriteChest),
  }),
  addChest: endpoint({
    method: 'POST',
    path: '/api/favorite/chest/:id',
    summary: 'Makes a chest a favourite of the caller.',
    access: { right: 'read', via: { chest: 'params.id' }, whileLocked: true },
    params: IdParams,
    status: 201,
    reply: FavouriteChest,
  }),
  removeChest: endpoint({
    method: 'DELETE',
    path: '/api/favorite/chest/:id',
    summary: "Removes one of the caller's favourite chests, by the id of the favourite.",
    access: 'signed-in',
    params: IdParams,
    reply: Message,
    refusals: ['FAVOURITE_NOT_FOUND'],
  }),
  items: endpoint({
    method: 'GET',
    path: '/api/favorite/chest/:id/item',
    summary: "The caller's favourite items in a chest, in the order of their addition.",
    access: { right: 'read', via: { chest: 'params.id' } },
    params: IdParams,
    reply: Type.Array(FavouriteItem),
    refusals: ['CHEST_LOCKED'],
  }),
  addItem: endpoint({
    method: 'POST',
    path: '/api/favorite/item/:id',
    summary: 'Makes an item a favourite of the caller.',
    access: { right: 'read', via: { item: 'params.id' } },
    params: IdParams,
    status: 201,
    reply: Type.Object({ id: Id, item_id: Id, chest_id: Id }),
    refusals: ['CHEST_LOCKED'],
  }),
  removeItem: endpoint({
    method: 'DELETE',
    path: '/api/favorite/item/:id',
    summary: "Removes one of the caller's favourite items, by the id of the favourite.",
    access: 'signed-in',
    params: IdParams,
    reply: Message,
    refusals: ['FAVOURITE_NOT_FOUND'],
  }),
}
