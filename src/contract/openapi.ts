import { errorTexts } from '#texts/platform/errors.ts'
import { refusals, type RefusalCode } from '#domain/platform/refusals.ts'
import { api } from './api.ts'
import { absent, type Access, type Endpoint, type Via } from './platform/endpoint.ts'

/** Returns the refusals of every call with this access, besides the call's own ones. */
export function refusalsOfAccess(access: Access): readonly RefusalCode[] {
  if (access === 'public') return ['INVALID_REQUEST', 'CSRF']
  if (access === 'signed-in') return ['INVALID_REQUEST', 'SESSION_EXPIRED', 'CSRF']
  const common: RefusalCode[] = ['INVALID_REQUEST', 'SESSION_EXPIRED', 'CSRF']
  if ('sees' in access) return [...common, 'ROLE_REQUIRED', absent[access.sees]]
  if ('manages' in access) return [...common, 'ROLE_REQUIRED', 'SCOPE_EXCEEDED', absent[access.manages]]
  if (!('via' in access)) return [...common, 'ROLE_REQUIRED']
  const kinds = Object.keys(access.via) as (keyof Via)[]
  const gate: RefusalCode[] = access.permission ? ['ROLE_REQUIRED'] : []
  return [...common, ...gate, 'RIGHT_REQUIRED', ...kinds.map((kind) => absent[kind])]
}

/** Returns a sentence about who may call, for the documentation. */
function describeAccess(access: Access): string {
  if (access === 'public') return 'Access: public.'
  if (access === 'signed-in') return 'Access: any live session.'
  if ('sees' in access) return `Access: back offices; the ${access.sees} stands in the caller's scope.`
  if ('manages' in access) {
    const self = access.orSelf ? " Or the caller's own account, for what is theirs to change." : ''
    return `Access: back offices; the whole ${access.manages} stands in the caller's scope.${self}`
  }
  const roles = access.permission ? `roles that hold \`${access.permission}\`` : ''
  if (!('via' in access)) return `Access: ${roles}.`
  const places = Object.values(access.via).map((source) => `\`${source}\``)
  const right = `the right \`${access.right}\` on the chest that ${places.join(' or ')} leads to`
  const seen = access.orSees ? ", or a chest in the scope of the caller's back offices" : ''
  return `Access: ${[roles, right].filter(Boolean).join(', with ')}${seen}.`
}

type Json = Record<string, unknown>
type ObjectSchema = { properties?: Record<string, unknown>; required?: readonly string[] }

const parametersOf = (schema: unknown, place: 'path' | 'query'): Json[] => {
  const { properties = {}, required = [] } = (schema ?? {}) as ObjectSchema
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }))
}

function bodyOf({ body, multipart }: Endpoint): Json {
  if (!body && !multipart) return {}
  const json = { 'application/json': { schema: body } }
  if (!multipart) return { requestBody: { required: true, content: json } }
  const fields = (body ?? {}) as ObjectSchema
  const file = multipart.file
    ? { [multipart.file.field]: { type: 'string', format: 'binary', maxLength: multipart.file.maxBytes } }
    : {}
  const form = { ...fields, properties: { ...fields.properties, ...file } }
  return {
    requestBody: {
      required: true,
      content: { ...(multipart.file ? {} : json), 'multipart/form-data': { schema: form } },
    },
  }
}

function responsesOf(endpoint: Endpoint): Json {
  const responses: Json = {
    [endpoint.status ?? 200]: {
      description: 'Success',
      content: { [endpoint.produces ?? 'application/json']: { schema: endpoint.reply } },
    },
  }
  const byStatus = new Map<number, string[]>()
  for (const code of new Set([...refusalsOfAccess(endpoint.access), ...endpoint.refusals])) {
    byStatus.set(refusals[code], [...(byStatus.get(refusals[code]) ?? []), `${code}: ${errorTexts[code]}`])
  }
  for (const [status, lines] of [...byStatus].toSorted(([a], [b]) => a - b)) {
    responses[status] = {
      description: lines.join('; '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
    }
  }
  return responses
}

/** Returns the whole API as an OpenAPI 3.1 document, derived from the contract alone. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {}
  for (const [feature, endpoints] of Object.entries(api)) {
    for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      paths[path] ??= {}
      paths[path][endpoint.method.toLowerCase()] = {
        operationId: `${feature}.${name}`,
        tags: [feature],
        summary: endpoint.summary,
        description: describeAccess(endpoint.access),
        parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
        ...bodyOf(endpoint),
        responses: responsesOf(endpoint),
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Trousseau',
      version: '1',
      description:
        'Every call under /api needs `X-Requested-With: XMLHttpRequest` and comes from the same origin. Paths answer with and without a trailing slash.',
    },
    paths,
    components: {
      schemas: {
        Refusal: {
          type: 'object',
          required: ['code', 'message'],
          properties: {
            code: { enum: Object.keys(refusals) },
            message: { type: 'string' },
            details: {},
            requestId: { type: 'string' },
          },
        },
      },
    },
  }
}
