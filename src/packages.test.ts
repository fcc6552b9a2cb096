import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { licenceProblems } from '../scripts/licences.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

type Manifest = {
  readonly version: string
  readonly license: string
  readonly dependencies: Record<string, string>
}
const manifest = JSON.parse(read('package.json')) as Manifest

it('a version manager brings the Node that is pinned', () => {
  expect(read('.node-version').trim()).toBe(manifest.dependencies['node'])
})

it('the licence file is the one that the package names', () => {
  expect(manifest.license).toBe('EUPL-1.2')
  expect(read('LICENSE')).toContain('EUROPEAN UNION PUBLIC LICENCE v. 1.2')
})

it('a package of an unknown or absent licence is refused, a binary of another platform is not', () => {
  const problemsOf = (name: string, entry: object, isInstalled = true) =>
    licenceProblems({ '': {}, [`node_modules/${name}`]: entry }, () => isInstalled)
  expect(problemsOf('good', { license: '(MIT OR Apache-2.0)' })).toEqual([])
  expect(problemsOf('bad', { license: '(MIT AND SSPL-1.0)' })).toHaveLength(1)
  expect(problemsOf('silent', {})).toEqual(['silent declares no licence'])
  expect(problemsOf('binary', { optional: true }, false)).toEqual([])
  expect(problemsOf('axe-core', { license: 'MPL-2.0', dev: true })).toEqual([])
  expect(problemsOf('axe-core', { license: 'MPL-2.0' })).toHaveLength(1)
})

it('the SBOM lists each installed package that the server needs, with its version and its licence', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trousseau-sbom-'))
  try {
    const file = join(folder, 'sbom.cdx.json')
    execFileSync(process.execPath, [join(root, 'scripts/sbom.mjs'), file], { stdio: 'pipe' })
    type Component = {
      readonly name: string
      readonly version: string
      readonly licenses?: readonly unknown[]
    }
    const sbom = JSON.parse(readFileSync(file, 'utf8')) as {
      readonly bomFormat: string
      readonly metadata: { readonly component: Component }
      readonly components: readonly Component[]
    }
    expect(sbom.bomFormat).toBe('CycloneDX')
    expect(sbom.metadata.component).toMatchObject({ name: 'trousseau', version: manifest.version })
    expect(sbom.components.filter(({ licenses }) => !licenses?.length)).toEqual([])
    const listed = sbom.components.map(({ name, version }) => [name, version])
    expect(listed).toEqual(expect.arrayContaining(Object.entries(manifest.dependencies)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
