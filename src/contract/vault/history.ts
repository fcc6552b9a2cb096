import { Type } from '#contract/platform/schema.ts'
import { Body, Id, Moment, Nullable } from '#contract/platform/fields.ts'

/** One entry of an element's history; values never stand in it. */
const HistoryEntry = Type.Object({
  action: Type.String(),
  paramName: Nullable(Type.String()),
  createdAt: Moment,
  user: Type.String(),
})

/** Entries, the latest first; `historyBefore` is the cursor of those before them, null where there are none. */
export const HistoryPage = Type.Object({
  history: Type.Array(HistoryEntry),
  historyBefore: Nullable(Id),
})

/** From the latest entry on, where no cursor is given. */
export const HistoryQuery = Body({ before: Type.Optional(Id) })

/** A value that a change replaced: the field, when and by whom. The value itself is asked for apart, and recorded. */
export const VersionEntry = Type.Object({
  id: Id,
  paramName: Type.String(),
  createdAt: Moment,
  user: Type.String(),
})

export const VersionParams = Body({ id: Id, versionId: Id })

/** An old value: of a category its id, of a one-time secret its otpauth address. */
export const OldValue = Type.Object({ paramName: Type.String(), value: Type.String() })

/** The revision that the caller saw: a stale one restores nothing. */
export const RestoreVersion = Body({ revision: Type.Optional(Type.Integer()) })

/** What a change of one field answers, beside what the field itself asks for. */
export const Changed = Type.Object({ message: Type.String(), revision: Type.Integer() })

/** What sending to the trash answers: the entry by which the toast's « Annuler » restores. */
export const Trashed = Type.Object({ message: Type.String(), trashId: Type.Integer() })
