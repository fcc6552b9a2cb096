import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name))

const rows = [...read('docs/requirements.md').matchAll(/^\| ([A-Z]{4}-\d\d) \| /gm)].map(([, id]) => id ?? '')
const features = [...new Set(rows.map((id) => id.slice(0, 4)))]
const idsIn = (files: readonly string[], pattern: RegExp): string[] =>
  [
    ...new Set(files.flatMap((file) => [...read(file).matchAll(pattern)].map(([, id]) => id ?? ''))),
  ].toSorted()

const sources = ['src', 'e2e', 'bench'].flatMap(filesIn)
const tests = sources.filter((file) => /\.(?:test|spec)\.tsx?$/.test(file))

it('each row of the requirements is confirmed by a test, and each id in a title leads to a row', () => {
  // A title is one line: the id stands in it before the quote that ends it.
  expect(idsIn(tests, /\[([A-Z]{4}-\d\d)\](?=.*['"`])/g)).toEqual(rows.toSorted())
})

it('no row of the requirements stands twice, and no comment names one that is not there', () => {
  expect(new Set(rows).size).toBe(rows.length)
  const named = idsIn(sources, new RegExp(`\\b((?:${features.join('|')})-\\d\\d)\\b`, 'g'))
  expect(named.filter((id) => !rows.includes(id))).toEqual([])
})
