import fc from 'fast-check'
import { expect, it } from 'vitest'
import { frenchCollator } from '#domain/platform/folding.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import { createFrenchOrder } from './french-order.ts'

const pieces = [
  ...Array.from(' !"#$%&\'()*+,-./:;<=>?@[]^_`{|}~'),
  'œ',
  '’',
  '€',
  'ß',
  '🔑',
  ...Array.from('aàâbcçdeéèêëEÉzZ'),
  ...Array.from('0012390'),
]
const name = fc
  .array(fc.constantFrom(...pieces, 'srv', '007', '10'), { maxLength: 8 })
  .map((all) => all.join(''))

it('sort keys order any names as the French collator does', async () => {
  const order = createFrenchOrder()
  const { compare } = frenchCollator()
  await fc.assert(
    fc.asyncProperty(fc.array(name, { minLength: 2, maxLength: 60 }), async (names) => {
      const elements = names.map((text, id) => ({ id, name: text }))
      const sorted = await order.sorted(elements, createYielder())
      const expected = elements.toSorted((a, b) => compare(a.name, b.name) || a.id - b.id)
      expect(sorted).toEqual(expected)
    }),
    { numRuns: 2_000 },
  )
})

it('long lists are sorted correctly', async () => {
  const elements = Array.from({ length: 3_001 }, (_, id) => ({ id, name: `Compte ${(id * 7919) % 3001}` }))
  const sorted = await createFrenchOrder().sorted(elements, createYielder())
  expect(sorted.map((element) => element.name)).toEqual(
    Array.from({ length: 3_001 }, (_, number) => `Compte ${number}`),
  )
})

it('long lists of similar names, and of names without a sort key, are sorted as the collator does', async () => {
  const spellings = ['École', 'ecole', 'ECOLE', 'école', '€cole', 'Ωmega', 'ωmega', '007', '7']
  const elements = Array.from({ length: 2_000 }, (_, id) => ({
    id,
    name: spellings[(id * 7919) % spellings.length] ?? '',
  }))
  const { compare } = frenchCollator()
  const sorted = await createFrenchOrder().sorted(elements, createYielder())
  expect(sorted).toEqual(elements.toSorted((a, b) => compare(a.name, b.name) || a.id - b.id))
})
