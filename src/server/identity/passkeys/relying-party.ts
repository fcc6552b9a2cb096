import { isIP } from 'node:net'
import type { PlatformSettings } from '#server/platform/settings.ts'

/** The name and the origin to which browsers bind passkeys. */
export type RelyingParty = { readonly id: string; readonly origin: string }

/**
 * Returns the relying party of the public URL, never of a request. Null where browsers support no passkeys:
 * over plain http except on localhost, and at an IP address.
 */
export function relyingPartyOf({
  publicOrigin,
}: Pick<PlatformSettings, 'publicOrigin'>): RelyingParty | null {
  const { protocol, hostname } = new URL(publicOrigin)
  const isOwnMachine = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (protocol !== 'https:' && !isOwnMachine) return null
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return null
  return { id: hostname, origin: publicOrigin }
}
