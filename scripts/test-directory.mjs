/**
 * `npm run test:directory`: Trousseau beside a real Active Directory (Samba) and a real Postfix, in networks and folders of
 * their own, as root on Debian. `-- TEXT` runs the checks whose sentence has it.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, pinnedEnv, pinnedNode, root } from './installation.mjs'

ensureInstalled()
const { status } = spawnSync(pinnedNode, [join('scripts', 'directory', 'run.ts'), ...process.argv.slice(2)], {
  cwd: root,
  env: pinnedEnv(),
  stdio: 'inherit',
})
process.exit(status ?? 1)
