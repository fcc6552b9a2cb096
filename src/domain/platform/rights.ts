/** The five rights that a user or a team may hold on a chest, in the order in which screens show them. */
export const rightNames = ['read', 'create', 'update', 'delete', 'export'] as const
export type Right = (typeof rightNames)[number]
export type Rights = Record<Right, boolean>

/** No right at all: what a stranger to a chest holds. */
export const noRights: Rights = { read: false, create: false, update: false, delete: false, export: false }

/** All five rights: what the creator of a chest holds. */
export const allRights: Rights = { read: true, create: true, update: true, delete: true, export: true }

/** What a newly attached user or team holds (product decision: read only). */
export const newGrant: Rights = { ...noRights, read: true }

/** Rights after one of them is given or taken: each presupposes `read`, which comes with the others and goes last. */
export function withRight(rights: Rights, right: Right, isHeld: boolean): Rights {
  if (right === 'read' && !isHeld) return noRights
  return { ...rights, [right]: isHeld, read: rights.read || isHeld }
}

/** The union of several grants; each right but `read` presupposes `read`, so without it nothing is left. */
export function unionOfGrants(grants: readonly Rights[]): Rights {
  if (!grants.some((grant) => grant.read)) return noRights
  const union = { ...noRights }
  for (const right of rightNames) union[right] = grants.some((grant) => grant[right])
  return union
}
