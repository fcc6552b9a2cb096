import type { Static } from 'typebox'
import type { Assertion, Attestation, CreationOptions, RequestOptions } from '#contract/platform/webauthn.ts'

/** The browser's side of a passkey. Loaded when one is used: it is no part of any first page. */
const browser = () => import('@simplewebauthn/browser')

/** The library wraps what the browser throws, the person's giving up included. */
const unwrap = (error: unknown): never => {
  throw error instanceof Error && error.cause instanceof DOMException ? error.cause : error
}

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

/** Has an authenticator make a passkey. Throws what the browser throws: mostly that the person gave up. */
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

/** Has a passkey sign a challenge. Throws what the browser throws: mostly that the person gave up. */
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
