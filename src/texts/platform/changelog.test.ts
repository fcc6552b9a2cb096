import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { releases } from './changelog.ts'

const root = join(import.meta.dirname, '../../..')

it('the version of this package is the latest release, or the one before while that is prepared', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  expect([0, 1]).toContain(releases.findIndex((release) => release.version === version))
})

it('the releases are sorted latest first, each with a day, without duplicate versions', () => {
  const dates = releases.map(({ date }) => date)
  expect(dates.every((date) => new Date(date).toISOString().startsWith(date))).toBe(true)
  expect(dates).toEqual(dates.toSorted().toReversed())
  expect(new Set(releases.map(({ version }) => version)).size).toBe(releases.length)
})

it('no sentence of a release is in it twice', () => {
  for (const { version, features, notes = {} } of releases) {
    const told = [...features.map(({ text }) => text), ...Object.values(notes).flat()]
    const sentences = told.flatMap((text) => text.split(/(?<=\.)\s+/))
    expect(
      sentences.filter((one, place) => sentences.indexOf(one) !== place),
      version,
    ).toEqual([])
  }
})

it('the picture of every feature is a file in web/public', () => {
  const pictures = releases.flatMap(({ features }) => features.flatMap(({ picture }) => picture ?? []))
  expect(pictures.length).toBeGreaterThan(0)
  for (const picture of pictures) expect(existsSync(join(root, 'src/web/public', picture))).toBe(true)
})
