import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { releases } from '#texts/platform/changelog.ts'
import { changelogOf, compareVersions, notesOf } from '../scripts/changelog.ts'

const root = join(import.meta.dirname, '..')
const parts = ['package.json', 'package-lock.json', 'CHANGELOG.md', 'scripts', 'src/texts']

/** A repository of its own, with what a release reads and writes; its checks are a command that the test chooses. */
let clone: string
let home: string
const file = (name: string): string => join(clone, name)
const read = (name: string): string => readFileSync(file(name), 'utf8')
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: clone, encoding: 'utf8', stdio: 'pipe' }).trim()
const commit = (): void => {
  git('add', '--all')
  git('commit', '--quiet', '--message', 'test: change')
}
const { privateKey } = generateKeyPairSync('ed25519')
const key = (): string => file('../release.key')
const release = (version: string, options = ['--key', key()]) => {
  const script = ['scripts/release.mjs', version, ...options]
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
  home = mkdtempSync(join(tmpdir(), 'trousseau-release-'))
  clone = join(home, 'clone')
  mkdirSync(clone)
  writeFileSync(key(), privateKey.export({ type: 'pkcs8', format: 'pem' }))
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
  writeFileSync(file('.git/info/exclude'), 'node_modules\ndist\n')
  edit('package.json', '"node scripts/check.mjs"', '"node --version"')
  // npm lists no packages behind a link; packages.test.ts tests the real script.
  const sbom =
    'import { writeFileSync } from \'node:fs\'\nwriteFileSync(process.argv[2], \'{"bomFormat":"CycloneDX"}\')\n'
  writeFileSync(file('scripts/sbom.mjs'), sbom)
  // `npm run test:package` tests the real packages.
  const packages = `import { readFileSync, writeFileSync } from 'node:fs'
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const [option, folder] = process.argv.slice(2)
if (option === '--check') process.exit(0)
if (option !== '--folder') process.exit(1)
for (const cpu of ['amd64', 'arm64']) writeFileSync(folder + '/trousseau_' + version + '_' + cpu + '.deb', cpu)
`
  writeFileSync(file('scripts/package.mjs'), packages)
  commit()
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

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
  expect(release(next, []).stderr).toContain('name the Ed25519 key that signs it')
  expect(release(next, ['--key', file('package.json')]).stderr).toContain('cannot be used')
  expect(release(current).stderr).toContain(`${current} is not newer than ${current}`)
  expect(release('0.0.1').stderr).toContain('0.0.1 is not newer')
  expect(release(next).stderr).toContain(`put the entry of ${next} at its top`)
  writeFileSync(file('left.txt'), '')
  expect(release(next).stderr).toContain('the tree is not clean')
  rmSync(file('left.txt'))
  expect(git('tag', '--list')).toBe('')
})

it('a release checks, moves the version, writes the changelog, commits, tags and tells its notes', () => {
  const entry = `{ version: '${next}', date: '2099-01-01', operator: ['Sauvegardez la base.'], features: [plain('Essai', 'Un texte.')] },`
  edit(
    'src/texts/platform/changelog.ts',
    'export const releases: readonly Release[] = [',
    `export const releases: readonly Release[] = [${entry}`,
  )
  edit('package.json', '"node --version"', '"node --unknown-option"')
  commit()
  const packages = read('scripts/package.mjs')
  writeFileSync(file('scripts/package.mjs'), "console.error('missing: dpkg-deb')\nprocess.exit(1)\n")
  commit()
  expect(release(next).stderr).toBe('No release: the packages cannot be built here, missing: dpkg-deb\n')
  writeFileSync(file('scripts/package.mjs'), packages)
  commit()
  const before = git('rev-parse', 'HEAD')
  expect(release(next).stderr).toContain('npm run check failed: nothing was changed')
  expect([git('rev-parse', 'HEAD'), git('status', '--porcelain')]).toEqual([before, ''])

  edit('package.json', '"node --unknown-option"', '"node --version"')
  commit()
  const { status, stdout } = release(next)
  const feature = { title: 'Essai', text: 'Un texte.', picture: null }
  const operator = ['Sauvegardez la base.']
  const notes = notesOf({ version: next, date: '2099-01-01', operator, features: [feature] })
  expect(notes).toContain("### À faire par l'exploitant\n\n- Sauvegardez la base.\n\n### Ajouté")
  expect([status, stdout]).toEqual([0, `${notes}\n`])
  expect([git('log', '-1', '--format=%s'), git('status', '--porcelain')]).toEqual([`release: ${next}`, ''])
  expect(git('rev-list', '-1', `v${next}`)).toBe(git('rev-parse', 'HEAD'))
  // Nothing but the version moves in the two manifests.
  expect(
    git('show', '--numstat', '--format=', '--', 'package.json', 'package-lock.json').split('\n'),
  ).toEqual(['2\t2\tpackage-lock.json', '1\t1\tpackage.json'])
  expect(read('CHANGELOG.md')).toContain(`## [${next}] - 2099-01-01\n\n${notes}\n\n## [`)
})

it('[UPGR-04] a release whose entry does not say what an operator does is refused', () => {
  expect(releases[0]?.operator?.length).toBeGreaterThan(0)
  const later = `${Number(next.split('.')[0]) + 1}.0.0`
  edit(
    'src/texts/platform/changelog.ts',
    'export const releases: readonly Release[] = [',
    `export const releases: readonly Release[] = [{ version: '${later}', date: '2099-02-01', features: [] },`,
  )
  commit()
  expect(release(later).stderr).toContain('does not say what an operator must do')
})

it('[UPGR-05] beside a release are its source, its packages, its SBOM, and sums whose signature verifies with the public key', () => {
  const folder = file('dist/release')
  const published = [
    `trousseau-${next}.sbom.cdx.json`,
    `trousseau-${next}.tar.gz`,
    `trousseau_${next}_amd64.deb`,
    `trousseau_${next}_arm64.deb`,
  ]
  expect(readdirSync(folder)).toEqual(['SHA256SUMS', 'SHA256SUMS.sig', 'release.pub', ...published])
  const sums = readFileSync(join(folder, 'SHA256SUMS'))
  const shown = createPublicKey(readFileSync(join(folder, 'release.pub')))
  expect(verify(null, sums, shown, readFileSync(join(folder, 'SHA256SUMS.sig')))).toBe(true)
  const digest = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  expect(sums.toString()).toBe(published.map((name) => `${digest(name)}  ${name}\n`).join(''))
  const sbom = JSON.parse(readFileSync(join(folder, published[0] ?? ''), 'utf8')) as { bomFormat: string }
  expect(sbom.bomFormat).toBe('CycloneDX')
  const listed = execFileSync('tar', ['tzf', join(folder, published[1] ?? '')], { encoding: 'utf8' })
  expect(listed).toContain(`trousseau-${next}/package.json`)
})
