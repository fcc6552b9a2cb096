import type { Static, TSchema } from 'typebox'
import type { RefusalCode } from '#domain/platform/refusals.ts'
import type { Right } from '#domain/platform/rights.ts'
import type { Permission } from '#domain/platform/roles.ts'

/** Where the id stands that leads to a chest: the part of the request, and the field in it. */
export type IdSource = `${'params' | 'query' | 'body'}.${string}`

/** The kinds of id from which the chest is looked up before the handler runs. */
export type ElementKind = 'chest' | 'folder' | 'item' | 'trash'
/** Several sources stand in order of trial: the first that the request carries counts. */
export type Via = { readonly [Kind in ElementKind]?: IdSource }

/** What the back offices manage; a link is reached by the bank that it hangs on. */
export type Managed =
  | 'bank'
  | 'chest'
  | 'team'
  | 'user'
  | 'bank-user-link'
  | 'bank-team-link'
  | 'bank-chest-link'

/** What a caller is told of an id that leads nowhere, or to what the caller may not see. */
export const absent = {
  chest: 'CHEST_NOT_FOUND',
  folder: 'FOLDER_NOT_FOUND',
  item: 'ITEM_NOT_FOUND',
  trash: 'TRASH_ENTRY_NOT_FOUND',
  bank: 'BANK_NOT_FOUND',
  team: 'TEAM_NOT_FOUND',
  user: 'USER_NOT_FOUND',
  'bank-user-link': 'LINK_NOT_FOUND',
  'bank-team-link': 'LINK_NOT_FOUND',
  'bank-chest-link': 'LINK_NOT_FOUND',
} as const satisfies Record<ElementKind | Managed, RefusalCode>

/**
 * Who may call an endpoint; one judge reads it before the handler runs.
 * - `public`: nobody needs to be signed in (health, set-up, the steps of signing in);
 * - `signed-in`: any live session, the reply holding nothing but what is the caller's own;
 * - `permission`: a role gate, 403 for the others;
 * - `right` … `via`: a right on the chest to which the id leads; 404 without `read`, 409 without the right.
 *   With `permission`, the role gate stands before it. With `orSees`, who sees the chest in the back offices
 *   is let through as well, with no right on it. A guardian chest that the request does not open answers 423,
 *   unless the endpoint shows nothing of its content and says `whileLocked`;
 * - `sees`: the back offices' role gate, and the thing stands in the caller's scope, 404 otherwise;
 * - `manages`: the same, and all of the thing is in the caller's scope, 409 SCOPE_EXCEEDED otherwise. With
 *   `orSelf`, people of any role may call it with their own id: the handler then takes only what is theirs.
 */
export type Access =
  | 'public'
  | 'signed-in'
  | { readonly permission: Permission }
  | {
      readonly right: Right
      readonly via: Via
      readonly permission?: Permission
      readonly orSees?: true
      readonly whileLocked?: true
    }
  | { readonly sees: Managed; readonly by: IdSource }
  | { readonly manages: Managed; readonly by: IdSource; readonly orSelf?: true }

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** One call of the interface: everything about it that both sides need, as data. */
export type Endpoint = {
  readonly method: Method
  /** With or without a trailing slash as the specification writes it; both answer. */
  readonly path: string
  /** One sentence for the interface's documentation. */
  readonly summary: string
  readonly access: Access
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  /**
   * Takes multipart as well as JSON; `file` names the file part and its limit in bytes, `fieldBytes` is the limit of a
   * field where it is not the usual one. With `maxBytesByEnding` files of other endings are refused.
   */
  readonly multipart?: {
    readonly file?: {
      readonly field: string
      readonly maxBytes: number
      readonly maxBytesByEnding?: Readonly<Record<string, number>>
    }
    readonly fieldBytes?: number
  }
  readonly reply: TSchema
  /** 200 unless said otherwise. */
  readonly status?: number
  /** The type of a reply that is a text: HTML for fragments, CSV for files to take away; JSON otherwise. */
  readonly produces?: 'text/html' | 'text/csv'
  /** A plain navigation, from another site too: it is not asked to prove its origin, and must change nothing. */
  readonly isNavigation?: true
  /** A GET that leaves something behind: a record, a step begun. HEAD is answered without asking its handler. */
  readonly records?: true
  /** The handler sets the paging header. */
  readonly paged?: true
  /** The handler answers the same object again while nothing changed: its text is then made once. */
  readonly repeats?: true
  /** The refusals that this call may answer, besides those that every call of its access may. */
  readonly refusals: readonly RefusalCode[]
}

/** Keeps the literal types of an endpoint, which its handler and its client read. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type Part<E extends Endpoint, Name extends 'params' | 'query' | 'body'> =
  E extends Record<Name, infer S extends TSchema> ? Static<S> : undefined
export type ParamsOf<E extends Endpoint> = Part<E, 'params'>
export type QueryOf<E extends Endpoint> = Part<E, 'query'>
export type BodyOf<E extends Endpoint> = Part<E, 'body'>
export type ReplyOf<E extends Endpoint> = Static<E['reply']>
