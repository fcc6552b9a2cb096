/** The parameters of punycode for host names (RFC 3492, section 5). */
const base = 36
const thresholds = { minimum: 1, maximum: 26 } as const
const skew = 38
const damp = 700
const initialBias = 72
const initialCode = 128
const prefix = 'xn--'
/** The maximum length of a label in a host name. */
const longestLabel = 63

/** Returns a decoded label; null when it begins with `xn--` and cannot be decoded. */
export function decodeLabel(label: string): string | null {
  if (!label.startsWith(prefix)) return label
  if (label.length > longestLabel) return null
  const encoded = label.slice(prefix.length)
  const split = encoded.lastIndexOf('-')
  const codes = Array.from(split > 0 ? encoded.slice(0, split) : '', (letter) => letter.charCodeAt(0))
  const digits = Array.from(encoded.slice(split > 0 ? split + 1 : 0), digitOf)
  return insertAll(codes, digits) ? codesToText(codes) : null
}

/** Inserts the encoded characters among the plain ones, in place. Returns false for invalid digits. */
function insertAll(codes: number[], digits: readonly number[]): boolean {
  let code = initialCode
  let index = 0
  let bias = initialBias
  let position = 0
  while (position < digits.length) {
    const before = index
    for (let weight = 1, step = base; ; step += base) {
      const digit = digits[position]
      if (digit === undefined || digit < 0) return false
      position += 1
      index += digit * weight
      const threshold = Math.min(Math.max(step - bias, thresholds.minimum), thresholds.maximum)
      if (digit < threshold) break
      weight *= base - threshold
    }
    bias = adapt(index - before, codes.length + 1, before === 0)
    code += Math.floor(index / (codes.length + 1))
    index %= codes.length + 1
    if (code > 0x10ffff) return false
    codes.splice(index, 0, code)
    index += 1
  }
  return codes.length > 0
}

function adapt(delta: number, count: number, first: boolean): number {
  let rest = first ? Math.floor(delta / damp) : Math.floor(delta / 2)
  rest += Math.floor(rest / count)
  let steps = 0
  for (; rest > ((base - thresholds.minimum) * thresholds.maximum) / 2; steps += base) {
    rest = Math.floor(rest / (base - thresholds.minimum))
  }
  return steps + Math.floor((base * rest) / (rest + skew))
}

/** a … z are 0 … 25 and 0 … 9 are 26 … 35; anything else is -1. */
function digitOf(letter: string): number {
  if (/^[a-z]$/.test(letter)) return letter.charCodeAt(0) - 97
  return /^[0-9]$/.test(letter) ? letter.charCodeAt(0) - 22 : -1
}

const codesToText = (codes: readonly number[]): string =>
  codes.map((code) => String.fromCodePoint(code)).join('')
