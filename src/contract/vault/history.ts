import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Id, IdParams, Moment, Nullable } from '#contract/platform/fields.ts'
import { Type } from '#contract/platform/schema.ts'
import { extraFieldKindNames } from '#domain/vault/extra-fields.ts'

/** One entry of an element's history. It never contains values. */
const HistoryEntry = Type.Object({
  action: Type.String(),
  paramName: Nullable(Type.String()),
  createdAt: Moment,
  user: Type.String(),
})

/** A page of entries, latest first. `historyBefore` is the cursor of the next page, null on the last one. */
export const HistoryPage = Type.Object({
  history: Type.Array(HistoryEntry),
  historyBefore: Nullable(Id),
})

/** Starts from the latest entry without a cursor. */
const HistoryQuery = Body({ before: Type.Optional(Id) })

/**
 * A replaced value: the field, when and by whom. The value itself is requested separately, which is recorded.
 */
export const VersionEntry = Type.Object({
  id: Id,
  paramName: Type.String(),
  createdAt: Moment,
  user: Type.String(),
})

export const VersionParams = Body({ id: Id, versionId: Id })

/**
 * An old value: for a category its id, for a one-time secret its otpauth address. `field` is an extra field as
 * it was.
 */
export const OldValue = Type.Object({
  paramName: Type.String(),
  value: Type.String(),
  field: Type.Optional(Type.Object({ label: Type.String(), kind: Type.Enum([...extraFieldKindNames]) })),
})

/** The revision that the caller saw. A stale one restores nothing. */
export const RestoreVersion = Body({ revision: Type.Optional(Type.Integer()) })

/** The reply to a change of a field. */
export const Changed = Type.Object({ message: Type.String(), revision: Type.Integer() })

/** The reply to a deletion: the trash entry that « Annuler » restores. */
export const Trashed = Type.Object({ message: Type.String(), trashId: Type.Integer() })

/** Returns the calls that read the history and the old values of a folder or an item. */
export const historyCalls = <Kind extends 'folder' | 'item'>(kind: Kind, oneOfThem: string) => {
  const via = { [kind]: 'params.id' } as Record<Kind, 'params.id'>
  return {
    history: endpoint({
      method: 'GET',
      path: `/api/${kind}/:id/history/`,
      summary: `A page of the history of ${oneOfThem}, latest first; \`before\` is the cursor.`,
      access: { right: 'read', via },
      params: IdParams,
      query: HistoryQuery,
      reply: HistoryPage,
      refusals: ['CHEST_LOCKED'],
    }),
    versions: endpoint({
      method: 'GET',
      path: `/api/${kind}/:id/version/`,
      summary:
        'The changes whose old values are stored, at most ten for each field, latest first; without the values.',
      access: { right: 'update', via },
      params: IdParams,
      reply: Type.Array(VersionEntry),
      refusals: ['CHEST_LOCKED'],
    }),
    openVersion: endpoint({
      method: 'POST',
      path: `/api/${kind}/:id/version/:versionId/open`,
      summary: 'One old value; recorded in the same transaction.',
      access: { right: 'update', via },
      params: VersionParams,
      reply: OldValue,
      refusals: ['VERSION_NOT_FOUND', 'CHEST_LOCKED'],
    }),
  }
}
