/** What a role may do in the back offices; content is never opened by a role, only by a grant. */
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

/** The wire names of the roles, from the highest to the lowest. */
export const roleNames = ['ROLE_SUPER_ADMINISTRATOR', 'ROLE_ADMINISTRATOR', 'ROLE_INTERVENANT'] as const
export type Role = (typeof roleNames)[number]

/** One row a role: adding a role is adding a row. `rank` orders them: nobody manages a user of a higher rank. */
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

/** Whether a role holds a permission. */
export const roleMay = (role: Role, permission: Permission): boolean =>
  roles[role].permissions.includes(permission)

export const userTypes = ['STANDARD', 'DIRECTOR'] as const
export type UserType = (typeof userTypes)[number]

/** What a type of user may do besides, whatever the role: a director sees aggregates, never what they are made of. */
const typePermissions: Record<UserType, readonly Permission[]> = {
  STANDARD: [],
  DIRECTOR: ['seeCompanyFigures'],
}

/** Who calls: the permissions of both count. */
export type Person = { readonly role: Role; readonly type: UserType }

/** The permissions of a person, by role and by type. */
export const permissionsOf = ({ role, type }: Person): Permission[] =>
  permissionNames.filter((name) => roleMay(role, name) || typePermissions[type].includes(name))

/** Whether a person holds a permission, by role or by type. */
export const personMay = (person: Person, permission: Permission): boolean =>
  permissionsOf(person).includes(permission)

/** The states of a user and their wire ids. */
export const userStates = { active: 1, inactive: 2 } as const
