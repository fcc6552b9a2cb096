import type { PlatformDeps } from '#server/platform/deps.ts'
import type { IdentitySettings } from './settings.ts'

/** The platform's dependencies, with the settings of accounts. */
export type IdentityDeps = Omit<PlatformDeps, 'config'> & { readonly config: IdentitySettings }
