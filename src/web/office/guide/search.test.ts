import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { guidePageOf } from '#texts/office/guide/model.ts'
import { guideParts } from '#texts/office/guide/pages.ts'
import { helpPlaceOf, helpPlaces } from './places.ts'
import { indexOf, isFound, searchGuide, wordsOf } from './search.ts'

const pages = guideParts.flatMap((part) => part.pages)
const index = indexOf(pages, (id) => guidePageOf(guideParts, id)?.title ?? '')
const placesOf = (query: string): string[] =>
  searchGuide(index, query).map(({ page, section }) => `${page.id}#${section.id}`)

describe('the search of the guide', () => {
  it('ranks a section by its title first, in the singular and the plural', () => {
    expect(placesOf('code de secours')[0]).toBe('sign-in#recovery-codes')
    expect(placesOf('codes de secours')[0]).toBe('sign-in#recovery-codes')
  })

  it('ignores accents and case', () => {
    expect(placesOf('CLE MAITRE')).toEqual(placesOf('clé maître'))
    expect(placesOf('cle maitre')).toContain('guardian#change')
  })

  it('needs every word, and finds what labels and tables say', () => {
    expect(placesOf('secours zzz')).toEqual([])
    expect(placesOf('exporter')).toContain('share#rights')
    expect(placesOf('presse-papiers')).toContain('find#copy')
  })

  it('finds nothing for nothing', () => {
    expect([placesOf(''), placesOf(' \u00a0')]).toEqual([[], []])
  })

  it('shows the passage around the words, without marks and in bounds', () => {
    const found = searchGuide(index, 'presse-papiers vidé')
    expect(found.length).toBeGreaterThan(0)
    for (const { passage } of found) {
      expect(passage).not.toMatch(/\*\*|\[\[|\{\{/)
      expect(passage.length).toBeLessThan(150)
      expect(passage.split(/\s/).some((part) => isFound(part, wordsOf('presse-papiers')))).toBe(true)
    }
  })

  it('marks short words only where they stand alone', () => {
    expect([isFound('de', ['de']), isFound('deux', ['de']), isFound('Codes', ['code'])]).toEqual([
      true,
      false,
      true,
    ])
  })
})

describe('the help of a page', () => {
  it('has a place for each page of the application', () => {
    const router = readFileSync(new URL('../../pages/router.tsx', import.meta.url), 'utf8')
    const paths = [...router.matchAll(/path: '([^']+)'/g)].map(([, path]) => path ?? '')
    expect(paths).toContain('/routes/explorer')
    // The site map itself lists the pages of the guide.
    const aside = ['/routes', '/routes/guide/{-$page}', '/routes/map']
    expect(paths.filter((path) => !aside.includes(path) && !(path in helpPlaces))).toEqual([])
  })

  it('leads to pages and sections that exist', () => {
    for (const [path, { page, section }] of Object.entries(helpPlaces)) {
      const found = guidePageOf(guideParts, page)
      const sections = found?.sections.map(({ id }) => id) ?? []
      expect([path, found?.id]).toEqual([path, page])
      expect([path, section === undefined || sections.includes(section)]).toEqual([path, true])
    }
  })

  it('takes the longest address that fits, with and without a trailing slash', () => {
    expect(helpPlaceOf('/routes/dashboard/passwords')).toEqual({ page: 'dashboard', section: 'todo' })
    expect(helpPlaceOf('/routes/trash/')).toEqual({ page: 'organise', section: 'trash' })
    expect(helpPlaceOf('/routes/nowhere')).toBeUndefined()
  })
})
