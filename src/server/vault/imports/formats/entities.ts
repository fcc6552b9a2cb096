import type { Yielder } from '#server/vault/contents/yielder.ts'
import type { FoundQuestion } from './found.ts'

/** The characters that programs encode for a web page. The ampersand comes with the others, in one pass. */
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const entity = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi
const bare = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-f]{1,6});)|[<>]/i

/** Returns a text with its HTML entities decoded once. */
export const decodeEntities = (text: string): string =>
  text.replaceAll(entity, (whole, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : whole
  })

/**
 * Asks whether HTML entities are to be decoded. They are by default where no cell has an ampersand or an angle bracket of
 * its own: then the program has encoded all of them.
 * @param rows the cells that are judged; null if no cell has an entity
 */
export async function entitiesQuestion(
  rows: readonly (readonly string[])[],
  yielder: Yielder,
): Promise<FoundQuestion | null> {
  let [count, hasBare] = [0, false]
  for (const cells of rows) {
    const pause = yielder.step(8)
    if (pause) await pause
    const text = cells.join('\n')
    if (text.search(entity) !== -1) count += 1
    hasBare ||= bare.test(text)
  }
  if (count === 0) return null
  return {
    id: 'entities',
    choices: ['decode', 'leave'],
    proposed: hasBare ? 'leave' : 'decode',
    count,
    detail: '',
  }
}
