import { fold } from '#domain/platform/folding.ts'
import { partsOf, textsOf, type GuidePage, type Section } from '#texts/office/guide/model.ts'

/** A section that holds every word of the search, and the passage to show. */
export type Found = { readonly page: GuidePage; readonly section: Section; readonly passage: string }

type Entry = {
  readonly page: GuidePage
  readonly section: Section
  readonly texts: readonly string[]
  readonly pageTitle: string
  readonly title: string
  readonly whole: string
}

export type GuideIndex = readonly Entry[]

const shownResults = 12
/** The length of a passage, in characters. */
const passageLength = 140

/** Returns a text as it is read, without marks. */
export const plainOf = (text: string, titleOf: (page: string) => string): string =>
  partsOf(text)
    .map((part) => (part.kind === 'page' ? titleOf(part.text) : part.text))
    .join('')

/** Returns the index of some pages: one entry a section. */
export function indexOf(pages: readonly GuidePage[], titleOf: (page: string) => string): GuideIndex {
  return pages.flatMap((page) =>
    page.sections.map((section) => {
      const texts = section.blocks.flatMap(textsOf).map((text) => plainOf(text, titleOf))
      return {
        page,
        section,
        texts,
        pageTitle: fold(page.title),
        title: fold(section.title),
        whole: fold([page.title, section.title, ...texts].join(' ')),
      }
    }),
  )
}

/** Returns the words of a search, folded. The plural of a longer word finds its singular too. */
export const wordsOf = (query: string): string[] =>
  fold(query)
    .split(/[\s\u00a0\u202f]+/u)
    .filter((word) => word !== '')
    .map((word) => (word.length > 4 ? word.replace(/s$/u, '') : word))

/** Returns the sections that hold every word, those that name them in a title first. */
export function searchGuide(index: GuideIndex, query: string): Found[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const scoreOf = ({ title, pageTitle }: Entry): number => {
    if (words.every((word) => title.includes(word))) return 2
    return words.every((word) => title.includes(word) || pageTitle.includes(word)) ? 1 : 0
  }
  return index
    .filter(({ whole }) => words.every((word) => whole.includes(word)))
    .map((entry) => ({ entry, score: scoreOf(entry) }))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, shownResults)
    .map(({ entry: { page, section, texts } }) => ({ page, section, passage: passageOf(texts, words) }))
}

/** Returns the text with most of the words, cut before the first of them if it is long. */
function passageOf(texts: readonly string[], words: readonly string[]): string {
  const held = (text: string): number => {
    const folded = fold(text)
    return words.filter((word) => folded.includes(word)).length
  }
  const best = texts.reduce((one, other) => (held(other) > held(one) ? other : one), texts[0] ?? '')
  if (best.length <= passageLength) return best
  const parts = best.split(' ')
  const first = Math.max(
    0,
    parts.findIndex((part) => isFound(part, words)),
  )
  // A few words before it, unless the passage would end early.
  let start = Math.max(0, first - 6)
  while (start > 0 && parts.slice(start).join(' ').length < passageLength) start -= 1
  let passage = ''
  for (const part of parts.slice(start)) {
    if (passage.length + part.length > passageLength) return `${start > 0 ? '… ' : ''}${passage.trimEnd()} …`
    passage += `${part} `
  }
  return `${start > 0 ? '… ' : ''}${passage.trimEnd()}`
}

/** The shortest word of a search that is looked for inside longer words, in letters. */
const shortestPart = 3

/** Returns whether a word of a passage holds a word of the search. */
export function isFound(part: string, words: readonly string[]): boolean {
  const folded = fold(part)
  return words.some((word) => (word.length < shortestPart ? folded === word : folded.includes(word)))
}
