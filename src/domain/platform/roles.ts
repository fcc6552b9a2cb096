/** What a role may do in the back offices. Content is never readable by role, only by a grant. */
export const permissionNames = [
  'createBanks',
  'createChests',
  'openBackOffice',
  'manageEverything',
  'openAdministration',
  'seeAllBanks',
  'renameCategories',
  'seeCompanyFigures',
  'seeConnections',
] as const
export type Permission = (typeof permissionNames)[number]

/** The roles' names in the API, from the highest to the lowest. */
export const roleNames = ['ROLE_SUPER_ADMINISTRATOR', 'ROLE_ADMINISTRATOR', 'ROLE_INTERVENANT'] as const
export type Role = (typeof roleNames)[number]

/** One row for each role. `rank` orders them: no user manages a user of a higher rank. */
export const roles: Record<Role, { rank: number; permissions: readonly Permission[] }> = {
  ROLE_SUPER_ADMINISTRATOR: { rank: 3, permissions: permissionNames },
  ROLE_ADMINISTRATOR: {
    rank: 2,
    permissions: [
      'createChests',
      'openBackOffice',
      'openAdministration',
      'seeAllBanks',
      'seeCompanyFigures',
      'seeConnections',
    ],
  },
  ROLE_INTERVENANT: { rank: 1, permissions: [] },
}

/** Returns whether a role holds a permission. */
export const roleMay = (role: Role, permission: Permission): boolean =>
  roles[role].permissions.includes(permission)

export const userTypes = ['STANDARD', 'DIRECTOR'] as const
export type UserType = (typeof userTypes)[number]

/**
 * Permissions of a type of user, beside those of the role: a director sees aggregates, never their content.
 */
const typePermissions: Record<UserType, readonly Permission[]> = {
  STANDARD: [],
  DIRECTOR: ['seeCompanyFigures'],
}

/** The role and type of a user: the permissions of both apply. */
export type Person = { readonly role: Role; readonly type: UserType }

/** Returns the permissions of a person, by role and by type. */
export const permissionsOf = ({ role, type }: Person): Permission[] =>
  permissionNames.filter((name) => roleMay(role, name) || typePermissions[type].includes(name))

/** Returns whether a person holds a permission, by role or by type. */
export const personMay = (person: Person, permission: Permission): boolean =>
  permissionsOf(person).includes(permission)

/** The states of a user with their ids in the API. */
export const userStates = { active: 1, inactive: 2 } as const
