/** The five rights that a user or a team may hold on a chest, in the order of the screens. */
export const rightNames = ['read', 'create', 'update', 'delete', 'export'] as const
export type Right = (typeof rightNames)[number]
export type Rights = Record<Right, boolean>

/** No right at all: those of a caller without access to the chest. */
export const noRights: Rights = { read: false, create: false, update: false, delete: false, export: false }

/** All five rights: those of a chest's creator. */
export const allRights: Rights = { read: true, create: true, update: true, delete: true, export: true }

/** The rights of a newly attached user or team (product decision: read only). */
export const newGrant: Rights = { ...noRights, read: true }

/**
 * Returns the rights after one was added or removed. Adding any right adds `read`; removing `read` removes
 * all.
 */
export function withRight(rights: Rights, right: Right, isHeld: boolean): Rights {
  if (right === 'read' && !isHeld) return noRights
  return { ...rights, [right]: isHeld, read: rights.read || isHeld }
}

/** Returns the union of several grants. Every right presupposes `read`, so without it the union is empty. */
export function unionOfGrants(grants: readonly Rights[]): Rights {
  if (!grants.some((grant) => grant.read)) return noRights
  const union = { ...noRights }
  for (const right of rightNames) union[right] = grants.some((grant) => grant[right])
  return union
}
