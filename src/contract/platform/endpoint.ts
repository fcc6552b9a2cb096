import type { Static, TSchema } from 'typebox'
import type { RefusalCode } from '#domain/platform/refusals.ts'
import type { Right } from '#domain/platform/rights.ts'
import type { Permission } from '#domain/platform/roles.ts'

/** Where the id of an element is in a request: its part, and the field in it. */
export type IdSource = `${'params' | 'query' | 'body'}.${string}`

/** The kinds of id from which the chest is located before the handler runs. */
export type ElementKind = 'chest' | 'folder' | 'item' | 'trash' | 'import'
/** The sources in order: the first one that the request has counts. */
export type Via = { readonly [Kind in ElementKind]?: IdSource }

/** What the back offices manage. A link is authorised by its bank. */
export type Managed =
  | 'bank'
  | 'chest'
  | 'team'
  | 'user'
  | 'bank-user-link'
  | 'bank-team-link'
  | 'bank-chest-link'

/** The refusal for an id that does not exist, or that the caller may not see. */
export const notFoundCodes = {
  chest: 'CHEST_NOT_FOUND',
  folder: 'FOLDER_NOT_FOUND',
  item: 'ITEM_NOT_FOUND',
  trash: 'TRASH_ENTRY_NOT_FOUND',
  import: 'IMPORT_NOT_FOUND',
  bank: 'BANK_NOT_FOUND',
  team: 'TEAM_NOT_FOUND',
  user: 'USER_NOT_FOUND',
  'bank-user-link': 'LINK_NOT_FOUND',
  'bank-team-link': 'LINK_NOT_FOUND',
  'bank-chest-link': 'LINK_NOT_FOUND',
} as const satisfies Record<ElementKind | Managed, RefusalCode>

/**
 * Who may call an endpoint. The policy checks it before the handler runs.
 * - `public`: no session needed (health, set-up, the steps of sign-in);
 * - `signed-in`: any active session; the reply contains only the caller's own data;
 * - `permission`: a role gate, 403 for other roles;
 * - `right` … `via`: a right on the chest of the id; 404 without `read`, 409 without the right.
 *   With `permission`, the role gate is checked first. With `allRights`, the caller must hold all five rights on
 *   the chest. With `orSees`, callers who see the chest in the back
 *   offices may call as well, without a right on it. A guardian chest that the request does not unlock gives
 *   423, unless the endpoint shows none of its content and has `whileLocked`;
 * - `sees`: the back offices' role gate; the thing must be in the caller's scope, else 404;
 * - `manages`: the same, and all of the thing must be in the caller's scope, else 409 SCOPE_EXCEEDED. With
 *   `orSelf`, users of any role may call it with their own id: the handler then accepts only what they may
 *   change.
 */
export type Access =
  | 'public'
  | 'signed-in'
  | { readonly permission: Permission }
  | {
      readonly right: Right
      readonly via: Via
      readonly permission?: Permission
      readonly allRights?: true
      readonly orSees?: true
      readonly whileLocked?: true
    }
  | { readonly sees: Managed; readonly by: IdSource }
  | { readonly manages: Managed; readonly by: IdSource; readonly orSelf?: true }

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** One call of the API: everything that both sides need to know about it, as data. */
export type Endpoint = {
  readonly method: Method
  /** With or without a trailing slash as in the specification; both forms match. */
  readonly path: string
  /** One sentence for the API's documentation. */
  readonly summary: string
  readonly access: Access
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  /**
   * Accepts multipart as well as JSON. `file` names the file part and its limit in bytes. `fieldBytes` is the
   * limit of a field where it is not the default. With `maxBytesByEnding`, files with other extensions are
   * refused, unless it has a limit for the empty one. With `isStreamed`, the form is its file alone, which the handler reads as it arrives, after the
   * access check and within a limit of its own.
   */
  readonly multipart?: {
    readonly file?: {
      readonly field: string
      readonly maxBytes?: number
      readonly maxBytesByEnding?: Readonly<Record<string, number>>
      readonly isStreamed?: true
    }
    /** Another file part that may come with it, whatever its name. */
    readonly second?: { readonly field: string; readonly maxBytes: number }
    readonly fieldBytes?: number
  }
  readonly reply: TSchema
  /** 200 by default. */
  readonly status?: number
  /** The type of a reply: HTML for fragments, CSV for downloads, bytes of files. The default is JSON. */
  readonly produces?: 'text/html' | 'text/csv' | 'application/octet-stream'
  /** A plain navigation, also from another site: exempt from the origin check, so it must change nothing. */
  readonly isNavigation?: true
  /**
   * A GET with a side effect: a record, a started sign-in. HEAD is answered without running its handler; with `'GET'` the
   * handler runs, refuses what GET refuses, and records nothing (`isHead`).
   */
  readonly records?: true | 'GET'
  /** Creates something. The header `Idempotency-Key` makes it repeatable: a repeat gets the first reply. */
  readonly creates?: true
  /** The handler sets the paging header. */
  readonly paged?: true
  /** The handler returns the same object while nothing changed, so that its text is serialised once. */
  readonly repeats?: true
  /** The refusals of this call, besides those of every call with its access. None by default. */
  readonly refusals?: readonly RefusalCode[]
}

/** Returns the definition with its literal types, which handler and client use. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type Part<E extends Endpoint, Name extends 'params' | 'query' | 'body'> =
  E extends Record<Name, infer S extends TSchema> ? Static<S> : undefined
export type ParamsOf<E extends Endpoint> = Part<E, 'params'>
export type QueryOf<E extends Endpoint> = Part<E, 'query'>
export type BodyOf<E extends Endpoint> = Part<E, 'body'>
export type ReplyOf<E extends Endpoint> = Static<E['reply']>
