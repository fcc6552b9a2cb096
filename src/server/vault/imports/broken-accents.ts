import type { Yielder } from '#server/vault/contents/yielder.ts'

/** The characters of the bytes 80 to FF of two encodings in which UTF-8 is read by mistake. */
const misreadings = [
  new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 128 }, (_, at) => 128 + at)),
  // Code page 850, in which Windows PowerShell reads the output of a program.
  [
    'c7 fc e9 e2 e4 e0 e5 e7 ea eb e8 ef ee ec c4 c5 ',
    'c9 e6 c6 f4 f6 f2 fb f9 ff d6 dc f8 a3 d8 d7 192 ',
    'e1 ed f3 fa f1 d1 aa ba bf ae ac bd bc a1 ab bb ',
    '2591 2592 2593 2502 2524 c1 c2 c0 a9 2563 2551 2557 255d a2 a5 2510 ',
    '2514 2534 252c 251c 2500 253c e3 c3 255a 2554 2569 2566 2560 2550 256c a4 ',
    'f0 d0 ca cb c8 131 cd ce cf 2518 250c 2588 2584 a6 cc 2580 ',
    'd3 df d4 d2 f5 d5 b5 fe de da db d9 fd dd af b4 ',
    'ad b1 2017 be b6 a7 f7 b8 b0 a8 b7 b9 b3 b2 25a0 a0',
  ]
    .join('')
    .split(' ')
    .map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .join(''),
].map((characters) => Array.from(characters))

/** The characters that one encoding shows for the bytes of another character, and that character. */
type Reading = {
  readonly pattern: RegExp
  readonly next: string
  readonly meant: ReadonlyMap<string, string>
}

/**
 * Letters, typographic signs and the euro sign. Others are left: a text may have a capital letter before a guillemet.
 */
const mendable = [
  ...[0xc2, 0xc3, 0xc5].map((lead) => ({ leads: [lead], from: 0x80, to: 0xbf })),
  { leads: [0xe2, 0x80], from: 0x80, to: 0xbf },
  { leads: [0xe2, 0x82], from: 0xac, to: 0xac },
]

const readings = misreadings.map((characters): Reading => {
  const shown = (byte: number): string => characters[byte - 128] ?? ''
  const meant = new Map<string, string>()
  for (const { leads, from, to } of mendable)
    for (let byte = from; byte <= to; byte += 1) {
      const bytes = [...leads, byte]
      meant.set(bytes.map(shown).join(''), new TextDecoder().decode(Uint8Array.from(bytes)))
    }
  const escaped = (text: string): string =>
    Array.from(text, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
  const next = characters.slice(0, 64).join('')
  const patterns = mendable.map(
    ({ leads, from, to }) =>
      `${escaped(leads.map(shown).join(''))}[${escaped(characters.slice(from - 128, to - 127).join(''))}]`,
  )
  return { pattern: new RegExp(patterns.join('|'), 'g'), next, meant }
})

/** Returns how many characters of a text were decoded wrongly before the file was written, as far as it shows. */
const countOf = (text: string, { pattern }: Reading, most: number): number => {
  const found = new RegExp(pattern)
  found.lastIndex = 0
  let count = 0
  while (count < most && found.exec(text) !== null) count += 1
  return count
}

/** Whether a character of a text was decoded wrongly before the file was written. */
export const isBroken = (text: string): boolean => readings.some((reading) => countOf(text, reading, 1) > 0)

/** Occurrences that decide which encoding it was, and characters that are mended at once: some milliseconds. */
const [judged, pieceLength] = [100, 64 * 1024]

/** Returns a text with the characters that were decoded wrongly as they were before; others stay. */
export async function withoutBrokenCharacters(text: string, yielder: Yielder): Promise<string> {
  const counts = readings.map((reading) => countOf(text, reading, judged))
  const reading = readings[counts.indexOf(Math.max(...counts))]
  if (!reading) return text
  const { pattern, next, meant } = reading
  const parts: string[] = []
  for (let from = 0; from < text.length;) {
    let end = from + pieceLength
    // No piece ends within a character: it is shown as three at most.
    for (let more = 0; more < 2 && next.includes(text[end] ?? ' '); more += 1) end += 1
    parts.push(text.slice(from, end).replace(pattern, (shown) => meant.get(shown) ?? shown))
    from = end
    const pause = yielder.step(32)
    if (pause) await pause
  }
  return parts.join('')
}
