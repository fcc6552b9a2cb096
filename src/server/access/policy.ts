import { notFoundCodes, type Access, type ElementKind } from '#contract/platform/endpoint.ts'
import type { RefusalCode } from '#domain/platform/refusals.ts'
import { rightNames, type Rights } from '#domain/platform/rights.ts'
import { personMay, type Permission, type Person } from '#domain/platform/roles.ts'

/**
 * The access of a back-office user to an object: none, may see it, may manage it. `self` is the caller's own account,
 * which the caller does not manage.
 */
export type Reach = 'none' | 'seen' | 'self' | 'managed'

/** The input of the access check: the caller, and the object that the request's id identifies. */
export type Situation = {
  /** The signed-in caller, null without an active session. */
  readonly actor: Person | null
  /** The kind of id by which the chest was looked up; null when the endpoint looks up none. */
  readonly by: ElementKind | null
  /** The caller's effective rights on the chest that the id identifies; null when there is no such chest. */
  readonly rights: Rights | null
  /** Whether the chest is a guardian chest that the request does not unlock. */
  readonly isLocked?: boolean
  /** The caller's access to the object of `sees`, `manages` or `orSees`; absent when the endpoint has none. */
  readonly reach?: Reach
}

/**
 * Checks what depends on the caller only. It runs before the body is read, so that a caller without access learns nothing
 * of the call's schema.
 *
 * @returns null to continue with `judge`, otherwise the refusal
 */
export function judgeCaller(access: Access, actor: Situation['actor']): RefusalCode | null {
  if (access === 'public') return null
  if (actor === null) return 'SESSION_EXPIRED'
  if (access === 'signed-in') return null
  const gate = gateOf(access)
  return gate === null || personMay(actor, gate) ? null : 'ROLE_REQUIRED'
}

/** Returns the permission that a call needs; null where a caller may act on their own account, which is checked later. */
function gateOf(access: Exclude<Access, string>): Permission | null {
  if ('manages' in access) return access.orSelf ? null : 'openBackOffice'
  if ('sees' in access) return 'openBackOffice'
  return access.permission ?? null
}

/**
 * Decides whether a call is allowed. The function is pure: the decision depends on its two arguments only. A missing
 * object and one that the caller may not see get the same refusal, so that ids reveal nothing.
 *
 * @param access what the endpoint states in the contract
 * @param situation the caller and the object
 * @returns null to allow the call, otherwise the refusal
 */
export function judge(access: Access, situation: Situation): RefusalCode | null {
  const refusal = judgeCaller(access, situation.actor)
  if (refusal !== null || typeof access === 'string' || situation.actor === null) return refusal
  const isInBackOffice = personMay(situation.actor, 'openBackOffice')
  const reach = situation.reach ?? 'none'
  if ('manages' in access) {
    if (access.orSelf && reach === 'self') return null
    if (!isInBackOffice) return 'ROLE_REQUIRED'
    if (reach === 'none') return notFoundCodes[access.manages]
    return reach === 'managed' ? null : 'SCOPE_EXCEEDED'
  }
  if ('sees' in access) return reach === 'none' ? notFoundCodes[access.sees] : null
  if (!('right' in access)) return null
  if (!situation.rights?.read) {
    if (access.orSees && isInBackOffice && reach !== 'none') return null
    return notFoundCodes[situation.by ?? 'chest']
  }
  const { rights } = situation
  const needed = access.allRights ? rightNames : [access.right]
  if (!needed.every((right) => rights[right])) return 'RIGHT_REQUIRED'
  return situation.isLocked && !access.whileLocked ? 'CHEST_LOCKED' : null
}
