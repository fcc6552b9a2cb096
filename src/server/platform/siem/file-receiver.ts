import { open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { lineOf } from './formats.ts'
import { deliveryErrorOf, type OpenDelivery } from './receivers.ts'
import type { SiemFormat } from './settings.ts'

/**
 * Appends events to a file, a line each, and counts them as delivered when they are on the disk. It is opened for each
 * delivery, so that the operator's rotation may move it away at any time.
 */
export const openFile =
  (path: string, format: SiemFormat): OpenDelivery =>
  async () => {
    let file: FileHandle | null = null
    const attempt = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      try {
        return await work()
      } catch (error) {
        await file?.close().catch(() => undefined)
        file = null
        throw deliveryErrorOf(error)
      }
    }
    const opened = await attempt(async () => {
      file = await open(path, 'a+', 0o600)
      await beginLine(file)
      return file
    })
    return {
      write: (events) =>
        attempt(() => opened.appendFile(events.map((event) => lineOf(format, event)).join(''))),
      finish: () =>
        attempt(async () => {
          await opened.datasync()
          await opened.close()
          file = null
          await syncFolder(dirname(path))
        }),
      abandon: () => void file?.close().catch(() => undefined),
    }
  }

/** Ends the line that a process was killed in: what follows would be unreadable with it. */
async function beginLine(file: FileHandle): Promise<void> {
  const { size } = await file.stat()
  if (size === 0) return
  const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: size - 1 })
  if (buffer[0] !== 0x0a) await file.appendFile('\n')
}

/** The name of a new file, too, must outlast a power failure. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
