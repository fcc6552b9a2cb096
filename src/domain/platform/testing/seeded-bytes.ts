import type { RandomBytes } from '#domain/platform/password-generator.ts'

/** Returns a source of reproducible bytes for tests (xorshift32). Never use it for a secret. */
export function seededBytes(seed: number): RandomBytes {
  let state = seed >>> 0 || 1
  return (count) =>
    Uint8Array.from({ length: count }, () => {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      return (state >>> 11) & 0xff
    })
}
