import { mkdir, open, rename, rm } from 'node:fs/promises'
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
      const at = message.date instanceof Date ? message.date.toISOString() : ''
      const path = join(folder, `${at.replaceAll(/[:.]/g, '-')}-${id}.eml`)
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeWhole(path, await bytesOf(message))
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : ''
        throw new SendFailure('folder', code)
      }
      log.info({ mail: id, file: path }, 'a mail was written to a file, no mail server being set')
    },
  }
}

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
