import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { SendFailure, type Message, type Transport } from './transport.ts'

/** Without a mail server, mails become files that only this account reads; the log says where, not what. */
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
      // Names begin with the moment: they stand in its order. What others put there is not ours to remove.
      const old = names.filter((name) => written.test(name) && name < last)
      for (const name of old) await rm(join(folder, name), { force: true })
    },
  }
}

/** A file of ours, whole or begun. */
const written = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-\d+\.eml(\.part)?$/

const stampOf = (date: unknown): string =>
  date instanceof Date ? date.toISOString().replaceAll(/[:.]/g, '-') : ''

/** The composer weighs 20 MiB: it comes with the first mail, not with the start. */
async function bytesOf(message: Message): Promise<Uint8Array> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  return new MailComposer({ ...message, newline: 'win' }).compile().build()
}

/** Whoever watches the folder never sees half a mail. */
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
