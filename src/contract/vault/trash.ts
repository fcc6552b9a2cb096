import { Type } from '#contract/platform/schema.ts'
import { paging } from '#domain/platform/limits.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Holds, Id, IdParams, Message, Moment, Page } from '#contract/platform/fields.ts'

export const TrashQuery = Body({
  chestId: Id,
  ...Page,
  /** True: deleted more than 30 days ago; false: later; absent: all. */
  older: Type.Optional(Type.Boolean()),
})

export const TrashEntryReply = Type.Object({
  id: Id,
  type: Type.Union([Type.Literal('item'), Type.Literal('folder')]),
  name: Type.String(),
  deletedAt: Moment,
  deletedBy: Type.String(),
  /** What was deleted with a folder, and is restored or destroyed with it. */
  holds: Holds,
})

const update = Type.Union([Type.Literal('restore'), Type.Literal('delete')])

export const trash = {
  list: endpoint({
    method: 'GET',
    path: '/api/trash/',
    summary: 'One page of the trash of a chest, latest first.',
    access: { right: 'read', via: { chest: 'query.chestId' } },
    query: TrashQuery,
    reply: Type.Array(TrashEntryReply),
    paged: true,
    refusals: ['CHEST_LOCKED'],
  }),
  summary: endpoint({
    method: 'GET',
    path: '/api/trash/summary',
    summary:
      'The number of elements in the trash of a chest, and its latest entry: what emptying it would destroy.',
    access: { right: 'read', via: { chest: 'query.chestId' } },
    query: Body({ chestId: Id }),
    reply: Type.Object({ ...Holds.properties, lastId: Type.Union([Id, Type.Null()]) }),
    refusals: ['CHEST_LOCKED'],
  }),
  restore: endpoint({
    method: 'PATCH',
    path: '/api/trash/:id',
    summary: 'Restores an entry (right update) or destroys it permanently (right delete).',
    access: { right: 'read', via: { trash: 'params.id' } },
    params: IdParams,
    body: Body({ update }),
    reply: Message,
    refusals: ['RIGHT_REQUIRED', 'CHEST_LOCKED'],
  }),
  restoreSeveral: endpoint({
    method: 'PATCH',
    path: '/api/trash/',
    summary: 'The same for several entries of one chest: all of them, or none if one is missing.',
    access: { right: 'read', via: { chest: 'body.chestId' } },
    body: Body({
      chestId: Id,
      ids: Type.Array(Id, { minItems: 1, maxItems: paging.maximum, uniqueItems: true }),
      update,
    }),
    reply: Message,
    refusals: ['RIGHT_REQUIRED', 'TRASH_ENTRY_NOT_FOUND', 'CHEST_LOCKED'],
  }),
  empty: endpoint({
    method: 'DELETE',
    path: '/api/trash/',
    summary: 'Destroys permanently what was in the trash when the caller looked: entries up to `lastId`.',
    access: { right: 'delete', via: { chest: 'body.chestId' } },
    body: Body({ chestId: Id, lastId: Id }),
    reply: Type.Object({ message: Type.String(), destroyed: Type.Integer({ minimum: 0 }) }),
    refusals: ['CHEST_LOCKED'],
  }),
}

/** Rendered by the server with the component of the page. */
export const trashFragment = endpoint({
  method: 'GET',
  path: '/actions/trash/get_content',
  summary: 'A page of the trash table of a chest, as HTML, with the total count in a data attribute.',
  access: { right: 'read', via: { chest: 'query.chestId' } },
  query: TrashQuery,
  reply: Type.String(),
  produces: 'text/html',
  paged: true,
  refusals: ['CHEST_LOCKED'],
})
