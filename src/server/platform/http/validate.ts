import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { Static, TSchema } from 'typebox'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { Refusal } from '#domain/platform/refusals.ts'

type Parts = { params: unknown; query: unknown; body: unknown }

/** JSON bodies are not converted; addresses and form fields are text from which numbers are read. */
const options = { allErrors: false, validateFormats: false, meta: false, validateSchema: false } as const
const strict = new Ajv({ ...options, coerceTypes: false })
const coercing = new Ajv({ ...options, coerceTypes: true })

/** The rule that an invalid Unicode text breaks, as replies name it. */
export const unicodeRule = 'unicode'

/**
 * Returns a function that validates the parts of an endpoint's requests; it throws INVALID_REQUEST with the field's path.
 * Schemas are compiled at their first use, which takes a millisecond each: all of them took a tenth of the start. A test
 * checks that every schema of the contract compiles.
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

/** Returns a function that validates JSON outside of a body; it throws as above, with a path that begins with `part`. */
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
 * Refuses a text with half of a surrogate pair. UTF-8 cannot hold it: the text would be stored as another one, and two
 * secrets that differ only in that character would be the same.
 */
function requireWellFormed(value: unknown, path: string): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw invalid(path, unicodeRule)
  } else if (typeof value === 'object' && value !== null) {
    for (const [field, inner] of Object.entries(value)) requireWellFormed(inner, `${path}/${field}`)
  }
}

/**
 * Validates fields that arrive as text, from which numbers are read. Ajv converts whatever JavaScript does (`0x1`, `1e2`,
 * a leading blank): here a number is decimal digits only.
 */
function checkTexts(validate: ValidateFunction, value: unknown, part: string): void {
  const texts = { ...(value as Record<string, unknown>) }
  check(validate, value, part)
  for (const [field, read] of Object.entries(value as Record<string, unknown>)) {
    const isMisread = typeof read === 'number' && !/^\d+$/.test(String(texts[field]))
    if (isMisread) throw invalid(`${part}/${field}`, 'type')
  }
}

/** Returns the path of the faulty field, including the name of an unknown or missing one. */
function pathOf(error: ErrorObject): string {
  const { additionalProperty, missingProperty } = error.params as Record<string, unknown>
  const last = additionalProperty ?? missingProperty
  return error.instancePath + (typeof last === 'string' ? `/${last.slice(0, 100)}` : '')
}

const invalid = (field: string, rule: string): Refusal =>
  new Refusal('INVALID_REQUEST', { details: { field, rule } })
