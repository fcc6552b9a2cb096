import type { Endpoint } from '#contract/platform/endpoint.ts'

type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  minProperties?: number
  minLength?: number
  pattern?: string
}

/** Returns an id for a field, by its name and the part of the request that contains it. */
export type IdChoice = (field: string, part: 'params' | 'query' | 'body') => number

export type SampleOptions = {
  /** Which fields are sent: all, or only the required ones. */
  fields?: 'all' | 'required'
  /** Returns a text for a field by its name; undefined leaves the choice to the schema. */
  texts?: (field: string) => string | undefined
}

/** Whether an integer is a row's id: `id`, `userId`, and the lists of ids that are attached and detached. */
const namesRow = (field: string): boolean =>
  /id$|^(?:users|teams|chests|banks|folders|items)$|^chestDestination$/i.test(field)
/** Ids that belong to no tenant: every caller may use the same. */
const commonIds: Record<string, number> = { adId: 1, categoryId: 6, expirationDateId: 3 }

type Sampling = Required<SampleOptions> & { ids: (field: string) => number }

function sampleOf(schema: Schema | undefined, sampling: Sampling, field = ''): unknown {
  if (!schema) return undefined
  if (schema.const !== undefined) return schema.const
  // The lowest role is the last one, which every back office may give.
  if (schema.enum) return schema.enum.at(-1)
  if (schema.anyOf) return sampleOf(schema.anyOf[0], sampling, field)
  if (schema.type === 'object') {
    return Object.fromEntries(
      fieldsOf(schema, sampling).map(([name, value]) => [name, sampleOf(value, sampling, name)]),
    )
  }
  if (schema.type === 'array') return [sampleOf(schema.items, sampling, field)]
  if (schema.type === 'integer') {
    return commonIds[field] ?? (namesRow(field) ? sampling.ids(field) : (schema.minimum ?? 1))
  }
  if (schema.type === 'boolean') return true
  if (schema.type === 'null') return null
  if (schema.pattern?.includes('[0-9]{6}')) return '123456'
  // Ids of sessions and one-time messages, and proofs, have a minimum length.
  const least = Number(/\{(\d+)/.exec(schema.pattern ?? '')?.[1] ?? schema.minLength ?? 0)
  return sampling.texts(field) ?? 'x'.repeat(Math.max(1, least))
}

function fieldsOf({ properties = {}, required = [], minProperties = 0 }: Schema, { fields }: Sampling) {
  const entries = Object.entries(properties)
  if (fields === 'all') return entries
  const needed = entries.filter(([name]) => required.includes(name))
  return needed.length < minProperties ? entries.slice(0, minProperties) : needed
}

export type SampleParts = {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

/**
 * Returns the parts of an endpoint's request with the given ids; `body` is undefined for a call without a
 * body.
 */
export function sampleParts(
  endpoint: Endpoint,
  ids: IdChoice,
  { fields = 'all', texts = () => undefined }: SampleOptions = {},
): SampleParts {
  const sampleIn = (part: 'params' | 'query' | 'body') =>
    sampleOf(endpoint[part] as Schema | undefined, { fields, texts, ids: (field) => ids(field, part) })
  return {
    params: (sampleIn('params') ?? {}) as Record<string, unknown>,
    query: (sampleIn('query') ?? {}) as Record<string, unknown>,
    body: sampleIn('body'),
  }
}

/** Returns a whole request of an endpoint with the given ids, for the test client. */
export function sampleRequest(
  endpoint: Endpoint,
  ids: IdChoice,
  options: SampleOptions = {},
): { method: Endpoint['method']; path: string; body?: unknown } {
  const { params, query, body } = sampleParts(endpoint, ids, options)
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return {
    method: endpoint.method,
    path: search.size > 0 ? `${path}?${search.toString()}` : path,
    ...(body === undefined
      ? {}
      : { body: endpoint.multipart?.file ? formOf(endpoint, body as object) : body }),
  }
}

function formOf(endpoint: Endpoint, fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null) form.append(name, String(value))
  }
  const file = endpoint.multipart?.file
  if (file) form.append(file.field, new Blob(['<x/>'], { type: 'text/xml' }), sampleFileName(endpoint))
  return form
}

/** Returns a file name with an extension that the endpoint accepts. */
export const sampleFileName = ({ multipart }: Endpoint): string =>
  `fichier${Object.keys(multipart?.file?.maxBytesByEnding ?? { '.xml': 0 })[0]}`
