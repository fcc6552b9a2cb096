/**
 * `npm run test:bare`: runs `npm test` on the committed state in a bare Debian 13, which has Node 20, npm and nothing else.
 * It proves that `npm test` installs what it needs.
 *
 * As root on Debian: apt-get install -y debootstrap. DEBIAN_MIRROR names another mirror. The certificates of
 * NODE_EXTRA_CA_CERTS are trusted in the bare system, too.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from './installation.mjs'

const mirror = process.env['DEBIAN_MIRROR'] ?? 'http://deb.debian.org/debian'
const certificates = process.env['NODE_EXTRA_CA_CERTS']
const path = '/usr/sbin:/usr/bin:/sbin:/bin'
const folder = mkdtempSync(join(tmpdir(), 'trousseau-bare-'))
const machine = join(folder, 'machine')

if (process.getuid?.() !== 0 || spawnSync('which', ['debootstrap']).status !== 0) {
  console.error('Run it as root, with debootstrap: apt-get install -y debootstrap')
  process.exit(2)
}
let status = 1
try {
  status = proveBare()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit(status)

/** Makes the system, puts a clone in it and runs `npm test` there. @returns the exit code */
function proveBare() {
  run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'trixie', machine, mirror])
  // debootstrap's own resolver leaves out what npm needs.
  const install = 'apt-get update -q && apt-get install -y -q --no-install-recommends nodejs npm'
  run('chroot', [machine, 'sh', '-c', install], {
    PATH: path,
    DEBIAN_FRONTEND: 'noninteractive',
    LC_ALL: 'C.UTF-8',
  })
  run('git', ['clone', '--quiet', '--no-hardlinks', root, join(machine, 'trousseau')])
  const env = { PATH: path, HOME: '/root', LC_ALL: 'C.UTF-8' }
  if (certificates !== undefined && existsSync(certificates)) {
    mkdirSync(join(machine, dirname(certificates)), { recursive: true })
    cpSync(certificates, join(machine, certificates))
    Object.assign(env, { NODE_EXTRA_CA_CERTS: certificates, npm_config_cafile: certificates })
  }
  // Its own mounts and processes: all of them end with it. Chromium needs the three folders.
  const steps = [
    `mount -t proc proc "${machine}/proc"`,
    `mount --rbind /sys "${machine}/sys"`,
    `mount --rbind /dev "${machine}/dev"`,
    `exec chroot "${machine}" sh -c 'cd /trousseau && exec npm test'`,
  ]
  const args = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', steps.join(' && ')]
  return spawnSync('unshare', args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status ?? 1
}

function run(program, args, env = process.env) {
  const { status: code, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env })
  if (code === 0) return
  throw new Error(`${program} ended with ${code}:\n${stdout}${stderr}`)
}
