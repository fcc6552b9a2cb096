import { isIP } from 'node:net'
import type { PlatformSettings } from '#server/platform/settings.ts'

/** For whom passkeys are made: the name and the origin that browsers bind them to. */
export type RelyingParty = { readonly id: string; readonly origin: string }

/**
 * The relying party of an installation, from its public URL and never from a request. Null where browsers know no
 * passkeys: over plain http except on this very machine, and under a bare network address.
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
