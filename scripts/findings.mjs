/**
 * `npm run findings [name…]`: runs the scripts of findings/, or those that are named, and tells which behaviour changed.
 * Each installs the packages that it describes: it needs a network, and `npm test` leaves them out.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from './installation.mjs'

const folder = join(root, 'findings')
const all = readdirSync(folder)
  .filter((file) => file.endsWith('.sh'))
  .map((file) => basename(file, '.sh'))
  .toSorted()
const named = process.argv.slice(2).map((name) => basename(name, '.sh'))
const unknown = named.filter((name) => !existsSync(join(folder, `${name}.sh`)))
if (unknown.length > 0) {
  console.error(`Not in findings/: ${unknown.join(', ')}`)
  process.exit(2)
}

const changed = []
for (const name of named.length > 0 ? named : all) {
  console.log(`\n== ${name}`)
  const { status } = spawnSync('bash', [join(folder, `${name}.sh`)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) changed.push(name)
}
for (const name of changed) console.log(`\nCHANGED ${name}: see its output above`)
console.log(`\n${(named.length || all.length) - changed.length} as described, ${changed.length} changed`)
process.exit(changed.length === 0 ? 0 : 1)
