import type { RefusalBody, RefusalCode } from '#domain/platform/refusals.ts'
import { productTexts } from '#texts/platform/ui.ts'

type ErrorBody = Omit<RefusalBody, 'code'> & { code: RefusalCode | 'UNREACHABLE' }

/** A failed call. `status` 0: the server could not be reached. */
export class ApiError extends Error {
  readonly status: number
  readonly code: RefusalCode | 'UNREACHABLE'
  readonly details: unknown
  readonly requestId: string | undefined
  /** Where the browser continues after a refused step 1: the page that sets a new password. */
  readonly redirect: string | undefined
  /** When to retry, if the server sent it. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, body: ErrorBody, retryAfterSeconds?: number) {
    super(body.message)
    this.name = 'ApiError'
    this.status = status
    this.code = body.code
    this.details = body.details
    this.requestId = body.requestId
    this.redirect = body.redirect
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Returns the error of a call without a connection. */
export const unreachable = (): ApiError =>
  new ApiError(0, { code: 'UNREACHABLE', message: productTexts.unreachable })

/** Returns whether the server, or its database, is away for a moment; also by a proxy's own page. */
export const isAway = ({ status, headers }: Response): boolean =>
  status === 502 || status === 504 || (status === 503 && headers.has('retry-after'))

/** The refusals by rights, banks and scope, beside 404. */
const ofRights: readonly string[] = ['RIGHT_REQUIRED', 'SCOPE_EXCEEDED', 'NOT_IN_BANK']

/** Returns whether a refusal shows that the page is outdated: what it offered is gone, or no longer permitted. */
export const isOutdated = ({ status, code }: ApiError): boolean => status === 404 || ofRights.includes(code)

/** Returns whether an error is transient: no connection, or a server that is starting, stopping, away or busy. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && ([0, 502, 503, 504].includes(error.status) || error.code === 'SERVER_BUSY')

/** Reads a refusal. Any other reply (such as a proxy's own page) becomes INTERNAL. */
export async function errorOfReply(reply: Response): Promise<ApiError> {
  const body: unknown = await reply.json().catch(() => null)
  const wait = Number(reply.headers.get('retry-after') ?? '')
  return isRefusal(body)
    ? new ApiError(reply.status, body, wait > 0 ? wait : undefined)
    : new ApiError(reply.status, { code: 'INTERNAL', message: productTexts.internal })
}

const isRefusal = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'code' in body && 'message' in body

/** Returns the French sentence of any thrown value. */
export const sentenceOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : productTexts.internal

/** Returns a value of a refusal's details, undefined without it. */
export function detailOf(error: unknown, name: string): unknown {
  const details = error instanceof ApiError ? error.details : null
  return typeof details === 'object' && details !== null ? Reflect.get(details, name) : undefined
}

/** Returns whether the error is a refusal with this code. */
export const isCode = (error: unknown, code: ApiError['code']): error is ApiError =>
  error instanceof ApiError && error.code === code
