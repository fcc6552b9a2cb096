import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Body, Id, IdParams, Moment } from './fields.ts'

export const trash = {
  list: endpoint({
    method: 'GET',
    path: '/api/trash/',
    summary: 'The trash of a chest, latest first.',
    access: { right: 'read', via: { chest: 'query.chestId' } },
    query: Body({ chestId: Id }),
    reply: Type.Array(
      Type.Object({
        id: Id,
        type: Type.Union([Type.Literal('item'), Type.Literal('folder')]),
        name: Type.String(),
        deletedAt: Moment,
        deletedBy: Type.String(),
      }),
    ),
    refusals: ['CHEST_LOCKED'],
  }),
  restore: endpoint({
    method: 'PATCH',
    path: '/api/trash/:id',
    summary: 'Restores an entry (right update) or destroys it for good (right delete).',
    access: { right: 'read', via: { trash: 'params.id' } },
    params: IdParams,
    body: Body({ update: Type.Union([Type.Literal('restore'), Type.Literal('delete')]) }),
    reply: Type.Object({ message: Type.String() }),
    refusals: ['RIGHT_REQUIRED', 'CHEST_LOCKED'],
  }),
}
