import type { QueryOf } from '#contract/platform/endpoint.ts'
import { lastSignInFilters, userStateFilters, type users } from '#contract/office/users.ts'
import { roleNames } from '#domain/platform/roles.ts'
import { idIn } from '#web/platform/shell/addressNumbers.ts'
import type { UserFilterName } from './filterNames.ts'

export type UserFilters = { readonly [Name in UserFilterName]?: string }
type Query = QueryOf<typeof users.list>

const known = <Value extends string>(values: readonly Value[], value: string | undefined) =>
  values.find((one) => one === value)

/** Returns the filters of an address as the call names them. Unknown values are dropped. */
export function filterQuery(
  filters: UserFilters,
): Pick<Query, 'role' | 'state' | 'bankId' | 'teamId' | 'lastSignIn'> {
  const role = known(roleNames, filters.role)
  const state = known(userStateFilters, filters.state)
  const lastSignIn = known(lastSignInFilters, filters.signIn)
  const [bankId, teamId] = [idIn(filters.inBank), idIn(filters.team)]
  return {
    ...(role !== undefined && { role }),
    ...(state !== undefined && { state }),
    ...(lastSignIn !== undefined && { lastSignIn }),
    ...(bankId !== undefined && { bankId }),
    ...(teamId !== undefined && { teamId }),
  }
}
