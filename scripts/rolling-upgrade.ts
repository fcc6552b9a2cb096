/**
 * `npm run test:rolling-upgrade [-- <tag or commit>]`: runs two nodes of the last release on one database, under load, replaces
 * them in turn by the present version, and counts the requests that fail and the acknowledged writes that are lost. Both must
 * be none. It prints how long each replacement and each kind of request took.
 *
 * The last release is the newest tag `v*` before this commit; while there is none, the commit `firstRelease` of
 * scripts/last-release.ts. A release with a migration that stops older nodes is not upgraded in turn: then `upgrade-check` has
 * to refuse it while older nodes run, and that is all that is tried. As test:rolling-restart it needs HAProxy, nginx, openssl
 * and PostgreSQL, and a repository with its history (`git fetch --unshallow --tags`).
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { lastRelease, unpackVersion } from './last-release.ts'
import { folder, rollBehindEach, root, runtimeOf } from './rolling.ts'

/** How long both versions run together, in milliseconds: each account signs in at least once meanwhile. */
const togetherMs = 40_000

const installation = new URL('installation.mjs', import.meta.url).href
const { isAsLocked } = (await import(installation)) as { isAsLocked: (lock: string) => boolean }

/** Installs the packages of a version, unless those of this folder are the ones that it locks, then builds its pages. */
function build(program: string): void {
  if (isAsLocked(readFileSync(join(program, 'package-lock.json'), 'utf8')))
    symlinkSync(join(root, 'node_modules'), join(program, 'node_modules'))
  else
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: program,
      stdio: 'inherit',
    })
  const { status, stderr } = spawnSync(runtimeOf(program), ['scripts/build-web.mjs'], {
    cwd: program,
    encoding: 'utf8',
    // The pinned tools of that version, not those of the running script.
    env: { ...process.env, PATH: `${join(program, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}` },
  })
  if (status !== 0) throw new Error(`the pages of the last release cannot be built: ${stderr}`)
}

const release = process.argv[2] ?? lastRelease()
const former = join(folder, 'last-release')
unpackVersion(release, former)
const since = performance.now()
build(former)
console.log(`last release: ${release}, built in ${((performance.now() - since) / 1_000).toFixed(0)} s`)
process.exit((await rollBehindEach({ from: former, togetherMs })) ? 0 : 1)
