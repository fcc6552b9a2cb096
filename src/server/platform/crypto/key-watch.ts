import { stat } from 'node:fs/promises'
import type { KeyHolder } from './key-holder.ts'
import { keyFileOf, type KeySettings } from './key-sources.ts'

/** How often a node checks whether the file of its root keys changed, in milliseconds. */
const lookMs = 3_000

export type WatchLog = {
  info(details: object, sentence: string): void
  error(details: object, sentence: string): void
}

/**
 * Reads the keys again whenever their file changes, so that a running node follows a rotation by a command or another
 * node. If the file cannot be read, the node keeps its keys, and the read is retried.
 * @returns a function that ends the watch
 */
export function watchKeys(
  holder: KeyHolder,
  settings: KeySettings,
  log: WatchLog,
  everyMs: number = lookMs,
): () => void {
  const path = keyFileOf(settings)
  if (path === null) return () => undefined
  let seen: string | null = null
  let failed = false
  let looking = false

  const look = async (): Promise<void> => {
    if (looking || holder.isSealed) return
    looking = true
    try {
      const mark = await markOf(path)
      // The first check also reads: the file may have changed since the start.
      if (mark !== seen) {
        await holder.reload()
        seen = mark
        log.info({ active: holder.keyring.active, versions: holder.keyring.versions }, 'root keys read')
      }
      failed = false
    } catch (error) {
      if (!failed) log.error({ err: error }, 'the root keys could not be read again')
      failed = true
    } finally {
      looking = false
    }
  }
  const timer = setInterval(() => void look(), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Returns the identity of the file: each replacement is a new file under the same name. */
async function markOf(path: string): Promise<string> {
  const { ino, mtimeMs, size } = await stat(path)
  return `${ino} ${mtimeMs} ${size}`
}
