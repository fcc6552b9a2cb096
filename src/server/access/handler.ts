import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf, Via } from '#contract/platform/endpoint.ts'
import type { Once } from './creations.ts'
import type { LocatedChest } from './locate.ts'
import type { Actor } from './session.ts'
import type { Unlock } from './unlock.ts'
import type { Secret } from '#server/platform/crypto/secret.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import type { Cookies } from '#server/platform/http/cookies.ts'
import type { UploadedFile } from '#server/platform/http/multipart.ts'
import type { PageOf } from '#server/platform/http/paging-header.ts'

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
  /** The session's secret half, for values that only this session may unseal; null on public endpoints only. */
  readonly session: E['access'] extends 'public' ? null : { readonly secret: Secret<string> }
  /** Runs a creation in its transaction, once for each key of the caller. */
  readonly once: E extends { readonly creates: true } ? Once : null
  readonly file: UploadedFile | null
  readonly origin: RequestOrigin
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
