/** Why the directory is unavailable, as the log, the doctor and the administration page show it; nothing about a person. */
export const awayReasons = [
  /** No connection, or a broken one. */
  'network',
  /** No TLS, or a certificate that is not valid for this host. */
  'tls',
  /** No reply within the configured time. */
  'timeout',
  /** The service account was refused. */
  'service-account',
  /** The service account was refused before, and is not tried again yet. */
  'paused',
  /** An unexpected reply to a search or a bind. */
  'answer',
] as const

export type AwayReason = (typeof awayReasons)[number]
