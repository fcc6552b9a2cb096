import type { combine, split } from 'shamir-secret-sharing'

/**
 * A recovery share of a master key (docs/decisions/0016). Shares are made and combined in the page only. As
 * text: `TRS1-<chest id>-<needed>-<set>-<share in base32>-<check>`.
 */
export type Share = {
  readonly chestId: number
  /** The number of shares of this set that recover the key. */
  readonly needed: number
  /** Equal for shares made together. */
  readonly set: string
  readonly bytes: Uint8Array
}

/** Why a text is not a share, or does not fit the others. */
export type ShareFault = 'FORMAT' | 'CHECK' | 'OTHER_CHEST' | 'OTHER_SET' | 'TWICE'

/** The limits of the form. */
export const shareLimits = { least: 2, mostNeeded: 8, most: 10 } as const

/** The functions of the library, which is loaded on first use. */
export type ShareMaths = { split: typeof split; combine: typeof combine }

const prefix = 'TRS1'
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const checkDigits = 8
const setBytes = 4
/** A share is as long as its secret: the padding hides the length of the key. */
const paddedTo = 64

/** Splits a master key into `count` shares, of which `needed` recover it. */
export async function makeShares(
  { split: cut }: ShareMaths,
  {
    chestId,
    masterKey,
    needed,
    count,
  }: { chestId: number; masterKey: string; needed: number; count: number },
): Promise<string[]> {
  const set = hexOf(crypto.getRandomValues(new Uint8Array(setBytes)))
  const secret = padded(masterKey)
  const shares = await cut(secret, count, needed)
  secret.fill(0)
  return Promise.all(
    shares.map(async (bytes) => {
      const text = [prefix, chestId, needed, set, toBase32(bytes)].join('-')
      return `${text}-${await checkOf(text)}`
    }),
  )
}

/** Reads a printed share, whatever its spaces and case. */
export async function readShare(typed: string): Promise<Share | ShareFault> {
  const parts = typed.replaceAll(/\s/g, '').toUpperCase().split('-')
  const [start = '', chestId = '', needed = '', set = '', share = '', check = ''] = parts
  const bytes = fromBase32(share)
  const isWhole =
    parts.length === 6 &&
    start === prefix &&
    /^[1-9][0-9]{0,15}$/.test(chestId) &&
    /^[1-9][0-9]?$/.test(needed) &&
    /^[0-9A-F]{8}$/.test(set)
  if (!isWhole || bytes === null || bytes.length < 2) return 'FORMAT'
  // Look-alike characters were corrected: base32 has no 0, 1 and 8.
  const text = [prefix, chestId, needed, set, toBase32(bytes)].join('-')
  if (check !== (await checkOf(text))) return 'CHECK'
  return { chestId: Number(chestId), needed: Number(needed), set, bytes }
}

/** Returns why a share does not fit the chest or the others, or null when it does. */
export function misfitOf(share: Share, chestId: number, others: readonly Share[]): ShareFault | null {
  if (share.chestId !== chestId) return 'OTHER_CHEST'
  if (others.some(({ set, needed }) => set !== share.set || needed !== share.needed)) return 'OTHER_SET'
  return others.some(({ bytes }) => hexOf(bytes) === hexOf(share.bytes)) ? 'TWICE' : null
}

/** Returns the master key from enough shares of one set, or null when they give none. */
export async function joinShares(
  { combine: join }: ShareMaths,
  shares: readonly Share[],
): Promise<string | null> {
  const secret = await join(shares.map(({ bytes }) => bytes))
  const [high = 0, low = 0] = secret
  const length = high * 256 + low
  if (length === 0 || length > secret.length - 2) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(secret.subarray(2, 2 + length))
  } catch {
    return null
  } finally {
    secret.fill(0)
  }
}

function padded(masterKey: string): Uint8Array {
  const text = new TextEncoder().encode(masterKey.normalize('NFKC'))
  const secret = new Uint8Array(Math.ceil((text.length + 2) / paddedTo) * paddedTo)
  secret[0] = text.length >> 8
  secret[1] = text.length & 255
  secret.set(text, 2)
  text.fill(0)
  return secret
}

async function checkOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return hexOf(new Uint8Array(hash)).slice(0, checkDigits)
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()

/** RFC 4648 base32 without padding. */
function toBase32(bytes: Uint8Array): string {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += base32.charAt((held >> bits) & 31)
    }
    held &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + base32.charAt((held << (5 - bits)) & 31)
}

const lookAlike: Record<string, string> = { '0': 'O', '1': 'I', '8': 'B' }

function fromBase32(text: string): Uint8Array | null {
  const bytes: number[] = []
  let held = 0
  let bits = 0
  for (const typed of text) {
    const value = base32.indexOf(lookAlike[typed] ?? typed)
    if (value < 0) return null
    held = (held << 5) | value
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((held >> bits) & 255)
    }
    held &= (1 << bits) - 1
  }
  return Uint8Array.from(bytes)
}
