import { fieldLimits } from '#domain/platform/limits.ts'
import { endpoint } from './endpoint.ts'
import { Body, Direction, Id, Named, Nullable, Page, Person, RightsReply, Text } from './fields.ts'
import { Type } from './schema.ts'

/** The query of a back-office list: a page of what is in the caller's scope. Each list adds its `orderBy`. */
export const listQuery = {
  ...Page,
  /** Every word must occur, ignoring accents and case. */
  search: Type.Optional(Text(fieldLimits.search)),
  /** Only rows attached to this bank. */
  bankId: Type.Optional(Id),
  /** The direction of the order. Rows that are equal in it follow the default order, in the same direction. */
  order: Direction,
  /** Returns the page that contains this row. The paging header has its `offset`. */
  selectId: Type.Optional(Id),
}

/** Returns the call for the table of a back-office page, rendered by the server with the page's component. */
export const listFragment = (page: 'chest' | 'team' | 'user') =>
  endpoint({
    method: 'GET',
    path: `/actions/${page}/get_content`,
    summary: `The ${page} table of one page, as HTML, with the total count in a data attribute.`,
    access: { permission: 'openBackOffice' },
    query: Body(Page),
    reply: Type.String(),
    produces: 'text/html',
    paged: true,
  })

/** Why a grant has no effect. */
export const dormantReasons = ['inactive-user', 'no-shared-bank', 'inactive-bank'] as const
export const Dormant = Nullable(Type.Enum(dormantReasons))

/** A user or a team attached to a chest, with the rights of the grant itself. */
export const AttachedUser = Type.Object({ ...Person.properties, rights: RightsReply, dormant: Dormant })
export const AttachedTeam = Type.Object({ ...Named.properties, rights: RightsReply, dormant: Dormant })
