/** Why a directory could not be asked; what a log and the doctor say of it, nothing of a person. */
export type AwayReason =
  /** No connection, or one that broke. */
  | 'network'
  /** No TLS, or a certificate that does not stand for this host. */
  | 'tls'
  /** Longer than the settings let it take. */
  | 'timeout'
  /** The account that searches is refused. */
  | 'service-account'
  /** It answered with something that a search or a bind does not give. */
  | 'answer'

/** The directory cannot be asked now: nothing was found out about anybody. */
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
