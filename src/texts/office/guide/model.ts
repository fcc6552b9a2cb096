import { typographic } from '#texts/platform/format.ts'
import type { PictureName } from './pictures.ts'

export type Block =
  | { readonly kind: 'text' | 'note'; readonly text: string }
  | { readonly kind: 'steps' | 'list'; readonly items: readonly string[] }
  | {
      readonly kind: 'table'
      readonly label: string
      readonly columns: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }
  | { readonly kind: 'picture'; readonly name: PictureName }

/** A task, or a thing to know. The id is its anchor. */
export type Section = { readonly id: string; readonly title: string; readonly blocks: readonly Block[] }

export type GuidePage = {
  /** The last part of its address. */
  readonly id: string
  readonly title: string
  readonly lead: string
  readonly sections: readonly Section[]
}

export type GuidePart = {
  readonly title: string
  /** Whether only who opens the back offices needs it. */
  readonly isForAdministrators: boolean
  readonly pages: readonly GuidePage[]
}

/** Returns a page of some parts by its id. */
export const guidePageOf = (parts: readonly GuidePart[], id: string): GuidePage | undefined =>
  parts.flatMap(({ pages }) => pages).find((one) => one.id === id)

export const text = (words: string): Block => ({ kind: 'text', text: typographic(words) })
/** What is easily missed. */
export const note = (words: string): Block => ({ kind: 'note', text: typographic(words) })
export const steps = (...items: string[]): Block => ({ kind: 'steps', items: items.map(typographic) })
export const list = (...items: string[]): Block => ({ kind: 'list', items: items.map(typographic) })
export const picture = (name: PictureName): Block => ({ kind: 'picture', name })
export const table = (
  label: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Block => ({
  kind: 'table',
  label: typographic(label),
  columns: columns.map(typographic),
  rows: rows.map((cells) => cells.map(typographic)),
})
export const section = (id: string, title: string, ...blocks: Block[]): Section => ({
  id,
  title: typographic(title),
  blocks,
})

/** Quotes a text of the screens: always the constant that the screen shows, so that the guide follows it. */
export const label = (shown: string): string => `**${shown}**`
/** A key of the keyboard. */
export const key = (name: string): string => `[[${name}]]`
/** A link to another page of the guide, in the words of its title. */
export const page = (id: string): string => `{{${id}}}`

export type Part = { readonly kind: 'plain' | 'label' | 'key' | 'page'; readonly text: string }

const marks = /\*\*(?<label>.+?)\*\*|\[\[(?<key>.+?)\]\]|\{\{(?<page>.+?)\}\}/gu

/** Returns the parts of a text: plain words, labels of the screens, keys and links to pages. */
export function partsOf(words: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const match of words.matchAll(marks)) {
    if (match.index > end) parts.push({ kind: 'plain', text: words.slice(end, match.index) })
    const { label: shown, key: pressed, page: id = '' } = match.groups ?? {}
    if (shown !== undefined) parts.push({ kind: 'label', text: shown })
    else if (pressed !== undefined) parts.push({ kind: 'key', text: pressed })
    else parts.push({ kind: 'page', text: id })
    end = match.index + match[0].length
  }
  if (end < words.length) parts.push({ kind: 'plain', text: words.slice(end) })
  return parts
}

/** Returns the texts of a block, in reading order. */
export function textsOf(block: Block): readonly string[] {
  if (block.kind === 'picture') return []
  if (block.kind === 'table') return [...block.columns, ...block.rows.flat()]
  return 'items' in block ? block.items : [block.text]
}
