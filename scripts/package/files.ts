/** What an installation needs of the repository: the server without its tests, the pages, the packages and the runtime. */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

type Manifest = {
  readonly version: string
  readonly imports: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}
export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest

/** The fields of package.json that the server reads, or that say what this is. */
const fields = [
  'name',
  'version',
  'license',
  'type',
  'imports',
  'dependencies',
  'optionalDependencies',
] as const

const isForTests = (path: string): boolean =>
  /(?:^|\/)(?:testing|fixtures|samples)(?:\/|$)|\.test\.ts$|testing\.ts$|\.golden\.txt$/.test(path)

/** What packages of npm bring for those who write programs with them, or change them. */
const unused = [
  '**/*.{map,ts,mts,cts,yml,sh,html}',
  '**/.[a-z]*',
  '**/{README,CHANGELOG,HISTORY}.md',
  '**/{test,tests,__tests__,integration,docs,example,examples,benchmark,benchmarks,scripts}',
]

/** Debian's programs that take symbols off: of binutils, and for the other processor of binutils-<processor>-linux-gnu. */
export const strips: Readonly<Record<string, string>> = {
  x64: 'x86_64-linux-gnu-strip',
  arm64: 'aarch64-linux-gnu-strip',
}

/**
 * Writes an installation for Linux into a folder. npm verifies each package, the runtime included, by its hash in the lock
 * file, and runs no script of theirs.
 * @param cpu as npm names it: x64, arm64
 */
export function writeInstallation(folder: string, cpu: string, version: string): void {
  mkdirSync(folder, { recursive: true })
  const written = Object.fromEntries(fields.map((field) => [field, manifest[field]]))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...written, version }, null, 2)}\n`)
  writePackages(folder, cpu)
  for (const part of ['domain', 'texts', 'contract', 'server']) {
    cpSync(join(root, 'src', part), join(folder, 'src', part), {
      recursive: true,
      filter: (path) => !isForTests(path.slice(root.length)),
    })
  }
  cpSync(join(root, 'dist/web'), join(folder, 'dist/web'), { recursive: true })
  cpSync(join(root, 'dist/fragments'), join(folder, 'dist/fragments'), { recursive: true })
  requireWhole(folder)
  requireLoadable(folder)
}

function writePackages(folder: string, cpu: string): void {
  const whole = join(folder, 'package.json')
  const own = readFileSync(whole)
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(root, name), join(folder, name))
  const platform = ['--os=linux', `--cpu=${cpu}`, '--libc=glibc']
  execFileSync(
    'npm',
    ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', ...platform],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  rmSync(join(folder, 'package-lock.json'))
  writeFileSync(whole, own)
  const modules = join(folder, 'node_modules')
  const runtime = join(modules, `node-linux-${cpu}`)
  if (!existsSync(join(runtime, 'bin/node'))) throw new Error(`npm installed no runtime for ${cpu}`)
  // Sources for compilers, and documents of npm: npm itself is not among them.
  for (const part of ['include', 'share']) rmSync(join(runtime, part), { recursive: true, force: true })
  execFileSync(strips[cpu] ?? '', ['--strip-all', join(runtime, 'bin/node')], { stdio: 'inherit' })
  for (const file of globSync(unused, { cwd: modules }).filter(
    (path) => path !== '.bin' && !/licen[cs]e|notice/i.test(path),
  ))
    rmSync(join(modules, file), { recursive: true, force: true })
  rmSync(join(modules, '.package-lock.json'), { force: true })
  // Commands of packages are not run. The runtime's is in its place whatever the version of npm.
  for (const file of globSync('**/*', { cwd: modules, withFileTypes: true })) {
    const path = join(file.parentPath, file.name)
    if (file.isFile() && readFileSync(path).toString('latin1', 0, 2) === '#!') rmSync(path)
  }
  rmSync(join(modules, '.bin'), { recursive: true, force: true })
  mkdirSync(join(modules, '.bin'))
  symlinkSync(`../node-linux-${cpu}/bin/node`, join(modules, '.bin/node'))
  const compiled = globSync('**/*.node', { cwd: modules })
  // Nothing compiles here, and a package of another processor is installed on this one.
  if (compiled.length > 0) throw new Error(`compiled for one processor: ${compiled.join(', ')}`)
}

/** Loads every package that the server imports: what was left out of them is not needed. */
function requireLoadable(folder: string): void {
  const names = globSync('src/**/*.ts', { cwd: folder }).flatMap((file) =>
    [
      ...readFileSync(join(folder, file), 'utf8').matchAll(
        /(?:^(?:import .*|\}) from |\bimport\()'([a-z@][^']*)'/gm,
      ),
    ]
      .map(([, name = '']) => name)
      .filter((name) => !name.startsWith('node:') && name !== 'vite'),
  )
  const loading = `for (const name of ${JSON.stringify([...new Set(names)])}) await import(name)`
  execFileSync(process.execPath, ['--input-type=module', '--eval', loading], {
    cwd: folder,
    stdio: 'inherit',
  })
}

/** Checks that each file which a module imports, or names beside itself, is there: those of tests are left out by name. */
function requireWhole(folder: string): void {
  const lost = globSync('src/**/*.ts', { cwd: folder }).flatMap((file) => {
    const source = readFileSync(join(folder, file), 'utf8')
    const named = [
      ...source.matchAll(/(?:\bfrom |\bimport\(|^import )'([#.][^']*)'/gm),
      ...source.matchAll(/new URL\('([^'$:]+)', import\.meta\.url\)/g),
    ]
    return named
      .map(([, name = '']) => name)
      .filter((name) => !existsSync(join(folder, placeOf(name, file))))
      .map((name) => `${file} needs ${name}`)
  })
  // Only `--dev` needs the sources of the pages.
  const real = lost.filter((line) => !line.startsWith('src/server/platform/http/dev-pages.ts'))
  if (real.length > 0) throw new Error(`the package is not whole:\n${real.join('\n')}`)
}

function placeOf(name: string, file: string): string {
  if (!name.startsWith('#')) return join(dirname(file), name)
  const [alias = '', ...rest] = name.split('/')
  return join((manifest.imports[`${alias}/*`] ?? '').replace('*', ''), rest.join('/'))
}

/** Returns the size of a tree in KiB, as Debian counts it: each file rounded up, one for each folder. */
export function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).reduce((sum, entry) => {
    if (!entry.isFile()) return sum + 1
    return sum + Math.ceil(statSync(join(entry.parentPath, entry.name)).size / 1024)
  }, 0)
}
