import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { guidePictures } from '#texts/office/guide/pictures.ts'

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

const pageFolder = 'src/web/office/guide/pictures'
const printFolder = 'src/server/office/guide/pictures'
const names = Object.keys(guidePictures) as (keyof typeof guidePictures)[]

it('the guide has each of its pictures by day, by night and for print, small, and there is no other', () => {
  const shown = names.flatMap((name) => [`${name}-dark.webp`, `${name}-light.webp`]).toSorted()
  expect(readdirSync(join(root, pageFolder)).toSorted()).toEqual(shown)
  expect(readdirSync(join(root, printFolder)).toSorted()).toEqual(
    names.map((name) => `${name}.jpg`).toSorted(),
  )
  const sizes = [pageFolder, printFolder].flatMap((folder) =>
    readdirSync(join(root, folder)).map((file) => ({ file, bytes: statSync(join(root, folder, file)).size })),
  )
  expect(sizes.filter(({ bytes }) => bytes > 60 * 1024)).toEqual([])
  expect(sizes.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(1.5 * 1024 * 1024)
})

/** Returns the size of a WebP in pixels: lossy, or with the header of one that has more than pixels. */
function sizeOfWebp(file: string): { width: number; height: number } {
  const bytes = readFileSync(join(root, file))
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  expect(kind).toBe('VP8 ')
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
}

it('the pictures of the guide have the sizes that the pages leave room for', () => {
  for (const name of names)
    for (const theme of ['light', 'dark']) {
      const { width, height } = guidePictures[name]
      expect([name, theme, sizeOfWebp(`${pageFolder}/${name}-${theme}.webp`)]).toEqual([
        name,
        theme,
        { width, height },
      ])
    }
})
