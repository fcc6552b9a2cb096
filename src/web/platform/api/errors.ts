import type { RefusalBody, RefusalCode } from '#domain/platform/refusals.ts'
import { productTexts } from '#texts/platform/product.ts'

type ErrorBody = Omit<RefusalBody, 'code'> & { code: RefusalCode | 'UNREACHABLE' }

/** A call that did not bring its reply. `status` 0: the server could not be reached. */
export class ApiError extends Error {
  readonly status: number
  readonly code: RefusalCode | 'UNREACHABLE'
  readonly details: unknown
  readonly requestId: string | undefined
  /** Where a refused first step sends the browser: the page that sets a new password. */
  readonly redirect: string | undefined
  /** When to try again, if the server says so. */
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

/** The error of a call that met no server. */
export const unreachable = (): ApiError =>
  new ApiError(0, { code: 'UNREACHABLE', message: productTexts.unreachable })

/** Reads a refusal; a reply that is none (a proxy's own page) becomes INTERNAL. */
export async function errorOfReply(reply: Response): Promise<ApiError> {
  const body: unknown = await reply.json().catch(() => null)
  const wait = Number(reply.headers.get('retry-after') ?? '')
  return isRefusal(body)
    ? new ApiError(reply.status, body, wait > 0 ? wait : undefined)
    : new ApiError(reply.status, { code: 'INTERNAL', message: productTexts.internal })
}

const isRefusal = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'code' in body && 'message' in body

/** The French sentence of anything that was thrown. */
export const sentenceOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : productTexts.internal

/** Whether the error is a refusal with this code. */
export const isCode = (error: unknown, code: ApiError['code']): error is ApiError =>
  error instanceof ApiError && error.code === code
