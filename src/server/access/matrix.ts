import type { Access, Endpoint } from '#contract/platform/endpoint.ts'
import { allRights, newGrant, noRights, rightNames, type Rights } from '#domain/platform/rights.ts'
import { roleNames, type Person } from '#domain/platform/roles.ts'
import { judge, type Reach, type Situation } from './policy.ts'

/** The rights that a caller may have on the chest of a request, from none to all. */
const situations: Record<string, Rights | null> = {
  'no grant': null,
  ...Object.fromEntries(rightNames.map((right) => [right, { ...newGrant, [right]: true }])),
  'all but read': { ...allRights, read: false },
  all: allRights,
}

/** How far a caller of the back offices may reach the object that a request names. */
const reaches: Record<string, Reach> = {
  'not in scope': 'none',
  'partly in scope': 'seen',
  'in scope': 'managed',
  'own account': 'self',
}

/** The kinds of callers: a director's type gives permissions whatever the role. */
const callers: Record<string, Person> = {
  ...Object.fromEntries(roleNames.map((role): [string, Person] => [role, { role, type: 'STANDARD' }])),
  'ROLE_INTERVENANT, DIRECTOR': { role: 'ROLE_INTERVENANT', type: 'DIRECTOR' },
}

type Case = Omit<Situation, 'actor'>

/** Returns each situation in which an endpoint may be called, by its name in the matrix. */
function casesOf(access: Access): Record<string, Case> {
  if (typeof access === 'object' && ('sees' in access || 'manages' in access)) {
    const isUser = ('sees' in access ? access.sees : access.manages) === 'user'
    const kept = Object.entries(reaches).filter(([, reach]) => reach !== 'self' || isUser)
    return Object.fromEntries(kept.map(([name, reach]) => [name, { by: null, rights: null, reach }]))
  }
  if (typeof access !== 'object' || !('via' in access)) return { always: { by: null, rights: null } }
  const byRight = Object.entries(situations).map(([name, rights]): [string, Case] => [
    name,
    { by: 'chest', rights },
  ])
  for (const lock of ['guardian locked', 'guardian unlocked by another session']) {
    byRight.push([lock, { by: 'chest', rights: allRights, isLocked: true }])
  }
  byRight.push(['guardian unlocked', { by: 'chest', rights: allRights, isLocked: false }])
  const seen: [string, Case] = ['no grant, in scope', { by: 'chest', rights: null, reach: 'seen' }]
  return Object.fromEntries(access.orSees ? [...byRight, seen] : byRight)
}

/**
 * Returns the access decisions for every endpoint, caller and situation, as text for reviews: a line for an endpoint and
 * caller, with the situations grouped by their decision.
 *
 * @param api the contract's table
 * @returns lines that end with a newline
 */
export function accessMatrix(api: Record<string, Record<string, Endpoint>>): string {
  const lines: string[] = []
  for (const endpoint of Object.values(api).flatMap((feature) => Object.values(feature))) {
    const { access, method, path } = endpoint
    const cases = Object.entries(casesOf(access))
    lines.push(`${method} ${path}`)
    lines.push(`  signed out: ${judge(access, { actor: null, by: null, rights: noRights }) ?? 'allowed'}`)
    for (const [caller, actor] of Object.entries(callers)) {
      const verdicts = new Map<string, string[]>()
      for (const [name, situation] of cases) {
        const verdict = judge(access, { actor, ...situation }) ?? 'allowed'
        verdicts.set(verdict, [...(verdicts.get(verdict) ?? []), name])
      }
      const parts = [...verdicts].map(([verdict, names]) => `${verdict} (${names.join(', ')})`)
      lines.push(`  ${caller}: ${parts.join('; ')}`)
    }
  }
  return `${lines.join('\n')}\n`
}
