import type { AwayReason } from '#domain/identity/directory-away.ts'
import { connectionCodeOf } from '#server/platform/connection-codes.ts'
import { refusalCode, type BindRefusal } from './bind-refusal.ts'

/** The directory is unavailable, so that nothing was found out about any account. */
export class DirectoryAway extends Error {
  override readonly name = 'DirectoryAway'
  readonly reason: AwayReason
  /** Node's code (CERT_HAS_EXPIRED), or the directory's result and data code (`49/533`); null without one. */
  readonly code: string | null

  /** @param cause the error, or the refusal, that the code is taken from; its text goes nowhere */
  constructor(reason: AwayReason, cause?: unknown) {
    super(`the directory cannot be asked: ${reason}`, { cause })
    this.reason = reason
    this.code = codeIn(cause)
  }
}

function codeIn(cause: unknown): string | null {
  if (isRefusal(cause)) return refusalCode(cause)
  const result = cause instanceof Error && 'code' in cause ? cause.code : null
  return typeof result === 'number' ? String(result) : connectionCodeOf(cause)
}

const isRefusal = (cause: unknown): cause is BindRefusal =>
  typeof cause === 'object' && cause !== null && 'result' in cause && 'data' in cause

/** Returns the result code of an error of the LDAP library. @throws DirectoryAway when the connection broke */
export function resultCodeOf(error: unknown): number {
  if (error instanceof DirectoryAway) throw error
  if (error instanceof Error && 'code' in error && typeof error.code === 'number') return error.code
  throw new DirectoryAway('network', error)
}
