import type { PlatformDeps } from '#server/platform/deps.ts'
import type { IdentitySettings } from './settings.ts'

/** The platform's offer, with the settings of accounts besides. */
export type IdentityDeps = Omit<PlatformDeps, 'config'> & { readonly config: IdentitySettings }
