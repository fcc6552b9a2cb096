import { itemFields, type ItemField } from './item-fields.ts'

/**
 * The actions of the history in the API. The names are the specification's own, oddities included: `CREATED`
 * is a deletion (moved to the trash), `CANCELED` a restoration.
 */
export const historyActions = ['CREATE', 'UPDATE', 'CREATED', 'CANCELED'] as const
export type HistoryAction = (typeof historyActions)[number]

/** The field that an `UPDATE` changed. The history never contains values. */
export type HistoryParamName = (typeof itemFields)[ItemField]['history'][number]
export const historyParamNames: readonly HistoryParamName[] = Object.values(itemFields).flatMap(
  ({ history }): readonly HistoryParamName[] => history,
)

/** The readable names of the actions, for code that records them. */
export const historyActionOf = {
  creation: 'CREATE',
  change: 'UPDATE',
  deletion: 'CREATED',
  restoration: 'CANCELED',
} as const satisfies Record<string, HistoryAction>
