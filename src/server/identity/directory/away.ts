/** Why the directory is unavailable, as the log and the doctor show it; nothing about a person. */
export type AwayReason =
  /** No connection, or a broken one. */
  | 'network'
  /** No TLS, or a certificate that is not valid for this host. */
  | 'tls'
  /** No reply within the configured time. */
  | 'timeout'
  /** The service account was refused. */
  | 'service-account'
  /** An unexpected reply to a search or a bind. */
  | 'answer'

/** The directory is unavailable, so that nothing was found out about any account. */
export class DirectoryAway extends Error {
  override readonly name = 'DirectoryAway'
  readonly code: string
  readonly reason: AwayReason

  constructor(reason: AwayReason, cause?: unknown) {
    super(`the directory cannot be asked: ${reason}`, { cause })
    this.reason = reason
    this.code = reason
  }
}
