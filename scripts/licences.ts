/** Checks that each package of the lock file has a licence that Trousseau may be delivered with. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

type Packages = Readonly<Record<string, { license?: string; dev?: boolean; optional?: boolean }>>

/** Permissive licences, compatible with EUPL-1.2 if their notices are kept. OFL-1.1 is for the fonts. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
])

/** Used unmodified to build and to test, never delivered. The appendix of the EUPL names MPL-2.0; Python's is permissive. */
const tools: Readonly<Record<string, RegExp>> = {
  'MPL-2.0': /^(?:@axe-core\/playwright|axe-core|lightningcss(?:-.+)?)$/,
  'Python-2.0': /^argparse$/,
}

/** Packages that declare no licence but hold its text. */
export const declaredByFile = new Map([['png-js', 'MIT']])

/** Returns one sentence for each package of a lock file whose licence is not allowed. */
export function licenceProblems(packages: Packages, isInstalled: (path: string) => boolean): string[] {
  return Object.entries(packages).flatMap(([path, { license, dev, optional }]) => {
    if (path === '') return []
    const name = path.replace(/^.*node_modules\//, '')
    const expression = license ?? declaredByFile.get(name)
    // The lock file has no licence of a binary for another platform; the package that depends on it has one.
    if (expression === undefined) return optional && !isInstalled(path) ? [] : [`${name} declares no licence`]
    const isAllowed = (id: string): boolean =>
      permissive.has(id) || (dev === true && tools[id]?.test(name) === true)
    return expression
      .split(/[\s()]+/)
      .filter((id) => id !== '' && !/^(?:and|or)$/i.test(id) && !isAllowed(id))
      .map((id) => `${name} is under ${id}, which scripts/licences.ts does not allow`)
  })
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Packages
  }
  const problems = licenceProblems(packages, (path) => existsSync(join(root, path)))
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}
