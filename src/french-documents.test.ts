import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { commandHelp } from '#texts/commands.ts'
import { typographic } from '#texts/platform/format.ts'
import { settingRows } from '#server/platform/settings-table.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const pages = globSync('docs/fr/*.md', { cwd: root }).toSorted()
const text = pages.map(read).join('\n')
const namesIn = (pattern: RegExp, from = text): string[] => [
  ...new Set([...from.matchAll(pattern)].map(([, name]) => name ?? '')),
]

it('each command and setting that the French documents name exists [DOCF-01]', () => {
  const commands = namesIn(/(?:^\s*|`|npm run )trousseau (?:-- )?([a-z][a-z-]*)/gm)
  const settings = namesIn(/\b((?:(?:TROUSSEAU|SMTP|LDAP|SSO|OTEL)_|DATABASE_URL)[A-Z0-9_]*)/g)
  // The patterns find them: without this an empty list would pass.
  expect(commands).toContain('rotate-key')
  expect(settings).toContain('DATABASE_URL')
  expect(commands.filter((name) => name !== 'help' && !Object.hasOwn(commandHelp, name))).toEqual([])
  expect(settings.filter((name) => !settingRows.some((row) => row.name === name))).toEqual([])
  const { scripts } = JSON.parse(read('package.json'))
  expect(namesIn(/npm run ([a-z][a-z:-]*)/g).filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
})

it('the table of commands of the French documents has them all [DOCF-01]', () => {
  const listed = namesIn(/^\| `([a-z-]+)` /gm, read('docs/fr/exploitation.md'))
  expect(listed.toSorted()).toEqual(Object.keys(commandHelp).toSorted())
})

it.each(pages)('%s says for whom it is, and leads to the others [DOCF-02]', (page) => {
  expect(read(page).split('\n\n')[1]).toMatch(/^(?:Cette page|Ce guide) s'adresse aux /)
  const others = pages.filter((other) => other !== page).map((other) => basename(other))
  expect(others.filter((other) => !read(page).includes(`](${other})`))).toEqual([])
  expect(read('README.md')).toContain(`](${page})`)
})

it.each(pages)('%s has the spaces of French before its signs [DOCF-02]', (page) => {
  const prose = read(page)
    .replaceAll(/^\s*```[\s\S]*?^\s*```$/gm, '')
    .replaceAll(/`[^`]*`/g, '`')
  expect(prose).toBe(typographic(prose))
})
