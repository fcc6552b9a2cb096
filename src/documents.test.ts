import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
const read = (page: string): string => readFileSync(join(root, page), 'utf8')
const linksOf = (page: string): string[] =>
  [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link]) => link ?? '')

it('each link of a document leads to a file', () => {
  expect(pages).toContain('README.md')
  const lost = pages.flatMap((page) =>
    linksOf(page)
      .filter((link) => !existsSync(join(root, dirname(page), link)))
      .map((link) => `${page}: ${link}`),
  )
  expect(lost).toEqual([])
})

it('each file that a recipe names is there', () => {
  const named = [...read('docs/how-to.md').matchAll(/`((?:src|e2e|bench|docs|scripts)\/[^`<]*)`/g)]
  const files = named.map(([, file]) => file ?? '')
  // The pattern finds them: without this an empty list would pass.
  expect(files.length).toBeGreaterThan(30)
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
