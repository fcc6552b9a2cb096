import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { Static, TSchema } from 'typebox'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { Refusal } from '#domain/platform/refusals.ts'

type Parts = { params: unknown; query: unknown; body: unknown }

/** JSON bodies are taken as they are; addresses and form fields are text that numbers are read from. */
const options = { allErrors: false, validateFormats: false, meta: false, validateSchema: false } as const
const strict = new Ajv({ ...options, coerceTypes: false })
const coercing = new Ajv({ ...options, coerceTypes: true })

/** The rule that a text breaks which is none in Unicode, as replies name it. */
export const unicodeRule = 'unicode'

/**
 * Checks the parts of one endpoint's requests; throws INVALID_REQUEST with the field's path. Schemas are compiled at
 * their first use, which takes a millisecond each: all of them together were a tenth of the start. That every schema
 * of the contract is one is for a test to find.
 */
export function validatorOf(endpoint: Endpoint): (parts: Parts, form: boolean) => void {
  const params = endpoint.params && compiled(coercing, endpoint.params)
  const query = endpoint.query && compiled(coercing, endpoint.query)
  const json = endpoint.body && compiled(strict, endpoint.body)
  const fields = endpoint.body && endpoint.multipart && compiled(coercing, endpoint.body)
  return (parts, form) => {
    if (params) checkTexts(params(), parts.params, 'params')
    if (query) checkTexts(query(), parts.query, 'query')
    const body = form ? fields : json
    if (body) (form ? checkTexts : check)(body(), parts.body, 'body')
    else if (endpoint.method !== 'GET' && !isEmpty(parts.body)) throw invalid('body', 'unexpected')
  }
}

/** Checks what came as JSON otherwise than in a body, by its schema; throws as above, the path beginning with `part`. */
export function checkerOf<S extends TSchema>(schema: S, part: string): (value: unknown) => Static<S> {
  const validate = compiled(strict, schema)
  return (value) => {
    check(validate(), value, part)
    return value as Static<S>
  }
}

function compiled(ajv: Ajv, schema: TSchema): () => ValidateFunction {
  let validate: ValidateFunction | undefined
  return () => (validate ??= ajv.compile(schema))
}

const isEmpty = (body: unknown): boolean =>
  body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0)

function check(validate: ValidateFunction, value: unknown, part: string): void {
  if (!validate(value)) {
    const error = validate.errors?.[0]
    throw invalid(part + (error ? pathOf(error) : ''), error?.keyword ?? 'invalid')
  }
  requireWellFormed(value, part)
}

/**
 * Refuses a text with half of a surrogate pair. UTF-8 cannot hold it: the text would be kept as another one, and two
 * secrets that differ in that sign alone would be the same secret.
 */
function requireWellFormed(value: unknown, path: string): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw invalid(path, unicodeRule)
  } else if (typeof value === 'object' && value !== null) {
    for (const [field, inner] of Object.entries(value)) requireWellFormed(inner, `${path}/${field}`)
  }
}

/**
 * Checks fields that came as text, from which numbers are read. Ajv reads one from whatever JavaScript makes one of
 * (`0x1`, `1e2`, a blank in front): here a number is its decimal digits.
 */
function checkTexts(validate: ValidateFunction, value: unknown, part: string): void {
  const texts = { ...(value as Record<string, unknown>) }
  check(validate, value, part)
  for (const [field, read] of Object.entries(value as Record<string, unknown>)) {
    const isMisread = typeof read === 'number' && !/^\d+$/.test(String(texts[field]))
    if (isMisread) throw invalid(`${part}/${field}`, 'type')
  }
}

/** The path of the field at fault, the unknown or missing field's own name included. */
function pathOf(error: ErrorObject): string {
  const { additionalProperty, missingProperty } = error.params as Record<string, unknown>
  const last = additionalProperty ?? missingProperty
  return error.instancePath + (typeof last === 'string' ? `/${last.slice(0, 100)}` : '')
}

const invalid = (field: string, rule: string): Refusal =>
  new Refusal('INVALID_REQUEST', { details: { field, rule } })
