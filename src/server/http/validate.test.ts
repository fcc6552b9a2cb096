import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal } from '#domain/refusals.ts'
import { validatorOf } from './validate.ts'

const endpoints: [string, Endpoint][] = Object.values(api).flatMap((group) =>
  (Object.values(group) as Endpoint[]).map((one): [string, Endpoint] => [`${one.method} ${one.path}`, one]),
)
const refusalOf = (work: () => void): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}
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

it.each(['0x1', '1e2', ' 13', '13 ', '1_0', '+1', '1.0', '١', '0b1', ''])(
  'a number in an address or a form is its decimal digits: %j is refused',
  (text) => {
    const refusals = [
      ['params/id', () => validatorOf(api.items.read)({ ...nothing, params: { id: text } }, false)],
      [
        'query/chestId',
        () => validatorOf(api.explorer.data)({ ...nothing, query: { chestId: text } }, false),
      ],
      [
        'query/limit',
        () => validatorOf(api.explorer.data)({ ...nothing, query: { chestId: '1', limit: text } }, false),
      ],
      [
        'body/chestId',
        () => validatorOf(api.folders.create)({ ...nothing, body: { chestId: text, name: 'x' } }, true),
      ],
    ] as const
    for (const [field, work] of refusals)
      expect(refusalOf(work)).toMatchObject({ code: 'INVALID_REQUEST', details: { field, rule: 'type' } })
    const folder = { chestId: '1', folderId: text }
    const asked = refusalOf(() => validatorOf(api.explorer.data)({ ...nothing, query: folder }, false))
    if (text !== '') expect(asked).toMatchObject({ code: 'INVALID_REQUEST' })
    // The root of a chest, as forms say it.
    else expect([asked, folder]).toEqual([undefined, { chestId: 1, folderId: '' }])
  },
)
