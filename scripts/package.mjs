/**
 * `npm run package -- [--folder build] [amd64] [arm64]`: builds trousseau_<version>_<architecture>.deb in the folder, for both
 * architectures or for those that are named.
 * `--check` builds nothing, and names what is missing to build them.
 * The author of the package is DEBFULLNAME and DEBEMAIL, as Debian's tools have it, or else the author of the commit.
 */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { continuePinned, ensureInstalled, pinnedEnv, pinnedNode, root } from './installation.mjs'

ensureInstalled()
continuePinned()
const { architectures, buildPackage } = await import('./package/debian.ts')
const { strips } = await import('./package/files.ts')
const { values, positionals: named } = parseArgs({
  options: { folder: { type: 'string', default: 'build' }, check: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const absent = ['dpkg-deb', ...Object.values(strips)].filter(
  (tool) => spawnSync(tool, ['--version']).status !== 0,
)
if (values.check) {
  if (absent.length > 0) console.error(`missing: ${absent.join(', ')}`)
  process.exit(absent.length === 0 ? 0 : 1)
}
const unknown = named.find((name) => !Object.hasOwn(architectures, name))
if (unknown !== undefined) {
  console.error(`${unknown} is no architecture: ${Object.keys(architectures).join(', ')}`)
  process.exit(1)
}
const built = spawnSync(pinnedNode, ['scripts/build-web.mjs', '--if-stale'], {
  cwd: root,
  env: pinnedEnv(),
  stdio: 'inherit',
})
if (built.status !== 0) process.exit(1)
for (const architecture of named.length > 0 ? named : Object.keys(architectures)) {
  const { file, kibibytes } = buildPackage({ architecture, folder: resolve(root, values.folder) })
  console.log(`${file}: ${(kibibytes / 1024).toFixed(1)} MiB installed`)
}
