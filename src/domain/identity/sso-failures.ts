/** The pages' words for a sign-in at the provider that failed: after `sso_` on /auth, and of /routes/account. */
export type SsoNotice = 'refused' | 'cancelled' | 'unavailable' | 'misset' | 'tenant'

/**
 * Why single sign-on failed, and the notice that its person reads. The administration page, the log and the
 * doctor name the code.
 */
export const ssoFailures = {
  /** The provider did not answer: network, TLS, timeout, or an HTTP status of 500 and above. */
  PROVIDER_AWAY: 'unavailable',
  /** The discovery document is absent or unusable. */
  DISCOVERY_WRONG: 'misset',
  /** The provider states another issuer than the settings. */
  ISSUER_DIFFERENT: 'misset',
  /** The provider did not accept the client's id and secret. */
  CLIENT_REFUSED: 'misset',
  /** No published key verifies the identity's signature, or the keys cannot be read. */
  KEYS_WRONG: 'misset',
  /** Its person gave up or was refused at the provider (`access_denied`). */
  PERSON_REFUSED: 'cancelled',
  /** The provider returned another error in place of a code. */
  REQUEST_REFUSED: 'refused',
  /** The provider did not exchange the code. */
  CODE_REFUSED: 'refused',
  /** The provider's token address answers with something else than OAuth: it may have moved. */
  EXCHANGE_WRONG: 'misset',
  /** The return lacks a parameter, has one twice, or is of another issuer. */
  RETURN_WRONG: 'refused',
  /** A claim of the identity is missing or is not the expected one. */
  IDENTITY_WRONG: 'refused',
  /** The identity is not valid yet, or is no longer: the clocks differ, or its sign-in is too old. */
  TIME_WRONG: 'refused',
  /** UserInfo is of another person than the identity. */
  PERSON_DIFFERENT: 'refused',
  /** The identity is of another tenant than the settings. */
  TENANT_DIFFERENT: 'tenant',
} as const satisfies Record<string, SsoNotice>

export type SsoFailureCode = keyof typeof ssoFailures
export const ssoFailureCodes = Object.keys(ssoFailures) as SsoFailureCode[]
