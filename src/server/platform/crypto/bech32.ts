/** Bech32 (BIP 173) without its limit of 90 characters, as age writes keys. */
const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

function checksumOf(values: readonly number[]): number {
  let sum = 1
  for (const value of values) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    generator.forEach((part, bit) => {
      if ((top >>> bit) & 1) sum ^= part
    })
  }
  return sum >>> 0
}

const expanded = (part: string): number[] => [
  ...Array.from(part, (letter) => letter.charCodeAt(0) >> 5),
  0,
  ...Array.from(part, (letter) => letter.charCodeAt(0) & 31),
]

/** Regroups bits. @returns null when the bits that are left over are none that padding has */
function regroup(values: Iterable<number>, from: number, to: number, pads: boolean): number[] | null {
  let [held, bits] = [0, 0]
  const groups: number[] = []
  for (const value of values) {
    held = ((held << from) | value) & 0xfff
    bits += from
    while (bits >= to) {
      bits -= to
      groups.push((held >> bits) & ((1 << to) - 1))
    }
  }
  const left = held & ((1 << bits) - 1)
  if (pads) return bits > 0 ? [...groups, (left << (to - bits)) & ((1 << to) - 1)] : groups
  return bits >= from || left !== 0 ? null : groups
}

/** Encodes bytes under a human-readable part, in lower case. */
export function encodeBech32(part: string, bytes: Uint8Array): string {
  const values = regroup(bytes, 8, 5, true) ?? []
  const sum = checksumOf([...expanded(part), ...values, 0, 0, 0, 0, 0, 0]) ^ 1
  const check = [25, 20, 15, 10, 5, 0].map((shift) => (sum >>> shift) & 31)
  return `${part}1${[...values, ...check].map((value) => letters[value]).join('')}`
}

/** Decodes a text of that part, in lower case; null for another part, a wrong letter or checksum. */
export function decodeBech32(part: string, text: string): Buffer | null {
  if (!text.startsWith(`${part}1`)) return null
  const values = Array.from(text.slice(part.length + 1), (letter) => letters.indexOf(letter))
  if (values.length < 6 || values.includes(-1)) return null
  if (checksumOf([...expanded(part), ...values]) !== 1) return null
  const bytes = regroup(values.slice(0, -6), 5, 8, false)
  return bytes && Buffer.from(bytes)
}
