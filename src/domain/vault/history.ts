import { itemFields, type ItemField } from './item-fields.ts'

/**
 * The actions of the history in the API. The names are the specification's own, oddities included: `CREATED`
 * is a deletion (moved to the trash), `CANCELED` a restoration.
 */
export const historyActions = ['CREATE', 'UPDATE', 'CREATED', 'CANCELED'] as const
export type HistoryAction = (typeof historyActions)[number]

/** The changes of an extra field. Its id follows in the history, never its label, which is sealed. */
export const extraFieldChanges = ['field', 'field_new', 'field_delete'] as const
export type ExtraFieldChange = (typeof extraFieldChanges)[number]

/** Returns the name of a change of an extra field in the history. */
export const extraFieldParam = (change: ExtraFieldChange, id: number) => `${change}:${id}` as const

/** Reads the name of a change of an extra field; null for any other name. */
export function readExtraFieldParam(
  paramName: string | null,
): { readonly change: ExtraFieldChange; readonly id: number } | null {
  const [name = '', id = ''] = paramName?.split(':') ?? []
  const change = extraFieldChanges.find((one) => one === name)
  return change === undefined || !/^[0-9]{1,16}$/.test(id) ? null : { change, id: Number(id) }
}

/** What happened to a file of an item. */
const attachmentChanges = ['attachment_add', 'attachment_delete', 'attachment_restore'] as const

/**
 * A change of a field that every item has, of the order of its extra fields (`fields`), of a folder's rule of renewal, of
 * the chest, or of an item's files.
 */
export type OwnHistoryParamName =
  | (typeof itemFields)[ItemField]['history'][number]
  | 'fields'
  | 'renewDays'
  | 'chest'
  | (typeof attachmentChanges)[number]
/** The field that an `UPDATE` changed. The history never contains values. */
export type HistoryParamName = OwnHistoryParamName | ReturnType<typeof extraFieldParam>
export const historyParamNames: readonly OwnHistoryParamName[] = [
  ...Object.values(itemFields).flatMap(({ history }): readonly OwnHistoryParamName[] => history),
  'fields',
  'renewDays',
  'chest',
  ...attachmentChanges,
]

/** The readable names of the actions, for code that records them. */
export const historyActionOf = {
  creation: 'CREATE',
  change: 'UPDATE',
  deletion: 'CREATED',
  restoration: 'CANCELED',
} as const satisfies Record<string, HistoryAction>
