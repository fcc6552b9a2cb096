import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Body, Description, Id, IdParams, Name, Nullable, Page, RightsReply } from './fields.ts'

export const ChestReply = Type.Object({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  type: Type.String(),
  guardian: Type.Boolean(),
})

/** `type` of a new chest; the specification knows no other. */
const ChestType = Type.Literal('service')

const TreeFolder = Type.Cyclic(
  {
    Node: Type.Object({
      id: Id,
      name: Type.String(),
      level: Type.Integer({ minimum: 1 }),
      children: Type.Array(Type.Ref('Node')),
    }),
  },
  'Node',
)

export const chests = {
  create: endpoint({
    method: 'POST',
    path: '/api/chest/',
    summary: 'Makes a chest; its creator holds the five rights on it.',
    access: { permission: 'createChests' },
    status: 201,
    body: Body({ name: Name, type: ChestType, description: Type.Optional(Description) }),
    reply: ChestReply,
    refusals: ['VALUE_REQUIRED'],
  }),
  createOfUser: endpoint({
    method: 'POST',
    path: '/api/user/chest',
    summary: 'Makes a chest from the explorer.',
    access: { permission: 'createChests' },
    status: 201,
    body: Body({
      name: Name,
      type: Type.Optional(ChestType),
      /** Both empty is neutral: a chest without a lock. */
      masterKey: Type.Optional(Nullable(Type.Literal(''))),
      description: Type.Optional(Description),
    }),
    reply: ChestReply,
    refusals: ['VALUE_REQUIRED'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/chest/',
    summary: 'The chests that the caller manages, a page of them, sorted by id.',
    access: { permission: 'openBackOffice' },
    query: Body(Page),
    reply: Type.Array(ChestReply),
    paged: true,
    refusals: [],
  }),
  listOfUser: endpoint({
    method: 'GET',
    path: '/api/chest/user/',
    summary: 'The chests that the caller may read, sorted by name.',
    access: 'signed-in',
    reply: Type.Object({ data: Type.Array(ChestReply) }),
    repeats: true,
    refusals: [],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/chest/:id/',
    summary: 'One chest; becomes the chest that the explorer opens first next time.',
    access: { right: 'read', via: { chest: 'params.id' } },
    params: IdParams,
    reply: ChestReply,
    refusals: [],
  }),
  tree: endpoint({
    method: 'GET',
    path: '/api/chest/:id/tree/',
    summary: 'The folder tree of a chest.',
    access: { right: 'read', via: { chest: 'params.id' } },
    params: IdParams,
    reply: Type.Array(TreeFolder),
    refusals: ['CHEST_LOCKED'],
  }),
  rightsOfCaller: endpoint({
    method: 'GET',
    path: '/api/chest/:id/right/user',
    summary: "The caller's own rights on a chest.",
    access: { right: 'read', via: { chest: 'params.id' } },
    params: IdParams,
    reply: RightsReply,
    refusals: [],
  }),
}
