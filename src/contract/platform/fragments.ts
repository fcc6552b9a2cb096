import { Type } from './schema.ts'
import { endpoint } from './endpoint.ts'
import { Body, Page } from './fields.ts'
import { TrashQuery } from '#contract/vault/trash.ts'

/** Pages rendered on the server from the component that the page itself shows. */
export const fragments = {
  chest: endpoint({
    method: 'GET',
    path: '/actions/chest/get_content',
    summary: 'The chest table of one page, as HTML, with the total count in a data attribute.',
    access: { permission: 'openBackOffice' },
    query: Body(Page),
    reply: Type.String(),
    produces: 'text/html',
    paged: true,
    refusals: [],
  }),
  administration: endpoint({
    method: 'GET',
    path: '/actions/administration/get_content',
    summary: 'The form that makes the folders of a client, as HTML.',
    access: { permission: 'openAdministration' },
    reply: Type.String(),
    produces: 'text/html',
    refusals: [],
  }),
  team: endpoint({
    method: 'GET',
    path: '/actions/team/get_content',
    summary: 'The team table of one page, as HTML, with the total count in a data attribute.',
    access: { permission: 'openBackOffice' },
    query: Body(Page),
    reply: Type.String(),
    produces: 'text/html',
    paged: true,
    refusals: [],
  }),
  user: endpoint({
    method: 'GET',
    path: '/actions/user/get_content',
    summary: 'The user table of one page, as HTML, with the total count in a data attribute.',
    access: { permission: 'openBackOffice' },
    query: Body(Page),
    reply: Type.String(),
    produces: 'text/html',
    paged: true,
    refusals: [],
  }),
  dashboard: endpoint({
    method: 'GET',
    path: '/actions/dashboard/get_content',
    summary: "The dashboard of the caller's role, as HTML: its figures as tables.",
    access: 'signed-in',
    reply: Type.String(),
    produces: 'text/html',
    refusals: [],
  }),
  trash: endpoint({
    method: 'GET',
    path: '/actions/trash/get_content',
    summary: 'The trash table of a chest, one page of it, as HTML, with the total count in a data attribute.',
    access: { right: 'read', via: { chest: 'query.chestId' } },
    query: TrashQuery,
    reply: Type.String(),
    produces: 'text/html',
    paged: true,
    refusals: ['CHEST_LOCKED'],
  }),
}
