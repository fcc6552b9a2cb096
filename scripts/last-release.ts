/** What git tells of the last release, where there is a repository with tags. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
/**
 * The version that stands for the last release while none has a tag: the commit that added the last migration that stops older
 * nodes (0053), so that its own nodes may be replaced in turn.
 */
const firstRelease = '181458ded511140db02d3dc805f565f446a2aa32'
const landedFile = 'src/server/platform/database/migrations/landed.txt'

/** Returns the output of git in this repository; null if it fails, as where there is no repository or no git. */
function git(...args: readonly string[]): string | null {
  // A container of CI runs as another account than that of the checkout.
  const { status, stdout } = spawnSync('git', ['-c', 'safe.directory=*', ...args], {
    cwd: root,
    encoding: 'utf8',
  })
  return status === 0 ? stdout.trim() : null
}

/** Returns the tag of the newest release before this commit; null without one. */
export function newestTag(): string | null {
  const tags = git('tag', '--list', 'v*', '--merged', 'HEAD', '--no-contains', 'HEAD', '--sort=-v:refname')
  return tags?.split('\n')[0] || null
}

/** Returns the migrations that had landed in a version, in their order; null if git does not know it. */
export const landedIn = (ref: string): string[] | null =>
  git('show', `${ref}:${landedFile}`)?.split('\n') ?? null

/** Returns the version from which an upgrade is tried: the newest tag, or `firstRelease` without one. */
export const lastRelease = (): string => newestTag() ?? firstRelease

/** Writes the files of a version into a new folder. @throws Error if this repository does not have it */
export function unpackVersion(ref: string, folder: string): void {
  if (git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`) === null)
    throw new Error(`${ref} is not in this repository: git fetch --unshallow --tags`)
  mkdirSync(folder)
  const archive = join(folder, 'version.tar.tmp')
  if (git('archive', '--format=tar', `--output=${archive}`, ref) === null)
    throw new Error(`git archive of ${ref} failed`)
  execFileSync('tar', ['-xf', archive, '-C', folder])
}
