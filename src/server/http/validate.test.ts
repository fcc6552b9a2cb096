import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal } from '#domain/refusals.ts'
import { validatorOf } from './validate.ts'

const endpoints: [string, Endpoint][] = Object.values(api).flatMap((group) =>
  (Object.values(group) as Endpoint[]).map((one): [string, Endpoint] => [`${one.method} ${one.path}`, one]),
)
const nothing = { params: {}, query: {}, body: {} }

it.each(endpoints)('%s states schemas that hold to the standard and compile', (_name, one) => {
  const ajv = new Ajv({ validateFormats: false })
  for (const schema of [one.params, one.query, one.body]) {
    if (schema) expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true)
  }
  // What is not a schema throws something else than the refusal of an empty request.
  for (const form of [false, true]) {
    try {
      validatorOf(one)(nothing, form)
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal)
    }
  }
})
