import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shortcutTexts } from '#texts/platform/shell.ts'
import { partsOf, textsOf, type Part } from './model.ts'
import { guideParts } from './pages.ts'
import { guidePictures } from './pictures.ts'

const pages = guideParts.flatMap((part) => part.pages)
const blocksOf = (page: (typeof pages)[number]) => page.sections.flatMap(({ blocks }) => blocks)
const parts: readonly (Part & { page: string })[] = pages.flatMap((page) =>
  blocksOf(page)
    .flatMap(textsOf)
    .flatMap(partsOf)
    .map((part) => ({ ...part, page: page.id })),
)

describe('the guide', () => {
  it('has pages and sections with addresses of their own', () => {
    expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length)
    for (const { id, sections } of pages) {
      const ids = sections.map((section) => section.id)
      expect([id, new Set(ids).size]).toEqual([id, ids.length])
    }
    const all = [...pages, ...pages.flatMap(({ sections }) => sections)]
    expect(all.filter(({ id }) => !/^[a-z-]+$/.test(id))).toEqual([])
  })

  it('shows every picture, and a picture on every page', () => {
    const shown = pages.map((page) => ({
      id: page.id,
      pictures: blocksOf(page).flatMap((block) => (block.kind === 'picture' ? [block.name] : [])),
    }))
    expect(shown.filter(({ pictures }) => pictures.length === 0)).toEqual([])
    expect(new Set(shown.flatMap(({ pictures }) => pictures))).toEqual(new Set(Object.keys(guidePictures)))
  })

  it('links to pages that exist', () => {
    const linked = parts.filter(({ kind }) => kind === 'page')
    expect(linked.length).toBeGreaterThan(3)
    const known = new Set(pages.map(({ id }) => id))
    expect(linked.filter(({ text }) => !known.has(text))).toEqual([])
  })

  it('names only keys that work', () => {
    const known = new Set(shortcutTexts.rows.flatMap(({ keys }): readonly string[] => keys))
    const named = parts.filter(({ kind }) => kind === 'key')
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter(({ text }) => !known.has(text))).toEqual([])
  })

  it('quotes the screens by their constants, never by a copy', () => {
    const files = readdirSync(import.meta.dirname).filter((file) => /(?<!model|\.test)\.ts$/.test(file))
    expect(files.length).toBeGreaterThan(pages.length)
    const copies = files.flatMap((file) => {
      const source = readFileSync(join(import.meta.dirname, file), 'utf8')
      return [...source.matchAll(/\blabel\(\s*['"`].*|.*\*\*\S.*/g)]
        .map(([found]) => found)
        .filter((found) => !/^\s*(?:\/\*\*|\*)/.test(found))
        .map((found) => `${file}: ${found}`)
    })
    expect(copies).toEqual([])
    expect(parts.filter(({ kind, text }) => kind === 'label' && text.trim() === '')).toEqual([])
  })

  it('leaves no mark in the text that is read, and no ordinary space before a double sign', () => {
    const plain = parts.filter(({ kind }) => kind === 'plain')
    expect(plain.filter(({ text }) => /\*\*|\[\[|\]\]|\{\{|\}\}|\$\{|undefined/.test(text))).toEqual([])
    expect(plain.filter(({ text }) => / [:;!?»]|« /.test(text))).toEqual([])
  })
})
