/**
 * `npm run sbom`: writes dist/sbom.cdx.json, or the file named, with every package that is installed (CycloneDX).
 * Packages that only build and test carry the property `cdx:npm:package:development`. Those of the pages do so too:
 * the build puts them into dist/web.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { continuePinned, ensureInstalled, root } from './installation.mjs'

ensureInstalled()
continuePinned()
const { declaredByFile } = await import('./licences.ts')
const { status, stdout, stderr, error } = spawnSync(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'],
  { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20, shell: process.platform === 'win32' },
)
if (status !== 0) {
  process.stderr.write(`npm sbom failed (npm 10 or newer is needed): ${error?.message ?? stderr}\n`)
  process.exit(1)
}
const sbom = JSON.parse(stdout)
// npm names the component after its folder.
sbom.metadata.component.name = 'trousseau'
for (const component of sbom.components) {
  const id = declaredByFile.get(component.name)
  if (component.licenses === undefined && id !== undefined) component.licenses = [{ license: { id } }]
}
const file = resolve(process.argv[2] ?? join(root, 'dist/sbom.cdx.json'))
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`)
console.log(`${file}: ${sbom.components.length} packages`)
