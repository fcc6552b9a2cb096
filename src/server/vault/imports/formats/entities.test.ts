import { expect, it } from 'vitest'
import { createYielder } from '#server/vault/contents/yielder.ts'
import { decodeEntities, entitiesQuestion } from './entities.ts'

it.each([
  ['&amp;lt;', '&lt;'],
  ['&lt;&gt;&quot;&apos;&#39;&#x27;', "<>\"'''"],
  ['&#128273;', '🔑'],
  ['&#0; &#xD800; &#9999999; &nbsp; &amp', '&#0; &#xD800; &#9999999; &nbsp; &amp'],
])('decodes %s once', (text, decoded) => {
  expect(decodeEntities(text)).toBe(decoded)
})

it('asks only where an entity stands', async () => {
  const ask = (...rows: string[][]) => entitiesQuestion(rows, createYielder())
  expect(await ask(['a & b', 'c<d'])).toBeNull()
  expect(await ask(['a&amp;b'], ['c'])).toMatchObject({ proposed: 'decode', count: 1 })
  expect(await ask(['a&amp;b'], ['&nbsp;'])).toMatchObject({ proposed: 'leave' })
})
