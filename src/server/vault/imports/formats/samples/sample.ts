import { Secret } from '#server/platform/crypto/secret.ts'
import type { FileReading } from '../formats.ts'

/** A valid file of a format, as the program writes it, and how many entries it holds. */
export type Sample = {
  readonly name: string
  readonly format: string
  readonly bytes: Uint8Array
  readonly reading?: FileReading
  readonly entries: number
  /** What a password seals in the file, and how a file of other content is made. */
  readonly inner?: {
    readonly bytes: Uint8Array
    seal(bytes: Uint8Array): Uint8Array | Promise<Uint8Array>
  }
}

/** Returns the sample of a text file. */
export const textSample = (format: string, name: string, entries: number, text: string): Sample => ({
  name,
  format,
  entries,
  bytes: Buffer.from(text),
})

/** Returns the reading of a file with a password. */
export const withPassword = (password: string): FileReading => ({ password: new Secret(password) })
