import { accountPasswordLengths } from '#domain/platform/limits.ts'
import { roleMay } from '#domain/platform/roles.ts'
import type { Candidate } from './candidate.ts'

const dayMs = 24 * 3_600_000

/** Why a right password gives access only to the page that changes it, as the journal names it. */
export type ReasonToChange = 'chosen-by-another' | 'age' | 'length'

/** Returns why a password must be changed before it signs in, or null. */
export function reasonToChange(
  { hash, role }: Pick<Candidate, 'hash' | 'role'>,
  password: string,
  { now, maxDays }: { now: number; maxDays: number | null },
): ReasonToChange | null {
  if (hash === null) return null
  if (hash.mustChange) return 'chosen-by-another'
  if (maxDays !== null && now - hash.setAt >= maxDays * dayMs) return 'age'
  const isShort = Array.from(password).length < accountPasswordLengths.minimumForAdministrators
  return isShort && roleMay(role, 'openBackOffice') ? 'length' : null
}
