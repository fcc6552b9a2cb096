/**
 * `npm run package -- [--folder build] [amd64] [arm64]`: builds trousseau_<version>_<architecture>.deb in the folder, for both
 * architectures or for those that are named.
 * The author of the package is DEBFULLNAME and DEBEMAIL, as Debian's tools have it, or else the author of the commit.
 */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { continuePinned, ensureInstalled, pinnedEnv, pinnedNode, root } from './installation.mjs'

ensureInstalled()
continuePinned()
const built = spawnSync(pinnedNode, ['scripts/build-web.mjs', '--if-stale'], {
  cwd: root,
  env: pinnedEnv(),
  stdio: 'inherit',
})
if (built.status !== 0) process.exit(1)
const { architectures, buildPackage } = await import('./package/debian.ts')
const { values, positionals: named } = parseArgs({
  options: { folder: { type: 'string', default: 'build' } },
  allowPositionals: true,
})
const unknown = named.find((name) => !Object.hasOwn(architectures, name))
if (unknown !== undefined) {
  console.error(`${unknown} is no architecture: ${Object.keys(architectures).join(', ')}`)
  process.exit(1)
}
for (const architecture of named.length > 0 ? named : Object.keys(architectures)) {
  const { file, kibibytes } = buildPackage({ architecture, folder: resolve(root, values.folder) })
  console.log(`${file}: ${(kibibytes / 1024).toFixed(1)} MiB installed`)
}
