/**
 * `npm run package`: builds build/trousseau_<version>_<architecture>.deb for amd64 and arm64, or for those that are named.
 * The author of the package is DEBFULLNAME and DEBEMAIL, as Debian's tools have it, or else the author of the commit.
 */
import { spawnSync } from 'node:child_process'
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
const named = process.argv.slice(2)
const unknown = named.find((name) => !Object.hasOwn(architectures, name))
if (unknown !== undefined) {
  console.error(`${unknown} is no architecture: ${Object.keys(architectures).join(', ')}`)
  process.exit(1)
}
for (const architecture of named.length > 0 ? named : Object.keys(architectures)) {
  const { file, kibibytes } = buildPackage({ architecture })
  console.log(`${file}: ${(kibibytes / 1024).toFixed(1)} MiB installed`)
}
