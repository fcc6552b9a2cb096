/** The constant of keys of 32 bytes: 'expand 32-byte k' (Bernstein, "Salsa20 specification"). */
const sigma = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const
/** The words that each quarter-round changes: the columns, then the rows. */
const quarters = [
  [0, 4, 8, 12],
  [5, 9, 13, 1],
  [10, 14, 2, 6],
  [15, 3, 7, 11],
  [0, 1, 2, 3],
  [5, 6, 7, 4],
  [10, 11, 8, 9],
  [15, 12, 13, 14],
] as const
const blockBytes = 64

/** Returns a function that encrypts or decrypts the next bytes with Salsa20, which OpenSSL lacks. */
export function salsa20(key: Uint8Array, nonce: Uint8Array): (bytes: Uint8Array) => Buffer {
  const words = (bytes: Uint8Array): number[] => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return Array.from({ length: bytes.length / 4 }, (_, at) => view.getUint32(4 * at, true))
  }
  const [k, n] = [words(key), words(nonce)]
  const [first, second] = [k.slice(0, 4), k.slice(4)]
  const input = Uint32Array.of(sigma[0], ...first, sigma[1], ...n, 0, 0, sigma[2], ...second, sigma[3])
  const state = new Uint32Array(16)
  const block = Buffer.alloc(blockBytes)
  let used = blockBytes
  const word = (at: number): number => state[at] ?? 0
  const turn = (to: number, one: number, other: number, by: number): void => {
    const sum = (word(one) + word(other)) | 0
    state[to] = word(to) ^ ((sum << by) | (sum >>> (32 - by)))
  }
  const next = (): void => {
    state.set(input)
    for (let round = 0; round < 20; round += 2) {
      for (const [a, b, c, d] of quarters) {
        turn(b, a, d, 7)
        turn(c, b, a, 9)
        turn(d, c, b, 13)
        turn(a, d, c, 18)
      }
    }
    for (let at = 0; at < 16; at += 1) block.writeUInt32LE((word(at) + (input[at] ?? 0)) >>> 0, 4 * at)
    input[8] = (input[8] ?? 0) + 1
    if (input[8] === 0) input[9] = (input[9] ?? 0) + 1
    used = 0
  }
  return (bytes) => {
    const result = Buffer.alloc(bytes.length)
    for (let at = 0; at < bytes.length; at += 1) {
      if (used === blockBytes) next()
      result[at] = (bytes[at] ?? 0) ^ (block[used] ?? 0)
      used += 1
    }
    return result
  }
}
