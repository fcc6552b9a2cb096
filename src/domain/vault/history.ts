/**
 * The actions of the history in the API. The names are the specification's own, oddities included: `CREATED`
 * is a deletion (moved to the trash), `CANCELED` a restoration.
 */
export const historyActions = ['CREATE', 'UPDATE', 'CREATED', 'CANCELED'] as const
export type HistoryAction = (typeof historyActions)[number]

/** The field that an `UPDATE` changed. The history never contains values. */
export const historyParamNames = [
  'folder',
  'name',
  'login',
  'password',
  'password_level',
  'description',
  'address',
  'addressDanger',
  'category',
  'otp',
  'otp_delete',
] as const
export type HistoryParamName = (typeof historyParamNames)[number]

/** The readable names of the actions, for code that records them. */
export const historyActionOf = {
  creation: 'CREATE',
  change: 'UPDATE',
  deletion: 'CREATED',
  restoration: 'CANCELED',
} as const satisfies Record<string, HistoryAction>
