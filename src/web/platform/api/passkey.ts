import type { Static } from 'typebox'
import type { Assertion, Attestation, CreationOptions, RequestOptions } from '#contract/platform/webauthn.ts'

/** The browser library for passkeys, loaded on first use. */
const browser = () => import('@simplewebauthn/browser')

/** The library wraps the browser's errors, including the user's cancellation. */
const unwrap = (error: unknown): never => {
  throw error instanceof Error && error.cause instanceof DOMException ? error.cause : error
}

/** Returns whether this browser supports passkeys. */
export const knowsPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

/** Creates a passkey. It throws the browser's error, mostly the user's cancellation. */
export async function makePasskey(
  options: Static<typeof CreationOptions>,
): Promise<Static<typeof Attestation>> {
  const { startRegistration } = await browser()
  const { id, response } = await startRegistration({
    optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'],
  }).catch(unwrap)
  return {
    id,
    clientDataJSON: response.clientDataJSON,
    attestationObject: response.attestationObject,
    transports: response.transports ?? [],
  }
}

/** Signs a challenge with a passkey. It throws the browser's error, mostly the user's cancellation. */
export async function signWithPasskey(
  options: Static<typeof RequestOptions>,
): Promise<Static<typeof Assertion>> {
  const { startAuthentication } = await browser()
  const { id, response } = await startAuthentication({
    optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  }).catch(unwrap)
  return {
    id,
    clientDataJSON: response.clientDataJSON,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
  }
}
