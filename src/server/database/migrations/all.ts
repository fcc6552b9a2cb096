import type { Migration } from '../migrate.ts'
import { first } from './0001-first.ts'
import { unknownLogins } from './0002-unknown-logins.ts'
import { destroyedRevisions } from './0003-destroyed-revisions.ts'

/** Every migration, in the order in which databases have gone through them; one that stands never changes. */
export const migrations: readonly Migration[] = [first, unknownLogins, destroyedRevisions]
