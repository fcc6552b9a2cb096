/**
 * Why a sealed value could not be unsealed.
 * - `FORMAT`: not an envelope (too short, unknown format or algorithm), or an authentic content of a wrong shape;
 * - `KEY_VERSION`: sealed under another version of the key;
 * - `KEY_MISSING`: sealed under a root key that the keyring lacks;
 * - `AUTHENTICATION`: wrong key, wrong place, or altered bytes; GCM cannot tell which.
 */
export type SealErrorCode = 'FORMAT' | 'KEY_VERSION' | 'KEY_MISSING' | 'AUTHENTICATION'

/**
 * The one error of sealing and unsealing. It carries a code and the name of a place, never a
 * plaintext, a key, a ciphertext nor a `cause` (which might hold one).
 */
export class SealError extends Error {
  readonly code: SealErrorCode

  /** @param code the reason. @param where what was to be unsealed, such as `items.meta 12`; no content. */
  constructor(code: SealErrorCode, where: string) {
    super(`${code}: ${where}`)
    this.name = 'SealError'
    this.code = code
  }
}
