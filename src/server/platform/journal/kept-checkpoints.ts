import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { checkpointsFile } from './sealer.ts'

/** Bytes of the file that are read, from its end: a thousand checkpoints, which are those of some days at least. */
const tailBytes = 256 * 1024

/** A whole note, and nothing else: a crash may have cut one off, and the next one follows it. */
const wholeNote =
  /trousseau\/[0-9a-f]+\n\d+\n[A-Za-z0-9+/]{43}=\n[^\n]+\n\n— trousseau\/[0-9a-f]+ [A-Za-z0-9+/]{91}=\n/g

/**
 * Returns the latest checkpoints that this node has written beside the database, oldest first: whoever writes to the
 * database alone cannot take them back.
 */
export async function keptCheckpoints(dataFolder: string): Promise<string[]> {
  try {
    await using file = await open(join(dataFolder, checkpointsFile), 'r')
    const { size } = await file.stat()
    const from = Math.max(0, size - tailBytes)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from)
    return buffer.toString('utf8', 0, bytesRead).match(wholeNote) ?? []
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Renames the file, so that the checkpoints of a key that is lost are kept and prove nothing of the next chain. */
export async function setCheckpointsAside(dataFolder: string, now: number): Promise<void> {
  const path = join(dataFolder, checkpointsFile)
  const day = new Date(now).toISOString().slice(0, 10)
  await rename(path, join(dataFolder, `checkpoints-until-${day}-${now}.txt`)).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
