import type { FastifyReply } from 'fastify'
import { Refusal, refusals, type RefusalBody, type RefusalCode } from '#domain/platform/refusals.ts'
import { errorTexts } from '#texts/platform/errors.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import {
  DatabaseAway,
  isDiskFull,
  isForeignKeyViolation,
  isLockConflict,
  isStatementTimeout,
  isUnwritable,
} from '#server/platform/database/problems.ts'

/** The refusal codes of the errors that the web framework throws. */
const frameworkCodes: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_PARTS_LIMIT: 'INVALID_REQUEST',
  FST_FILES_LIMIT: 'INVALID_REQUEST',
  FST_FIELDS_LIMIT: 'INVALID_REQUEST',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'UNSUPPORTED_FORMAT',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_FORMAT',
}

/** Returns the refusal for a thrown error; null when it is a bug. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (!(error instanceof Error)) return null
  // The transaction was rolled back, because of another one or because the database is slow.
  if (isLockConflict(error) || isStatementTimeout(error))
    return new Refusal('SERVER_BUSY', { retryAfterSeconds: 1 })
  if (error instanceof DatabaseAway) return new Refusal('DATABASE_AWAY', { retryAfterSeconds: 2 })
  // The transaction was rolled back: nothing was stored.
  if (isDiskFull(error)) return new Refusal('DISK_FULL')
  if (isUnwritable(error)) return new Refusal('DATABASE_UNWRITABLE')
  // Sealed under a root key that this node has not read yet.
  if (error instanceof SealError && error.code === 'KEY_MISSING')
    return new Refusal('KEYS_OUTDATED', { retryAfterSeconds: 3 })
  if (isForeignKeyViolation(error)) return new Refusal('EDIT_CONFLICT')
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  const known = typeof code === 'string' ? frameworkCodes[code] : undefined
  if (known) return new Refusal(known)
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new Refusal('INVALID_REQUEST')
  }
  return null
}

/** Sends a refusal. The request id is in the header only: all 404 replies must be the same to the byte. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal, requestId?: string): FastifyReply {
  const body: RefusalBody = { code: refusal.code, message: refusal.sentence ?? errorTexts[refusal.code] }
  if (refusal.details !== undefined) body.details = refusal.details
  if (refusal.redirect !== undefined) body.redirect = refusal.redirect
  if (requestId !== undefined) body.requestId = requestId
  if (refusal.retryAfterSeconds !== undefined) {
    void reply.header('retry-after', String(Math.max(1, Math.ceil(refusal.retryAfterSeconds))))
  }
  return reply
    .code(refusals[refusal.code])
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body))
}
