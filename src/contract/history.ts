import { Type } from 'typebox'
import { Moment, Nullable } from './fields.ts'

/** One entry of an element's history; values never stand in it. */
export const HistoryEntry = Type.Object({
  action: Type.String(),
  paramName: Nullable(Type.String()),
  createdAt: Moment,
  user: Type.String(),
})

/** What a change of one field answers, beside what the field itself asks for. */
export const Changed = Type.Object({ message: Type.String(), revision: Type.Integer() })

/** What sending to the trash answers: the entry by which the toast's « Annuler » restores. */
export const Trashed = Type.Object({ message: Type.String(), trashId: Type.Integer() })
