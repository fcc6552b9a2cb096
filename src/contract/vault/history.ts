import { Type } from '#contract/platform/schema.ts'
import { Body, Id, Moment, Nullable } from '#contract/platform/fields.ts'

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
export const HistoryQuery = Body({ before: Type.Optional(Id) })

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

/** An old value: for a category its id, for a one-time secret its otpauth address. */
export const OldValue = Type.Object({ paramName: Type.String(), value: Type.String() })

/** The revision that the caller saw. A stale one restores nothing. */
export const RestoreVersion = Body({ revision: Type.Optional(Type.Integer()) })

/** The reply to a change of a field. */
export const Changed = Type.Object({ message: Type.String(), revision: Type.Integer() })

/** The reply to a deletion: the trash entry that « Annuler » restores. */
export const Trashed = Type.Object({ message: Type.String(), trashId: Type.Integer() })
