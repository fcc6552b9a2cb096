import type { Actor } from '#server/access/session.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import type { Directory } from '#server/identity/directory/directory.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'

/** What proving oneself anew takes. */
export type ProofDeps = Pick<
  IdentityDeps,
  'db' | 'keys' | 'clock' | 'randomBytes' | 'journal' | 'hasher' | 'log' | 'config' | 'outbox'
> & { readonly directory: Directory | null }

/** Who asks, and from where. */
export type By = { readonly actor: Actor; readonly origin: RequestOrigin }
