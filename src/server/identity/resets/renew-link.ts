import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import { renewFactorReset } from './factor-resets.ts'
import { renewPasswordLink } from '#server/identity/passwords/password-links.ts'

/** Restarts the lifetime of a mail's link, whatever its purpose. @returns false when it is used or ended */
export const renewLink = async (db: Kysely<Tables>, token: string, now: number): Promise<boolean> =>
  (await renewPasswordLink(db, token, now)) || renewFactorReset(db, token, now)
