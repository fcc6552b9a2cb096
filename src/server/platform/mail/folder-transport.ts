import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { SendFailure, type Message, type Transport } from './transport.ts'

/** Returns the transport without a mail server: files that only this account can read; the log names their paths. */
export function createFolderTransport(folder: string, log: Logger): Transport {
  return {
    kind: 'folder',
    async isReachable() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return true
    },
    async send(id, message) {
      const path = join(folder, `${stampOf(message.date)}-${id}.eml`)
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeWhole(path, await bytesOf(message))
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : ''
        throw new SendFailure('folder', code)
      }
      log.info({ mail: id, file: path }, 'a mail was written to a file, no mail server being set')
    },
    async tidy(before) {
      const names = await readdir(folder).catch(() => [])
      const last = stampOf(new Date(before))
      // Names begin with the time, so they sort by it. Other files in the folder are not deleted.
      const old = names.filter((name) => written.test(name) && name < last)
      for (const name of old) await rm(join(folder, name), { force: true })
    },
  }
}

/** The name of our files, complete or partial. */
const written = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-\d+\.eml(\.part)?$/

const stampOf = (date: unknown): string =>
  date instanceof Date ? date.toISOString().replaceAll(/[:.]/g, '-') : ''

/** Composes the bytes of a mail. The composer needs 20 MiB: it is loaded with the first mail. */
async function bytesOf(message: Message): Promise<Uint8Array> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  return new MailComposer({ ...message, newline: 'win' }).compile().build()
}

/** Writes a file atomically, so that readers of the folder never see half a mail. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.part`
  try {
    await using file = await open(draft, 'w', 0o600)
    await file.writeFile(bytes)
    await file.sync()
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}
