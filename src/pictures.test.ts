import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

it('the tour shows the pictures that its script takes, by day and by night, and there is no other', () => {
  const taken = [...read('scripts/demo/screenshots.ts').matchAll(/\bname: '([a-z-]+)'/g)]
  const files = taken.flatMap(([, name]) => [`${name}-dark.png`, `${name}-light.png`]).toSorted()
  const picturesOf = (file: string): string[] =>
    [...read(file).matchAll(/"(?:docs\/)?images\/([^"]+)"/g)].map(([, name]) => name ?? '')
  const shown = picturesOf('docs/tour.md')
  expect(shown.toSorted()).toEqual(files)
  expect(picturesOf('README.md')).toEqual(['explorer-dark.png', 'explorer-light.png'])
  expect(readdirSync(join(root, 'docs/images')).toSorted()).toEqual(files)
})
