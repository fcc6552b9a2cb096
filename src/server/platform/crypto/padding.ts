import { SealError } from './seal-error.ts'

/** Padded passwords are multiples of this many bytes. */
const paddingBlock = 64
const lengthBytes = 4

/**
 * Pads a password so that only the number of 64-byte blocks shows: 4 bytes of length (big-endian, in UTF-8 bytes), the
 * UTF-8 bytes, zeros up to the next multiple of 64. The length comes first, so that trailing zero bytes survive; up to 60
 * bytes take one block.
 * @returns memory of its own (not the shared pool), to be wiped by the caller.
 */
export function padPassword(password: string): Buffer {
  const length = Buffer.byteLength(password, 'utf8')
  const padded = Buffer.alloc(Math.ceil((lengthBytes + length) / paddingBlock) * paddingBlock)
  padded.writeUInt32BE(length)
  padded.write(password, lengthBytes, 'utf8')
  return padded
}

/**
 * Returns the password in a padded content.
 * @param where named in the error.
 * @throws SealError FORMAT unless it is exactly what `padPassword` returns.
 */
export function unpadPassword(padded: Buffer, where: string): string {
  const size = padded.length
  if (size === 0 || size % paddingBlock !== 0) throw new SealError('FORMAT', where)
  const end = lengthBytes + padded.readUInt32BE()
  if (Math.ceil(end / paddingBlock) * paddingBlock !== size) throw new SealError('FORMAT', where)
  if (padded.subarray(end).some((byte) => byte !== 0)) throw new SealError('FORMAT', where)
  return padded.toString('utf8', lengthBytes, end)
}
