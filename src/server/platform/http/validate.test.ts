import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { sampleParts } from '#server/testing/samples.ts'
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

it.each(endpoints)('%s states schemas that follow the standard and compile', (_name, one) => {
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
  'a number in an address or a form has decimal digits only: %j is refused',
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

type Place = { path: string; put: (text: string) => unknown }

/** Returns every place of a text in a value, with a function that replaces the text there. */
function textsOf(value: unknown, path: string): Place[] {
  if (typeof value === 'string') return [{ path, put: (text) => text }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, inner]) =>
    textsOf(inner, `${path}/${field}`).map(({ path: at, put }) => ({
      path: at,
      put: (text: string) =>
        Array.isArray(value)
          ? value.map((one, index) => (String(index) === field ? put(text) : one))
          : { ...value, [field]: put(text) },
    })),
  )
}

it.each(endpoints)('%s refuses texts with half of a surrogate pair', (_name, one) => {
  const sample = sampleParts(one, () => 1)
  const judge = (change: Partial<typeof sample>, form: boolean) =>
    refusalOf(() => validatorOf(one)(structuredClone({ ...sample, ...change }), form))
  for (const form of one.multipart ? [false, true] : [false]) {
    expect(judge({}, form)).toBeUndefined()
    for (const part of ['params', 'query', 'body'] as const) {
      for (const { path, put } of textsOf(sample[part], part)) {
        for (const text of ['a\ud800b', '\udfffab'])
          expect(judge({ [part]: put(text) }, form)).toMatchObject({
            code: 'INVALID_REQUEST',
            details: { field: path, rule: expect.stringMatching(/^(?:unicode|pattern|const|enum)$/) },
          })
      }
    }
  }
})
