import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { addressOf, type AddressParts } from '#contract/platform/address.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { Refusal, type RefusalCode } from '#domain/platform/refusals.ts'
import { idempotencyHeader, onceOf } from './creations.ts'
import { idIn, idOf, locateChest, type LocatedChest } from './locate.ts'
import { judge, judgeCaller, type Reach } from './policy.ts'
import { reachOf } from './scope.ts'
import { readSession, splitCookie, touchSession, type Actor } from './session.ts'
import { handlesIn, type Unlock } from './unlock.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { DatabaseAway, isDiskFull, isUnwritable } from '#server/platform/database/problems.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import { limitArrival } from '#server/platform/http/arrival.ts'
import { askedObjects, idAmong } from './asked.ts'
import { callerAddress } from '#server/platform/http/caller-address.ts'
import { cookiesOf, type Cookies } from '#server/platform/http/cookies.ts'
import { acceptEmptyBody } from '#server/platform/http/empty-body.ts'
import { openLock, rekeyedRefusal, type LockDeps, type UnlockCaller } from './locks.ts'
import type { Handler, HandlerRequest, Handlers, ReceiveFile } from './handler.ts'
import { readForm, receiveFile } from '#server/platform/http/multipart.ts'
import { pagingHeader, pagingHeaderValue } from '#server/platform/http/paging-header.ts'
import { requireSameOrigin } from '#server/platform/http/same-origin.ts'
import { validatorOf } from '#server/platform/http/validate.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { Logger } from 'pino'

type ServeDeps = Pick<PlatformDeps, 'config' | 'db' | 'clock' | 'refusals' | 'log'> & LockDeps
type Parts = { params: unknown; query: unknown; body: unknown }
/** A handler without its endpoint's types: the route below has validated what they state. */
type AnyHandler = Handler<Endpoint>
type Serializer = (result: unknown) => string

const originOf = (request: FastifyRequest): RequestOrigin => ({
  ip: callerAddress(request),
  requestId: request.id,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
})

/** Handlers for calls, by feature and name: a missing one does not compile. */
export type HandlersOf<Api extends Record<string, Record<string, Endpoint>>> = {
  readonly [Feature in keyof Api]: Handlers<Api[Feature]>
}

/** Registers a route for every call of an API. */
export function serveApi<Api extends Record<string, Record<string, Endpoint>>>(
  app: FastifyInstance,
  deps: ServeDeps,
  api: Api,
  handlers: HandlersOf<Api>,
): void {
  void app.register(async (routes) => {
    for (const [feature, endpoints] of Object.entries(api)) {
      const group = handlers[feature as keyof Api] as Record<string, unknown>
      for (const [name, endpoint] of Object.entries(endpoints))
        serve(routes, deps, endpoint, group[name] as AnyHandler)
    }
  })
}

/** Registers the route of an endpoint: same origin, session, validation, access check, then the handler. */
function serve(app: FastifyInstance, deps: ServeDeps, endpoint: Endpoint, handler: AnyHandler): void {
  const callName = `${endpoint.method} ${endpoint.path}`
  const validate = validatorOf(endpoint)
  const isHealth = endpoint.path.startsWith('/health')
  const guarded = !isHealth && !endpoint.isNavigation
  const made = new WeakMap<object, Buffer>()

  let serializer: Serializer | undefined
  /** Serialises what the contract lists of a result. Compiled at the first reply: all together took a tenth of the start. */
  const textOf = (result: unknown, reply: FastifyReply): string => {
    const write = serializer ?? (reply.compileSerializationSchema({ ...endpoint.reply }) as Serializer)
    serializer = write
    return write(result)
  }

  /** Returns the bytes of a result, cached by object, for repeated replies. */
  const bytesOf = (result: object, reply: FastifyReply): Buffer => {
    const bytes = made.get(result) ?? Buffer.from(textOf(result, reply))
    made.set(result, bytes)
    return bytes
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const address = request.socket.remoteAddress
    if (guarded) requireSameOrigin(request, deps.config.publicOrigin)
    const cookies = cookiesOf(deps.config, request, reply)
    const actor = endpoint.access === 'public' ? null : await callerOf(deps, cookies, request)
    const caller = actor && {
      actor,
      secret: new Secret(splitCookie(cookies.get('sid'))?.secret ?? ''),
      handles: handlesIn(request.headers['x-chest-handle']?.toString()),
      origin: originOf(request),
      isAttended: isAttended(request),
    }
    // The role gate runs before the body is read: a caller without access learns nothing of the schema.
    const named = { params: request.params, query: request.query, body: undefined }
    await refuse(deps, endpoint, request, { actor, parts: named }, judgeCaller(endpoint.access, actor))
    const form = request.isMultipart()
    if (form && !endpoint.multipart) throw new Refusal('UNSUPPORTED_FORMAT')
    const { isStreamed = false } = endpoint.multipart?.file ?? {}
    const read = form && !isStreamed ? await readForm(request, endpoint) : null
    const parts = { params: request.params, query: request.query, body: read ? read.fields : request.body }
    validate(parts, form)
    const chest = await locate(deps, endpoint, request, caller, parts)
    if (isStreamed && !form) throw new Refusal('UNSUPPORTED_FORMAT')
    const isHead = request.method === 'HEAD'
    const asked = {
      ...parts,
      actor,
      chest,
      once:
        endpoint.creates && actor
          ? onceOf(
              deps.db,
              request.headers[idempotencyHeader]?.toString(),
              `${actor.id}|${callName}`,
              deps.clock(),
            )
          : null,
      file: read?.file ?? null,
      second: read?.second ?? null,
      receive: isStreamed ? receiverOf(request, endpoint) : null,
      origin: originOf(request),
      isHead,
      also: async (other, input) => {
        // Nobody waits for a caller who has gone, and who has no address any more.
        if (address === undefined || request.socket.destroyed) return null
        const { statusCode, json } = await app.inject({
          method: 'GET',
          url: addressOf(other, input as AddressParts),
          headers: request.headers,
          remoteAddress: address,
        })
        return statusCode === 200 ? json() : null
      },
      gone: () => goneBefore(reply),
      cookies,
      session: caller && { secret: caller.secret },
      unlock: async (other, typed) =>
        other.guardian && caller
          ? openLock(deps, other, caller, {
              found: await deps.unlocks.of(caller),
              whileLocked: false,
              body: { masterkey: typed },
            })
          : other,
      unlocks: async () => (caller ? deps.unlocks.of(caller) : new Map()),
      header: (name) => request.headers[name]?.toString(),
      setHeader: (name, value) => void reply.header(name, value),
      page: (page) => void reply.header(pagingHeader, pagingHeaderValue(page)),
    } as HandlerRequest<Endpoint>
    void reply.code(endpoint.status ?? 200)
    void reply.type(typeOf(endpoint))
    // HEAD of a recorded call shows whether the object exists, and returns nothing of it.
    if (isHead && endpoint.records === true) return reply.send()
    const result = await recordingRefusals(deps, endpoint, request, { actor, chest, parts }, () =>
      repeating(endpoint, async () => handler(asked)),
    )
    if (isHead && endpoint.records === 'GET') return reply.send()
    // A change in the back offices may revoke rights, and unlocks with them.
    if (isManagement(endpoint)) await deps.unlocks.endStray()
    if (endpoint.produces === 'application/octet-stream')
      return reply.send(Readable.from(result as AsyncIterable<Uint8Array>, { objectMode: false }))
    if (endpoint.produces) return reply.send(result)
    if (endpoint.repeats) return reply.send(bytesOf(result as object, reply))
    return reply.send(textOf(result, reply))
  }

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    onRequest: arrivalHooks(endpoint),
    exposeHeadRoute: endpoint.method === 'GET',
    handler: answer,
  })
}

const typeOf = ({ produces }: Endpoint): string =>
  produces === 'application/octet-stream' ? produces : `${produces ?? 'application/json'}; charset=utf-8`

const receiverOf =
  (request: FastifyRequest, endpoint: Endpoint): ReceiveFile =>
  (limit) =>
    receiveFile(request, endpoint, limit)

/** Returns the hooks that run before the body of a call is read. */
const arrivalHooks = (endpoint: Endpoint): onRequestAsyncHookHandler[] => {
  if (endpoint.method === 'GET') return []
  const limit = limitArrival(endpoint)
  return [...(limit ? [limit] : []), ...(endpoint.body ? [] : [acceptEmptyBody])]
}

/** Returns a signal that aborts when the connection closes before the reply was sent. */
function goneBefore({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}

const isManagement = ({ access, method }: Endpoint): boolean =>
  typeof access === 'object' && 'manages' in access && method !== 'GET'

/**
 * Whether a call counts as activity. An unattended call and a HEAD extend neither the session nor an unlock.
 */
const isAttended = ({ headers, method }: FastifyRequest): boolean =>
  headers['x-unattended'] === undefined && method !== 'HEAD'

/** Returns the caller of the session's cookie. */
async function callerOf(deps: ServeDeps, cookies: Cookies, request: FastifyRequest): Promise<Actor | null> {
  const now = deps.clock()
  const actor = await readSession(deps.db, cookies.get('sid'), now, deps.config.inactivityMs)
  if (actor && isAttended(request)) await touchSession(deps.db, actor, now).catch(goOnReading(deps.log))
  return actor
}

const unwritable = 'the database cannot be written'

/** Ignores a failed write: reading goes on, and a session that cannot be extended expires. */
const goOnReading = (log: Logger) => (error: unknown) => {
  // The pool has logged it.
  if (error instanceof DatabaseAway) return
  if (!isDiskFull(error) && !isUnwritable(error)) throw error
  log.error({ err: error }, isDiskFull(error) ? 'the disk of the database is full' : unwritable)
}

const noUnlocks: ReadonlyMap<number, Unlock> = new Map()

/** Looks up what the request's id leads to, and checks access. @returns the chest of `via`; null without one */
async function locate(
  deps: ServeDeps,
  endpoint: Endpoint,
  request: FastifyRequest,
  caller: UnlockCaller | null,
  parts: Parts,
): Promise<LocatedChest | null> {
  const { access } = endpoint
  if (typeof access === 'string') return null
  const actor = caller?.actor ?? null
  const judged = (situation: Omit<Parameters<typeof judge>[1], 'actor'>, chest: LocatedChest | null = null) =>
    refuse(deps, endpoint, request, { actor, parts, chest }, judge(access, { actor, ...situation }))
  const reach = async (kind: Parameters<typeof reachOf>[2], id: number | null): Promise<Reach> =>
    actor === null || id === null ? 'none' : reachOf(deps.db, actor.id, kind, id)

  if ('sees' in access || 'manages' in access) {
    const kind = 'sees' in access ? access.sees : access.manages
    await judged({ by: null, rights: null, reach: await reach(kind, idIn(access.by, parts)) })
    return null
  }
  if (!('via' in access)) return null
  const { by, id } = idOf(access.via, parts)
  const user = actor && { user: actor.id, right: access.right }
  // Concurrently: on PostgreSQL each query is a round trip.
  const [chest, found] =
    user && caller && id !== null
      ? await Promise.all([
          locateChest(deps.db, user, by, id),
          caller.handles.length > 0 ? deps.unlocks.of(caller) : noUnlocks,
        ])
      : [null, noUnlocks]
  const rights = chest?.rights ?? null
  const seen = access.orSees && !rights?.read ? { reach: await reach('chest', id) } : {}
  await judged({ by, rights, ...seen }, chest)
  if (!chest?.guardian || !caller) return chest
  // After the right: a caller without it learns nothing of the lock, and uses no try at its key.
  const opened = await openLock(deps, chest, caller, {
    found,
    whileLocked: access.whileLocked,
    body: parts.body,
  })
  await judged({ by, rights, isLocked: opened.unlock === null }, chest)
  return opened
}

const repeatingMs = 3_000

/**
 * Runs a handler again when a call that only reads lost the database before its transaction was committed. The return of a
 * single sign-on, a navigation, uses a code of the provider up.
 */
async function repeating<Result>(
  { method, isNavigation }: Endpoint,
  handle: () => Promise<Result>,
): Promise<Result> {
  for (const until = performance.now() + repeatingMs; ;) {
    try {
      return await handle()
    } catch (error) {
      const isRead = method === 'GET' && !isNavigation
      const isSafe = isRead && error instanceof DatabaseAway && !error.mayHaveChanged
      if (!isSafe || performance.now() > until) throw error
      await pause(100)
    }
  }
}

/** The caller of a refused request, and its `parts` as far as they were read. */
type Refused = { actor: Actor | null; chest?: LocatedChest | null; parts: Parts }

/** Throws the refusal of the access check, if any; refusals to signed-in callers are journalled. */
async function refuse(
  deps: ServeDeps,
  endpoint: Endpoint,
  request: FastifyRequest,
  refused: Refused,
  code: RefusalCode | null,
): Promise<void> {
  if (code === null) return
  await note(deps, endpoint, request, refused, code)
  throw new Refusal(code)
}

/**
 * Runs a handler. A missing right or role that only the handler found (for an object in the body or the query) is
 * journalled too.
 */
async function recordingRefusals<Result>(
  deps: ServeDeps,
  endpoint: Endpoint,
  request: FastifyRequest,
  refused: Refused,
  handle: () => Promise<Result>,
): Promise<Result> {
  try {
    return await handle()
  } catch (error) {
    const { chest } = refused
    if (error instanceof SealError && chest) throw (await rekeyedRefusal(deps.db, chest)) ?? error
    const lacksRight =
      error instanceof Refusal && ['RIGHT_REQUIRED', 'ROLE_REQUIRED', 'SCOPE_EXCEEDED'].includes(error.code)
    if (lacksRight) await note(deps, endpoint, request, refused, error.code)
    throw error
  }
}

async function note(
  { refusals }: ServeDeps,
  endpoint: Endpoint,
  request: FastifyRequest,
  { actor, chest, parts }: Refused,
  code: RefusalCode,
): Promise<void> {
  if (!actor) return
  const asked = askedObjects(endpoint, parts)
  await refusals.note({
    actor,
    origin: originOf(request),
    call: `${endpoint.method} ${endpoint.path}`,
    code,
    asked,
    chest: chest?.id ?? idAmong(asked, 'chest'),
  })
}
