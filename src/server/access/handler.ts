import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf, Via } from '#contract/platform/endpoint.ts'
import type { Refusal } from '#domain/platform/refusals.ts'
import type { Once } from './creations.ts'
import type { LocatedChest } from './locate.ts'
import type { Actor } from './session.ts'
import type { Unlock } from './unlock.ts'
import type { Secret } from '#server/platform/crypto/secret.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import type { Cookies } from '#server/platform/http/cookies.ts'
import type { IncomingFile, UploadedFile } from '#server/platform/http/multipart.ts'
import type { PageOf } from '#server/platform/http/paging-header.ts'

export type Also = <const E extends Endpoint>(
  endpoint: E,
  input: { readonly params?: ParamsOf<E>; readonly query?: QueryOf<E> },
) => Promise<ReplyOf<E> | null>

/** Begins to read the file of a form. `tooLarge` makes the refusal of one with more bytes. */
export type ReceiveFile = (limit: {
  readonly maxBytes: number
  readonly tooLarge: () => Refusal
}) => Promise<IncomingFile>

/** A request as its handler receives it: validated, authorised, and typed by its endpoint. */
export type HandlerRequest<E extends Endpoint> = {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  /** Null on public endpoints only. */
  readonly actor: E['access'] extends 'public' ? null : Actor
  /** The chest that the endpoint's `via` led to, with the caller's rights on it. */
  readonly chest: ChestOf<E['access']>
  /** The guardian chests that the request's handles unlock, by id; their rights are not checked (`ChestKeys`). */
  readonly unlocks: () => Promise<ReadonlyMap<number, Unlock>>
  /**
   * Unlocks another guardian chest for this request, by a handle of the header or by `typed`: a handle, or the master key
   * itself, of which a wrong one is counted. An ordinary chest, and one that nothing unlocks, is returned unchanged.
   */
  readonly unlock: (chest: LocatedChest, typed: string) => Promise<LocatedChest>
  /** The session's secret half, for values that only this session may unseal; null on public endpoints only. */
  readonly session: E['access'] extends 'public' ? null : { readonly secret: Secret<string> }
  /** Runs a creation in its transaction, once for each key of the caller. */
  readonly once: E extends { readonly creates: true } ? Once : null
  /** Makes another reading call as the same caller, judged by its own entry. Returns null where that is refused. */
  readonly also: Also
  readonly file: UploadedFile | null
  /** The endpoint's other file part. */
  readonly second: UploadedFile | null
  /** Reads the file of a streamed form; null for other calls. */
  readonly receive: E extends { readonly multipart: { readonly file: { readonly isStreamed: true } } }
    ? ReceiveFile
    : null
  readonly origin: RequestOrigin
  /** Whether only the existence is asked for: a call whose `records` is `'GET'` then records nothing. */
  readonly isHead: boolean
  readonly cookies: Cookies
  /** Returns a signal that aborts once the caller has disconnected. Only long work needs it. */
  readonly gone: () => AbortSignal
  /** Returns a header of the request, by its name in lower case. */
  readonly header: (name: string) => string | undefined
  readonly setHeader: (name: string, value: string) => void
  /** Sets the paging header to the part of the whole that the reply holds. */
  readonly page: (page: PageOf) => void
}

/** Null where no id leads to a chest; possibly null where the back offices need no right on it. */
type ChestOf<A> = A extends { orSees: true }
  ? LocatedChest | null
  : A extends { via: Via }
    ? LocatedChest
    : null

export type Handler<E extends Endpoint> = (request: HandlerRequest<E>) => ReplyOf<E> | Promise<ReplyOf<E>>

/** One handler for each endpoint of a feature: a missing one does not compile. */
export type Handlers<Feature extends Record<string, Endpoint>> = {
  readonly [Name in keyof Feature]: Handler<Feature[Name]>
}
