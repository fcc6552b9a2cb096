import type { Endpoint } from '#contract/endpoint.ts'
import { allRights, newGrant, noRights, rightNames, type Rights } from '#domain/rights.ts'
import { roleNames } from '#domain/roles.ts'
import { judge } from './policy.ts'

/** What a caller may hold on the chest that a request leads to, from nothing to everything. */
const situations: Record<string, Rights | null> = {
  'no grant': null,
  ...Object.fromEntries(rightNames.map((right) => [right, { ...newGrant, [right]: true }])),
  'all but read': { ...allRights, read: false },
  all: allRights,
}

/**
 * The verdicts of the judge for every endpoint, role and situation, as text made for reading in a review:
 * a line an endpoint and role, the situations grouped by their verdict.
 *
 * @param api the contract's table
 * @returns lines that end with a newline
 */
export function accessMatrix(api: Record<string, Record<string, Endpoint>>): string {
  const lines: string[] = []
  for (const endpoint of Object.values(api).flatMap((feature) => Object.values(feature))) {
    const { access, method, path } = endpoint
    const by = typeof access === 'object' && 'via' in access ? 'chest' : null
    lines.push(`${method} ${path}`)
    lines.push(`  signed out: ${judge(access, { actor: null, by, rights: noRights }) ?? 'allowed'}`)
    for (const role of roleNames) {
      const verdicts = new Map<string, string[]>()
      for (const [name, rights] of Object.entries(by ? situations : { always: null })) {
        const verdict = judge(access, { actor: { role }, by, rights }) ?? 'allowed'
        verdicts.set(verdict, [...(verdicts.get(verdict) ?? []), name])
      }
      const parts = [...verdicts].map(([verdict, names]) => `${verdict} (${names.join(', ')})`)
      lines.push(`  ${role}: ${parts.join('; ')}`)
    }
  }
  return `${lines.join('\n')}\n`
}
