import { addressOf, type AddressParts, type Scalar } from '#contract/platform/address.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/platform/endpoint.ts'
import { session } from '#contract/platform/session.ts'
import { attendanceHeader } from './attendance.ts'
import { errorOfReply, isAway, isOutdated, unreachable } from './errors.ts'
import { announce } from './events.ts'
import { askForUnlock, readUnlocked } from './unlocked.ts'

type Given<Name extends string, Value> = [Value] extends [undefined] ? object : Record<Name, Value>

/** The input of a call: exactly the parts of its contract. */
export type CallInput<E extends Endpoint> = Given<'params', ParamsOf<E>> &
  ([QueryOf<E>] extends [undefined] ? object : { query: QueryOf<E> }) &
  Given<'body', BodyOf<E>> & {
    /** The file of a multipart call, and its other file. */
    file?: File
    second?: File | undefined
    signal?: AbortSignal
    /** A background call: a failed connection is not announced. */
    isQuiet?: true
    /** Sent as the header `meta-data-guardian`, for the list that reads its page and criteria from there. */
    guardian?: object
  }

export type Parts = AddressParts & {
  body?: Record<string, Scalar> | undefined
  file?: File
  second?: File | undefined
  signal?: AbortSignal
  isQuiet?: true
  guardian?: object
}

/**
 * Returns the body: multipart for the calls that the specification documents so, JSON for the others. A call
 * with a field `masterkey` gets the handle of its chest.
 */
function contentOf(
  endpoint: Endpoint,
  { body: given, file, second }: Parts,
): { content?: BodyInit; type?: string } {
  const body = withHandle(endpoint, given)
  if (endpoint.multipart === undefined) {
    return body === undefined ? {} : { content: JSON.stringify(body), type: 'application/json' }
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {}))
    if (value !== undefined && value !== null) form.append(name, String(value))
  if (file !== undefined && endpoint.multipart.file !== undefined)
    form.append(endpoint.multipart.file.field, file, file.name)
  if (second !== undefined && endpoint.multipart.second !== undefined)
    form.append(endpoint.multipart.second.field, second, second.name)
  // The browser sets the type of a form, with its boundary.
  return { content: form }
}

function withHandle(endpoint: Endpoint, body: Parts['body']): Parts['body'] {
  const unlocked = readUnlocked()
  if (unlocked === null || body?.['chestId'] !== unlocked.id || 'masterkey' in body) return body
  const fields: unknown =
    endpoint.body !== undefined && 'properties' in endpoint.body && endpoint.body.properties
  const takesOne = typeof fields === 'object' && fields !== null && 'masterkey' in fields
  return takesOne ? { ...body, masterkey: unlocked.key } : body
}

/** Returns whether a call reads or writes the content of a chest, and so needs a guardian chest unlocked. */
const needsOpenChest = ({ access }: Endpoint): boolean =>
  typeof access === 'object' && 'right' in access && access.whileLocked !== true

/** Returns whether a call may change content or rights of chests. Calls on the own account do neither. */
const changes = ({ method, access }: Endpoint): boolean => method !== 'GET' && typeof access === 'object'

/**
 * Makes a call of the contract and returns its reply. A 401 or 403 of any call except public ones ends the
 * session.
 * @throws ApiError for every refusal, with status 0 when the server cannot be reached
 */
export async function call<const E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ReplyOf<E>> {
  const reply = await answerOf(endpoint, input)
  return (await reply.json()) as ReplyOf<E>
}

/** Makes a call whose reply is text. A byte order mark is stripped. */
export const callText = async <const E extends Endpoint & { produces: string }>(
  endpoint: E,
  input: CallInput<E>,
): Promise<string> => (await answerOf(endpoint, input)).text()

/** Makes a call whose reply is a file. A connection that breaks off before its end is an error. */
export async function callFile<const E extends Endpoint & { produces: 'application/octet-stream' }>(
  endpoint: E,
  input: CallInput<E>,
): Promise<Blob> {
  const answer = await answerOf(endpoint, input)
  return answer.blob()
}

/** Does the same. Returns also a header of the reply; null without it. */
export async function callFileWith<const E extends Endpoint & { produces: 'application/octet-stream' }>(
  endpoint: E,
  input: CallInput<E>,
  header: string,
): Promise<{ file: Blob; header: string | null }> {
  const answer = await answerOf(endpoint, input)
  return { file: await answer.blob(), header: answer.headers.get(header) }
}

/** Makes a call of a paged list. Returns its rows, the total count, and the offset of the first row. */
export async function callPage<const E extends Endpoint & { paged: true }>(
  endpoint: E,
  input: CallInput<E>,
): Promise<{ reply: ReplyOf<E>; total: number; offset: number }> {
  const answer = await answerOf(endpoint, input)
  const header = JSON.parse(answer.headers.get(pagingHeader) ?? '{}') as {
    countTotal?: number
    offset?: number
  }
  const { countTotal: total = 0, offset = 0 } = header
  return { reply: (await answer.json()) as ReplyOf<E>, total, offset }
}

const pagingHeader = 'meta-data-guardian'

// Headers are limited to Latin-1: other characters are escaped as JSON.
const headerText = (value: object): string =>
  JSON.stringify(value).replace(
    /[^\u0020-\u007e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

async function answerOf(endpoint: Endpoint, parts: Parts): Promise<Response> {
  try {
    return await openedAnswerOf(endpoint, parts)
  } finally {
    // Also after a failure: the reply may have been lost after the change.
    if (changes(endpoint)) announce('changed')
  }
}

/**
 * Sends a call. A change that meets a locked guardian chest waits for the master key and is then retried, so
 * that no input is lost. A read is refused immediately, and the page shows that the chest is locked.
 */
async function openedAnswerOf(endpoint: Endpoint, parts: Parts): Promise<Response> {
  const sendCall = endpoint.creates ? create : sent
  const first = await sendCall(endpoint, parts)
  const reply = (await isOfFormerCookie(endpoint, first)) ? await sent(endpoint, parts) : first
  if (reply.ok) return reply
  const error = await errorOfReply(reply)
  if ((error.status === 401 || error.status === 403) && endpoint.access !== 'public')
    announce(error.status === 401 ? 'session-ended' : 'session-forbidden')
  if (typeof endpoint.access === 'object' && isOutdated(error)) announce('outdated')
  if (error.status !== 423 || !needsOpenChest(endpoint)) throw error
  announce('chest-locked')
  if (endpoint.method === 'GET' || !(await askForUnlock())) throw error
  const second = await sendCall(endpoint, parts)
  if (second.ok) return second
  throw await errorOfReply(second)
}

/**
 * Returns whether a read was refused because another call (a change of password or factor) replaced the
 * session's cookie meanwhile. The session then continues.
 */
async function isOfFormerCookie(endpoint: Endpoint, { status }: Response): Promise<boolean> {
  if (status !== 401 || endpoint.access === 'public' || endpoint.method !== 'GET') return false
  const state = await call(session.state, { isQuiet: true }).catch(() => ({ userId: null }))
  return state.userId !== null
}

/** Sends a creation. The app replaces it by one that repeats. */
let create: typeof sent = sent

/** Sets how calls that create are sent. */
export function sendCreationsBy(make: (send: typeof sent) => typeof sent): void {
  create = make(sent)
}

/** Aborts the reads of the session that are in flight, while the page is being left. */
let reads = new AbortController()

/**
 * Aborts the reads in flight, and suppresses further ones: a session that is locked or over would refuse them, and a
 * secret would arrive after the page was hidden. A read with a signal of its own belongs to the cache or to a part of
 * the page, which aborts it.
 */
export function stopReads(): void {
  reads.abort()
}

/** Sends reads again: the page that was being left is shown again. */
export function allowReads(): void {
  if (reads.signal.aborted) reads = new AbortController()
}

function sent(endpoint: Endpoint, parts: Parts, key?: string): Promise<Response> {
  const isRead = endpoint.method === 'GET' && endpoint.access !== 'public'
  if (isRead && reads.signal.aborted) return new Promise(() => undefined)
  const signal = parts.signal ?? (isRead ? reads.signal : undefined)
  const { content, type } = contentOf(endpoint, parts)
  const unlocked = endpoint.access === 'public' ? null : readUnlocked()
  const request: RequestInit = {
    method: endpoint.method,
    headers: {
      Accept: 'application/json',
      'X-Requested-With': 'XMLHttpRequest',
      ...attendanceHeader(),
      ...(unlocked !== null && { 'X-Chest-Handle': unlocked.key }),
      ...(type !== undefined && { 'Content-Type': type }),
      ...(key !== undefined && { 'Idempotency-Key': key }),
      ...(parts.guardian !== undefined && { [pagingHeader]: headerText(parts.guardian) }),
    },
    ...(content !== undefined && { body: content }),
    ...(signal !== undefined && { signal }),
  }
  return send(addressOf(endpoint, parts), request, parts.isQuiet)
}

async function send(address: string, request: RequestInit, isQuiet = false): Promise<Response> {
  try {
    const reply = await fetch(address, request)
    if (!isQuiet && isAway(reply)) announce('unreachable')
    return reply
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    if (!isQuiet) announce('unreachable')
    throw unreachable()
  }
}
