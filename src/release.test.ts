import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { releases } from '#texts/platform/changelog.ts'
import { changelogOf, compareVersions, notesOf } from '../scripts/changelog.ts'

const root = join(import.meta.dirname, '..')
const parts = ['package.json', 'package-lock.json', 'CHANGELOG.md', 'scripts', 'src/texts']

/** A repository of its own, with what a release reads and writes; its checks are a command that the test chooses. */
let clone: string
const file = (name: string): string => join(clone, name)
const read = (name: string): string => readFileSync(file(name), 'utf8')
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: clone, encoding: 'utf8', stdio: 'pipe' }).trim()
const commit = (): void => {
  git('add', '--all')
  git('commit', '--quiet', '--message', 'test: change')
}
const release = (version: string) => {
  const script = ['scripts/release.mjs', version]
  const { status, stdout, stderr } = spawnSync(process.execPath, script, { cwd: clone, encoding: 'utf8' })
  return { status, stdout, stderr }
}
const edit = (name: string, from: string, to: string): void => {
  expect(read(name)).toContain(from)
  writeFileSync(
    file(name),
    read(name).replace(from, () => to),
  )
}

const current = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version
const next = `${Number(current.split('.')[0]) + 1}.0.0`

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'trousseau-release-'))
  for (const part of parts) cpSync(join(root, part), file(part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), file('node_modules'))
  git('init', '--quiet', '--initial-branch=main')
  for (const [name, value] of [
    ['user.name', 'Camille'],
    ['user.email', 'camille@exemple.fr'],
    ['commit.gpgsign', 'false'],
    ['tag.gpgsign', 'false'],
  ] as const)
    git('config', name, value)
  writeFileSync(file('.git/info/exclude'), 'node_modules\n')
  edit('package.json', '"node scripts/check.mjs"', '"node --version"')
  commit()
})
afterAll(() => rmSync(clone, { recursive: true, force: true }))

it('CHANGELOG.md holds the releases that the pages show', () => {
  expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toBe(changelogOf(releases, current))
})

it('a release beyond the version of the package is unpublished, and other changes have their own heading', () => {
  const beyond = { version: '1.10.0', date: '2027-01-01', features: [], notes: { fixed: ['Une erreur'] } }
  const published = { ...beyond, version: '1.9.0', date: '2026-12-01' }
  const text = changelogOf([beyond, published], '1.9.0')
  expect(text).toContain('## [Non publié]\n\n### Corrigé\n\n- Une erreur\n\n## [1.9.0] - 2026-12-01')
  expect(compareVersions('1.10.0', '1.9.9')).toBeGreaterThan(0)
  expect(compareVersions('1.9.9', '1.9.9')).toBe(0)
})

it('a release is refused without a version, on a tree with changes, for an old version and without an entry', () => {
  const { status, stderr } = release('')
  expect([status, stderr]).toEqual([1, 'No release: say the version: npm run release 1.2.0\n'])
  expect(release(current).stderr).toContain(`${current} is not newer than ${current}`)
  expect(release('0.0.1').stderr).toContain('0.0.1 is not newer')
  expect(release(next).stderr).toContain(`put the entry of ${next} at its top`)
  writeFileSync(file('left.txt'), '')
  expect(release(next).stderr).toContain('the tree is not clean')
  rmSync(file('left.txt'))
  expect(git('tag', '--list')).toBe('')
})

it('a release checks, moves the version, writes the changelog, commits, tags and tells its notes', () => {
  const entry = `{ version: '${next}', date: '2099-01-01', features: [plain('Essai', 'Un texte.')] },`
  edit(
    'src/texts/platform/changelog.ts',
    'export const releases: readonly Release[] = [',
    `export const releases: readonly Release[] = [${entry}`,
  )
  edit('package.json', '"node --version"', '"node --unknown-option"')
  commit()
  const before = git('rev-parse', 'HEAD')
  expect(release(next).stderr).toContain('npm run check failed: nothing was changed')
  expect([git('rev-parse', 'HEAD'), git('status', '--porcelain')]).toEqual([before, ''])

  edit('package.json', '"node --unknown-option"', '"node --version"')
  commit()
  const { status, stdout } = release(next)
  const feature = { title: 'Essai', text: 'Un texte.', picture: null }
  const notes = notesOf({ version: next, date: '2099-01-01', features: [feature] })
  expect([status, stdout]).toEqual([0, `${notes}\n`])
  expect([git('log', '-1', '--format=%s'), git('status', '--porcelain')]).toEqual([`release: ${next}`, ''])
  expect(git('rev-list', '-1', `v${next}`)).toBe(git('rev-parse', 'HEAD'))
  // Nothing but the version moves in the two manifests.
  expect(
    git('show', '--numstat', '--format=', '--', 'package.json', 'package-lock.json').split('\n'),
  ).toEqual(['2\t2\tpackage-lock.json', '1\t1\tpackage.json'])
  expect(read('CHANGELOG.md')).toContain(`## [${next}] - 2099-01-01\n\n${notes}\n\n## [`)
})
