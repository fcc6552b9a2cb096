import type { Access, ElementKind } from '#contract/endpoint.ts'
import type { RefusalCode } from '#domain/refusals.ts'
import type { Rights } from '#domain/rights.ts'
import { roleMay, type Role } from '#domain/roles.ts'

/** What the judge is told of a call: who calls, and which chest the request's id leads to. */
export type Situation = {
  /** The signed-in caller, null without a live session. */
  readonly actor: { readonly role: Role } | null
  /** The kind of id by which the chest was looked for; null when the endpoint looks for none. */
  readonly by: ElementKind | null
  /** The caller's effective rights on the chest that the id leads to; null when it leads nowhere. */
  readonly rights: Rights | null
}

const absent: Record<ElementKind, RefusalCode> = {
  chest: 'CHEST_NOT_FOUND',
  folder: 'FOLDER_NOT_FOUND',
  item: 'ITEM_NOT_FOUND',
  trash: 'TRASH_ENTRY_NOT_FOUND',
}

/**
 * The one judgement of who may call what, pure: everything it decides on is in its two arguments.
 * What is absent and what the caller may not see are told alike, so that ids reveal nothing.
 *
 * @param access what the endpoint states in the contract
 * @param situation who calls, on what
 * @returns null to let the call through, otherwise the refusal to answer
 */
export function judge(access: Access, situation: Situation): RefusalCode | null {
  if (access === 'public') return null
  if (situation.actor === null) return 'SESSION_EXPIRED'
  if (access === 'signed-in') return null
  if ('permission' in access) return roleMay(situation.actor.role, access.permission) ? null : 'ROLE_REQUIRED'
  if (!situation.rights?.read) return absent[situation.by ?? 'chest']
  return situation.rights[access.right] ? null : 'RIGHT_REQUIRED'
}
