/** `npm run trousseau -- <command>`: the administration commands, under the pinned Node. */
import { spawn } from 'node:child_process'
import { ensureInstalled, pinnedEnv, pinnedNode, root } from './installation.mjs'

ensureInstalled()
const command = spawn(pinnedNode, ['src/server/trousseau.ts', ...process.argv.slice(2)], {
  cwd: root,
  // npm names the folder that the command was typed in: paths of files count from there.
  env: { ...pinnedEnv(), INIT_CWD: process.env['INIT_CWD'] ?? process.cwd() },
  stdio: 'inherit',
})
command.on('exit', (code) => process.exit(code ?? 1))
