import fc from 'fast-check'
import { expect, it } from 'vitest'
import { managerImportLimits as limits } from '#domain/platform/limits.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import { parseJson } from './json-values.ts'
import { parseJsonPaced } from './paced-json.ts'

const paced = (text: string, piece?: number) => parseJsonPaced(text, createYielder(), piece)

/** Values with keys that objects treat in their own way, and strings full of what the walk looks for. */
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: fc.constantFrom('a', '"', '\\', '{', '}', '[', ']', ',', ':', ' ', 'é') }),
    fc.constantFrom(null, true, -1.5e3, 0),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(fc.oneof(fc.constantFrom('__proto__', '1', '"a"'), fc.string()), tie('value')),
  ),
}))
const texts = fc
  .tuple(fc.oneof(fc.array(value), fc.dictionary(fc.string(), value)), fc.constantFrom(undefined, 1, '\t'))
  .map(([one, space]) => JSON.stringify(one, null, space))

it('a text in pieces has the value of the whole', () =>
  fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 40 }), async (text, piece) => {
      expect(await paced(text, piece)).toStrictEqual(JSON.parse(text))
    }),
  ))

it('a damaged text is refused exactly where the whole would be', () =>
  fc.assert(
    fc.asyncProperty(
      texts,
      fc.nat(),
      fc.constantFrom('', ',', '[', ']', '{', '}', '"', ':', ' ', '\u00a0', '0', '[]', '{},'),
      fc.integer({ min: 1, max: 40 }),
      async (text, where, with_, piece) => {
        const at = where % text.length
        for (const skipped of [0, 1]) {
          const damaged = text.slice(0, at) + with_ + text.slice(at + skipped)
          const whole = parseJson(damaged)
          // What is no list or object is nobody's export.
          const expected = typeof whole === 'object' && whole !== null ? whole : undefined
          const read = await paced(damaged, piece)
          expect(typeof read === 'object' && read !== null ? read : undefined).toStrictEqual(expected)
        }
      },
    ),
    { numRuns: 1_000 },
  ))

it('a text deeper than the limit is refused, and one as deep is not', async () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${'1,'.repeat(19_000)}1${']'.repeat(depth)}`
  expect(await paced(nested(limits.jsonDepth))).toBeDefined()
  expect(await paced(nested(limits.jsonDepth + 1))).toBeUndefined()
})
