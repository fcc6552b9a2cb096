import type { PlatformDeps } from '#server/platform/deps.ts'
import type { Directory } from './directory/directory.ts'
import type { IdentitySettings } from './settings.ts'

/** The platform's dependencies, with the settings of accounts. */
export type IdentityDeps = Omit<PlatformDeps, 'config'> & { readonly config: IdentitySettings }

/** What the features need that verify a password. */
export type PasswordDeps = Pick<
  IdentityDeps,
  'db' | 'keys' | 'clock' | 'randomBytes' | 'journal' | 'hasher' | 'log' | 'config' | 'outbox' | 'strength'
> & { readonly directory: Directory | null }
