import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/platform/endpoint.ts'
import { session } from '#contract/platform/session.ts'
import { attendanceHeader } from './attendance.ts'
import { errorOfReply, unreachable } from './errors.ts'
import { announce } from './events.ts'
import { isOpenedAgain, readUnlocked } from './unlocked.ts'

type Given<Name extends string, Value> = [Value] extends [undefined] ? object : Record<Name, Value>

/** What a call must be given: exactly the parts that its contract has. */
export type CallInput<E extends Endpoint> = Given<'params', ParamsOf<E>> &
  ([QueryOf<E>] extends [undefined] ? object : { query: QueryOf<E> }) &
  Given<'body', BodyOf<E>> & {
    /** The file of a multipart call that takes one. */
    file?: File
    signal?: AbortSignal
    /** Nobody waits for it: that the server cannot be reached is not announced. */
    isQuiet?: true
    /** Sent as the request header `meta-data-guardian`, for the list that reads its place and criteria there. */
    guardian?: object
  }

type Scalar = string | number | boolean | null | undefined
type Parts = {
  params?: Record<string, Scalar> | undefined
  query?: Record<string, Scalar> | undefined
  body?: Record<string, Scalar> | undefined
  file?: File
  signal?: AbortSignal
  isQuiet?: true
  guardian?: object
}

const isNothing = (value: Scalar) => value === undefined || value === null || value === ''

/** The address of a call: parameters in the path, what is not nothing in the query. */
export function addressOf(endpoint: Endpoint, { params = {}, query = {} }: Parts): string {
  const path = endpoint.path.replace(/:([a-zA-Z]+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => !isNothing(value))
      .map(([name, value]) => [name, String(value)]),
  ).toString()
  return search === '' ? path : `${path}?${search}`
}

/**
 * Multipart for the calls that the specification documents so, JSON for the others. Where the call has a field
 * `masterkey`, the handle of the chest that it is about goes with it.
 */
function contentOf(endpoint: Endpoint, { body: given, file }: Parts): { content?: BodyInit; type?: string } {
  const body = withHandle(endpoint, given)
  if (endpoint.multipart === undefined) {
    return body === undefined ? {} : { content: JSON.stringify(body), type: 'application/json' }
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {}))
    if (value !== undefined && value !== null) form.append(name, String(value))
  if (file !== undefined && endpoint.multipart.file !== undefined)
    form.append(endpoint.multipart.file.field, file, file.name)
  // The browser writes the type of a form itself, with its boundary.
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

/** Whether a call reads or writes what a guardian chest holds, and so needs it open. */
const needsOpenChest = ({ access }: Endpoint): boolean =>
  typeof access === 'object' && 'right' in access && access.whileLocked !== true

/** Whether a call may have changed what chests hold or who may see it; one's own account is neither. */
const changes = ({ method, access }: Endpoint): boolean => method !== 'GET' && typeof access === 'object'

/**
 * Makes a call of the contract and answers its reply. Throws ApiError for every refusal, with status 0 when
 * the server cannot be reached. A 401 or 403 of any call but those open to everybody ends the session.
 */
export async function call<const E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ReplyOf<E>> {
  const reply = await answerOf(endpoint, input)
  return (await reply.json()) as ReplyOf<E>
}

/** The same for a reply that is a text; a byte order mark is taken off it. */
export const callText = async <const E extends Endpoint & { produces: string }>(
  endpoint: E,
  input: CallInput<E>,
): Promise<string> => (await answerOf(endpoint, input)).text()

/** The same for a paged list, with the number of rows in all its pages and the rows before the first one. */
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

// A header holds no letter beyond Latin-1: the others stand as JSON escapes.
const headerText = (value: object): string =>
  JSON.stringify(value).replace(
    /[^\u0020-\u007e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

async function answerOf(endpoint: Endpoint, parts: Parts): Promise<Response> {
  try {
    return await openedAnswerOf(endpoint, parts)
  } finally {
    // Also where it failed: an answer may have been lost on its way.
    if (changes(endpoint)) announce('changed')
  }
}

/**
 * A change that meets a closed guardian chest waits for the master key and is then sent again: nothing that was
 * typed is lost. What only reads is refused at once, and the page shows that the chest is closed.
 */
async function openedAnswerOf(endpoint: Endpoint, parts: Parts): Promise<Response> {
  const first = await sent(endpoint, parts)
  const reply = (await isOfFormerCookie(endpoint, first)) ? await sent(endpoint, parts) : first
  if (reply.ok) return reply
  const error = await errorOfReply(reply)
  if ((error.status === 401 || error.status === 403) && endpoint.access !== 'public')
    announce('session-ended')
  if (error.status !== 423 || !needsOpenChest(endpoint)) throw error
  announce('chest-locked')
  if (endpoint.method === 'GET' || !(await isOpenedAgain())) throw error
  const second = await sent(endpoint, parts)
  if (second.ok) return second
  throw await errorOfReply(second)
}

/**
 * Whether a reading was refused for the cookie that it left with, while another call put the session under a new one:
 * a change of password or of factor does. It is not over then.
 */
async function isOfFormerCookie(endpoint: Endpoint, { status }: Response): Promise<boolean> {
  if (status !== 401 || endpoint.access === 'public' || endpoint.method !== 'GET') return false
  const state = await call(session.state, { isQuiet: true }).catch(() => ({ userId: null }))
  return state.userId !== null
}

let isLeft = false

/** The page is being left: what it would still read by itself is not asked for, since it would be refused. */
export function fallSilent(): void {
  isLeft = true
}

function sent(endpoint: Endpoint, parts: Parts): Promise<Response> {
  if (isLeft && endpoint.method === 'GET' && endpoint.access !== 'public') return new Promise(() => undefined)
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
      ...(parts.guardian !== undefined && { [pagingHeader]: headerText(parts.guardian) }),
    },
    ...(content !== undefined && { body: content }),
    ...(parts.signal !== undefined && { signal: parts.signal }),
  }
  return send(addressOf(endpoint, parts), request, parts.isQuiet)
}

async function send(address: string, request: RequestInit, isQuiet = false): Promise<Response> {
  try {
    return await fetch(address, request)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    if (!isQuiet) announce('unreachable')
    throw unreachable()
  }
}
