import type { IdentityDeps } from '#server/identity/deps.ts'
import type { Directory } from '#server/identity/directory/directory.ts'

/** What a fresh proof of identity needs. */
export type ProofDeps = Pick<
  IdentityDeps,
  'db' | 'keys' | 'clock' | 'randomBytes' | 'journal' | 'hasher' | 'log' | 'config' | 'outbox'
> & { readonly directory: Directory | null }
