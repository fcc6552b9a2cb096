import type { TProperties, TSchema } from 'typebox'
import { Type } from './schema.ts'
import { fieldLimits, paging } from '#domain/platform/limits.ts'
import { rightNames } from '#domain/platform/rights.ts'

/** An object that refuses what it does not list: a misspelt field is told, not ignored. */
export const Body = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

/** A positive integer that names a row. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** An id or nothing: forms send an empty text for the root of a chest; handlers read null. */
export const IdOrRoot = Type.Union([Id, Type.Literal(''), Type.Null()])

/** ISO 8601, UTC. */
export const Moment = Type.String({ format: 'date-time' })

export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

export const IdParams = Body({ id: Id })

/** Elements that a list call skips and takes. */
export const Page = {
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: paging.maximum })),
}

/** Which way a list goes. */
export const Direction = Type.Optional(Type.Enum(['ASC', 'DESC']))

/** A text of at most so many code units, markup refused by the rule of names. */
export const Text = (maxLength: number, minLength = 0) => Type.String({ minLength, maxLength })

export const Name = Text(fieldLimits.name, 1)
export const Description = Text(fieldLimits.description)

/** A list of the back offices: a page of what is in the caller's scope. */
export const ListQuery = Body({
  ...Page,
  /** Every word must stand in it, whatever the accents and the case. */
  search: Type.Optional(Text(fieldLimits.search)),
  /** Keeps what hangs on one bank. */
  bankId: Type.Optional(Id),
  /** Backwards, where the list would otherwise begin with its first id or name. */
  order: Direction,
  /** Answers the page that holds this row; `offset` of the paging header says which it is. */
  selectId: Type.Optional(Id),
})

/** Ids of one kind, each once, such as the people of a group to attach. */
export const Ids = Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true })

export const Named = Type.Object({ id: Id, name: Type.String() })
export const Labelled = Type.Object({ id: Id, label: Type.String() })
export const Person = Type.Object({
  id: Id,
  login: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
})

/** The five rights of one grant. */
export const RightsReply = Type.Object(
  Object.fromEntries(rightNames.map((right) => [right, Type.Boolean()])) as Record<
    (typeof rightNames)[number],
    ReturnType<typeof Type.Boolean>
  >,
)

/** What a change of rights sends: the five, each said. */
export const RightsBody = Body(RightsReply.properties)
