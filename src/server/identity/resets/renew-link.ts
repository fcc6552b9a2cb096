import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import { renewFactorReset } from './factor-resets.ts'
import { renewPasswordLink } from '#server/identity/passwords/password-links.ts'

/** Begins the lifetime of the link that a mail carries, whatever it is for. @returns false when it serves no more */
export const renewLink = async (db: Kysely<Tables>, token: string, now: number): Promise<boolean> =>
  (await renewPasswordLink(db, token, now)) || renewFactorReset(db, token, now)
