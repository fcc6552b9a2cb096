import type { Endpoint } from '#contract/platform/endpoint.ts'

type Parts = { readonly params: unknown; readonly query: unknown; readonly body: unknown }

/**
 * Returns the objects that a request names by their ids, as the journal writes them: `chest:12`. Malformed ids are left
 * out: at the role gate nothing of the request has been validated yet.
 */
export function askedObjects({ access }: Pick<Endpoint, 'access'>, parts: Parts): string[] {
  const judged = sourcesOf(access)
  const sources = new Map(judged.map(([kind, source]) => [source, kind]))
  for (const name of Object.keys((parts.params ?? {}) as object)) {
    if (!sources.has(`params.${name}`)) sources.set(`params.${name}`, name)
  }
  return [...sources].flatMap(([source, kind]) => {
    const [part, field] = source.split('.') as [keyof Parts, string]
    const value = (parts[part] as Record<string, unknown> | null | undefined)?.[field]
    return isId(value) ? [`${kind}:${Number(value)}`] : []
  })
}

/** Returns the id of the first object of a kind; null when there is none. */
export function idAmong(asked: readonly string[], kind: string): number | null {
  const found = asked.find((object) => object.startsWith(`${kind}:`))
  return found === undefined ? null : Number(found.slice(kind.length + 1))
}

function sourcesOf(access: Endpoint['access']): [kind: string, source: string][] {
  if (typeof access === 'string') return []
  if ('sees' in access) return [[access.sees, access.by]]
  if ('manages' in access) return [[access.manages, access.by]]
  if (!('via' in access)) return []
  return Object.entries(access.via)
}

const isId = (value: unknown): value is number | string =>
  (typeof value === 'number' || (typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value))) &&
  Number.isSafeInteger(Number(value))
