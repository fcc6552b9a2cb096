/** What git tells of the last release, where there is a repository with tags. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
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
