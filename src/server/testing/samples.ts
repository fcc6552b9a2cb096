import type { Endpoint } from '#contract/endpoint.ts'

type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  minLength?: number
  pattern?: string
}

/** Ids to put where an endpoint awaits one, by the name of the field. */
export type IdChoice = (field: string) => number

/** The smallest value that a schema of the contract accepts, every field filled, optional ones included. */
export function sampleOf(schema: Schema | undefined, ids: IdChoice, field = ''): unknown {
  if (!schema) return undefined
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sampleOf(schema.anyOf[0], ids, field)
  if (schema.type === 'object') {
    const entries = Object.entries(schema.properties ?? {})
    return Object.fromEntries(entries.map(([name, value]) => [name, sampleOf(value, ids, name)]))
  }
  if (schema.type === 'array') return [sampleOf(schema.items, ids, field)]
  if (schema.type === 'integer') return /id$/i.test(field) ? ids(field) : (schema.minimum ?? 1)
  if (schema.type === 'boolean') return true
  if (schema.type === 'null') return null
  if (schema.pattern?.includes('[0-9]{6}')) return '123456'
  return 'x'.repeat(Math.max(1, schema.minLength ?? 0))
}

/** A whole request of an endpoint with the given ids, as the test client takes it. */
export function sampleRequest(
  endpoint: Endpoint,
  ids: IdChoice,
): { method: Endpoint['method']; path: string; body?: unknown } {
  const params = (sampleOf(endpoint.params as Schema | undefined, ids) ?? {}) as Record<string, unknown>
  const query = (sampleOf(endpoint.query as Schema | undefined, ids) ?? {}) as Record<string, unknown>
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const body = sampleOf(endpoint.body as Schema | undefined, ids)
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
  if (file) form.append(file.field, new Blob(['<x/>'], { type: 'text/xml' }), 'fichier.xml')
  return form
}
