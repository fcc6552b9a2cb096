/** What a role may do in the back offices; content is never opened by a role, only by a grant. */
export const permissionNames = [
  'createBanks',
  'createChests',
  'openBackOffice',
  'manageEverything',
  'openAdministration',
  'seeAllBanks',
  'renameCategories',
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
    permissions: ['createChests', 'openBackOffice', 'openAdministration', 'seeAllBanks'],
  },
  ROLE_INTERVENANT: { rank: 1, permissions: [] },
}

/** Whether a role holds a permission. */
export const roleMay = (role: Role, permission: Permission): boolean =>
  roles[role].permissions.includes(permission)

/** `DIRECTOR` opens the director dashboard (aggregates only), whatever the role. */
export const userTypes = ['STANDARD', 'DIRECTOR'] as const
export type UserType = (typeof userTypes)[number]

/** The states of a user and their wire ids. */
export const userStates = { active: 1, inactive: 2 } as const
