import { errorTexts } from '#texts/platform/errors.ts'
import { refusals, type RefusalCode } from '#domain/platform/refusals.ts'
import { api } from './api.ts'
import { Template } from './office/administration.ts'
import { BankReply } from './office/banks.ts'
import { TeamReply } from './office/teams.ts'
import { UserReply } from './office/users.ts'
import { AttachedTeam, AttachedUser, Dormant } from './platform/lists.ts'
import { notFoundCodes, type Access, type Endpoint, type Via } from './platform/endpoint.ts'
import {
  Id,
  IdOrRoot,
  Ids,
  Labelled,
  Message,
  Moment,
  Named,
  Person,
  RightsReply,
} from './platform/fields.ts'
import { AccountSession } from './platform/live-session.ts'
import { RequestOptions } from './platform/webauthn.ts'
import { ChestReply, ManagedChest } from './vault/chests.ts'
import { Changed, HistoryPage, OldValue, Trashed, VersionEntry } from './vault/history.ts'
import { ItemChanged } from './vault/items.ts'

/** The schemas used in several places, by their names in the document. */
const shapes = {
  AccountSession,
  AttachedTeam,
  AttachedUser,
  Bank: BankReply,
  Changed,
  Chest: ChestReply,
  Dormant,
  HistoryPage,
  Id,
  IdOrRoot,
  Ids,
  ItemChanged,
  Labelled,
  ManagedChest,
  Message,
  Moment,
  Named,
  OldValue,
  Person,
  RequestOptions,
  Rights: RightsReply,
  Team: TeamReply,
  Template,
  Trashed,
  User: UserReply,
  VersionEntry,
} as const

/** Returns the refusals of every call with this access, besides the call's own ones. */
export function refusalsOfAccess(access: Access): readonly RefusalCode[] {
  if (access === 'public') return ['INVALID_REQUEST', 'CSRF']
  if (access === 'signed-in') return ['INVALID_REQUEST', 'SESSION_EXPIRED', 'CSRF']
  const common: RefusalCode[] = ['INVALID_REQUEST', 'SESSION_EXPIRED', 'CSRF']
  if ('sees' in access) return [...common, 'ROLE_REQUIRED', notFoundCodes[access.sees]]
  if ('manages' in access)
    return [...common, 'ROLE_REQUIRED', 'SCOPE_EXCEEDED', notFoundCodes[access.manages]]
  if (!('via' in access)) return [...common, 'ROLE_REQUIRED']
  const kinds = Object.keys(access.via) as (keyof Via)[]
  const gate: RefusalCode[] = access.permission ? ['ROLE_REQUIRED'] : []
  return [...common, ...gate, 'RIGHT_REQUIRED', ...kinds.map((kind) => notFoundCodes[kind])]
}

/** Returns a sentence about who may call, for the documentation. */
function describeAccess(access: Access): string {
  if (access === 'public') return 'Access: public.'
  if (access === 'signed-in') return 'Access: any active session.'
  if ('sees' in access) return `Access: back offices; the ${access.sees} must be in the caller's scope.`
  if ('manages' in access) {
    const self = access.orSelf ? " Or the caller's own account, for what they may change of it." : ''
    return `Access: back offices; the whole ${access.manages} must be in the caller's scope.${self}`
  }
  const roles = access.permission ? `roles with \`${access.permission}\`` : ''
  if (!('via' in access)) return `Access: ${roles}.`
  const places = Object.values(access.via).map((source) => `\`${source}\``)
  const right = `${access.allRights ? 'all five rights' : `the right \`${access.right}\``} on the chest of ${places.join(' or ')}`
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

/** The header that makes a creation repeatable. */
const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A random key of the caller. For a day, a repeat with the same key gets the first reply and creates nothing.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{22,64}$' },
}

const maximum = ({ maxBytes }: { maxBytes?: number }): Json =>
  maxBytes === undefined ? {} : { maxLength: maxBytes }

function bodyOf({ body, multipart }: Endpoint): Json {
  if (!body && !multipart) return {}
  const json = { 'application/json': { schema: body } }
  if (!multipart) return { requestBody: { required: true, content: json } }
  const fields = (body ?? {}) as ObjectSchema
  const file = multipart.file
    ? { [multipart.file.field]: { type: 'string', format: 'binary', ...maximum(multipart.file) } }
    : {}
  const form = { ...fields, properties: { ...fields.properties, ...file } }
  return {
    requestBody: {
      required: true,
      content: { ...(multipart.file ? {} : json), 'multipart/form-data': { schema: form } },
    },
  }
}

const refusalSchema = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { enum: Object.keys(refusals) },
    message: { type: 'string' },
    details: {},
    requestId: { type: 'string' },
  },
}

/** Adds the refusals of a call to the shared responses, by code. */
function responsesOf(endpoint: Endpoint, shared: Json): Json {
  const responses: Json = {
    [endpoint.status ?? 200]: {
      description: 'Success',
      content: { [endpoint.produces ?? 'application/json']: { schema: endpoint.reply } },
    },
  }
  const codes = new Set([...refusalsOfAccess(endpoint.access), ...(endpoint.refusals ?? [])])
  const byStatus = Map.groupBy(codes, (code) => refusals[code])
  for (const [status, some] of [...byStatus].toSorted(([a], [b]) => a - b)) {
    const name = some.join('.')
    shared[name] = {
      description: some.map((code) => `${code}: ${errorTexts[code]}`).join('; '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
    }
    responses[status] = { $ref: `#/components/responses/${name}` }
  }
  return responses
}

const nameOfShape = new Map(Object.entries(shapes).map(([name, shape]) => [JSON.stringify(shape), name]))

/** Returns a part of the document with references instead of shared shapes. A schema with an `$id` stays. */
function withReferences(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || '$id' in part) return part
  const name = nameOfShape.get(JSON.stringify(part))
  return name === undefined ? withParts(part) : { $ref: `#/components/schemas/${name}` }
}

const withParts = (part: object): unknown =>
  Array.isArray(part)
    ? part.map(withReferences)
    : Object.fromEntries(Object.entries(part).map(([key, value]) => [key, withReferences(value)]))

/** Returns the whole API as an OpenAPI 3.1 document, derived from the contract alone. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {}
  const responses: Json = {}
  for (const [feature, endpoints] of Object.entries(api)) {
    for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      paths[path] ??= {}
      paths[path][endpoint.method.toLowerCase()] = {
        operationId: `${feature}.${name}`,
        tags: [feature],
        summary: endpoint.summary,
        description: describeAccess(endpoint.access),
        parameters: [
          ...parametersOf(endpoint.params, 'path'),
          ...parametersOf(endpoint.query, 'query'),
          ...(endpoint.creates ? [idempotencyKey] : []),
        ],
        ...bodyOf(endpoint),
        responses: responsesOf(endpoint, responses),
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Trousseau',
      version: '1',
      description:
        'Calls under /api need the header `X-Requested-With: XMLHttpRequest` and the same origin. Paths match with and without a trailing slash.',
    },
    paths: withParts(paths),
    components: {
      schemas: {
        Refusal: refusalSchema,
        ...Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, withParts(shape)])),
      },
      responses,
    },
  }
}
