import type { TProperties, TSchema } from 'typebox'
import { Type } from './schema.ts'
import { fieldLimits, paging } from '#domain/platform/limits.ts'
import { rightNames } from '#domain/platform/rights.ts'

/** Returns an object schema that refuses unlisted properties, so that a misspelt field is reported. */
export const Body = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

/** A positive integer that identifies a row. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** An id, or none: forms send an empty text for the root of a chest; handlers read null. */
export const IdOrRoot = Type.Union([Id, Type.Literal(''), Type.Null()])

/** ISO 8601, UTC. */
export const Moment = Type.String({ format: 'date-time' })

/** A day of the calendar, `YYYY-MM-DD`, without a time zone. */
export const Day = Type.String({ format: 'date' })

export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

export const IdParams = Body({ id: Id })

const Count = Type.Integer({ minimum: 0 })
/** How many items and folders something contains. */
export const Holds = Type.Object({ items: Count, folders: Count })

/** The offset and limit of a list call. */
export const Page = {
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: paging.maximum })),
}

/** The direction of a list. */
export const Direction = Type.Optional(Type.Enum(['ASC', 'DESC']))

/** Returns the schema of a text of at most `maxLength` characters. The rules of names refuse markup. */
export const Text = (maxLength: number, minLength = 0) => Type.String({ minLength, maxLength })

export const Name = Text(fieldLimits.name, 1)
export const Description = Text(fieldLimits.description)

/** The reply of a call that returns only a sentence for the caller. */
export const Message = Type.Object({ message: Type.String() })

/** Unique ids of one kind, such as users to attach. */
export const Ids = Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true })

export const Named = Type.Object({ id: Id, name: Type.String() })
export const Labelled = Type.Object({ id: Id, label: Type.String() })
export const Person = Type.Object({
  id: Id,
  login: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
})

export const RightsReply = Type.Object(
  Object.fromEntries(rightNames.map((right) => [right, Type.Boolean()])) as Record<
    (typeof rightNames)[number],
    ReturnType<typeof Type.Boolean>
  >,
)

/** The body of a change of rights: all five are required. */
export const RightsBody = Body(RightsReply.properties)
