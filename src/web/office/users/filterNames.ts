/**
 * The filters of the list of users in its address. `inBank` replaces the filter by the current bank. The router
 * reads them: this file loads nothing else.
 */
export const userFilterNames = ['role', 'state', 'inBank', 'team', 'signIn'] as const
export type UserFilterName = (typeof userFilterNames)[number]
