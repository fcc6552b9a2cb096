import type { Yielder } from '#server/vault/contents/yielder.ts'

/** Returns the characters of the bytes 80 to FF, by their code points. */
const charactersOf = (rows: readonly string[]): readonly string[] =>
  rows.flatMap((row) => row.split(' ').map((code) => String.fromCodePoint(Number.parseInt(code, 16))))

const upperBytes = Uint8Array.from({ length: 128 }, (_, at) => 128 + at)
const windows1252 = Array.from(new TextDecoder('windows-1252').decode(upperBytes))
/** ISO-8859-1, whose bytes 80 to 9F are control characters. */
const latin1 = Array.from(upperBytes, (byte) => String.fromCodePoint(byte))
/** MacRoman, of the first Macs: Excel for Mac writes it, and reads tables in it. */
const macRoman = Array.from(new TextDecoder('macintosh').decode(upperBytes))
/** Code page 850, in which Windows PowerShell reads the output of a program in Western Europe; 858 has the same letters. */
const page850 = charactersOf([
  'c7 fc e9 e2 e4 e0 e5 e7 ea eb e8 ef ee ec c4 c5',
  'c9 e6 c6 f4 f6 f2 fb f9 ff d6 dc f8 a3 d8 d7 192',
  'e1 ed f3 fa f1 d1 aa ba bf ae ac bd bc a1 ab bb',
  '2591 2592 2593 2502 2524 c1 c2 c0 a9 2563 2551 2557 255d a2 a5 2510',
  '2514 2534 252c 251c 2500 253c e3 c3 255a 2554 2569 2566 2560 2550 256c a4',
  'f0 d0 ca cb c8 131 cd ce cf 2518 250c 2588 2584 a6 cc 2580',
  'd3 df d4 d2 f5 d5 b5 fe de da db d9 fd dd af b4',
  'ad b1 2017 be b6 a7 f7 b8 b0 a8 b7 b9 b3 b2 25a0 a0',
])
/** Code page 437, of the United States. */
const page437 = charactersOf([
  'c7 fc e9 e2 e4 e0 e5 e7 ea eb e8 ef ee ec c4 c5',
  'c9 e6 c6 f4 f6 f2 fb f9 ff d6 dc a2 a3 a5 20a7 192',
  'e1 ed f3 fa f1 d1 aa ba bf 2310 ac bd bc a1 ab bb',
  '2591 2592 2593 2502 2524 2561 2562 2556 2555 2563 2551 2557 255d 255c 255b 2510',
  '2514 2534 252c 251c 2500 253c 255e 255f 255a 2554 2569 2566 2560 2550 256c 2567',
  '2568 2564 2565 2559 2558 2552 2553 256b 256a 2518 250c 2588 2584 258c 2590 2580',
  '3b1 df 393 3c0 3a3 3c3 b5 3c4 3a6 398 3a9 3b4 221e 3c6 3b5 2229',
  '2261 b1 2265 2264 2320 2321 f7 2248 b0 2219 b7 221a 207f b2 25a0 a0',
])

/**
 * Letters, typographic signs and the euro sign. Others are left: a text may have a capital letter before a guillemet.
 */
const mendable = [
  // Below A0 stand control characters.
  { leads: [0xc2], from: 0xa0, to: 0xbf },
  ...[0xc3, 0xc5].map((lead) => ({ leads: [lead], from: 0x80, to: 0xbf })),
  { leads: [0xe2, 0x80], from: 0x80, to: 0xbf },
  { leads: [0xe2, 0x82], from: 0xac, to: 0xac },
]

/** Returns what an encoding shows for each character that is mended, and that character. */
function meantBy(characters: readonly string[]): ReadonlyMap<string, string> {
  const meant = new Map<string, string>()
  for (const { leads, from, to } of mendable)
    for (let byte = from; byte <= to; byte += 1) {
      const bytes = [...leads, byte]
      const shown = bytes.map((one) => characters[one - 128] ?? '').join('')
      meant.set(shown, new TextDecoder().decode(Uint8Array.from(bytes)))
    }
  return meant
}

/** Encodings that cannot be told apart at first sight, and the beginning and the end of what they show. */
type Family = {
  readonly encodings: readonly ReadonlyMap<string, string>[]
  readonly pattern: RegExp
  readonly next: ReadonlySet<string>
}

function familyOf(encodings: readonly (readonly string[])[]): Family {
  const maps = encodings.map(meantBy)
  const escaped = (text: string): string =>
    Array.from(text, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
  const lasts = new Map<string, Set<string>>()
  for (const shown of maps.flatMap((map) => [...map.keys()])) {
    const [lead, last] = [shown.slice(0, -1), shown.slice(-1)]
    lasts.set(lead, (lasts.get(lead) ?? new Set<string>()).add(last))
  }
  const patterns = [...lasts].map(([lead, ends]) => `${escaped(lead)}[${escaped([...ends].join(''))}]`)
  const next = new Set(encodings.flatMap((characters) => characters.slice(0, 64)))
  return { encodings: maps, pattern: new RegExp(patterns.join('|'), 'g'), next }
}

/** What reads UTF-8 in another encoding: a program of Windows or of the web, a console, or a Mac. */
const families = [familyOf([windows1252, latin1]), familyOf([page850, page437]), familyOf([macRoman])]

/** Returns how many characters of a text were decoded wrongly before the file was written, as far as it shows. */
const countOf = (text: string, { pattern }: Pick<Family, 'pattern'>, most: number): number => {
  const found = new RegExp(pattern)
  found.lastIndex = 0
  let count = 0
  while (count < most && found.exec(text) !== null) count += 1
  return count
}

/** Occurrences that decide which encoding it was, and characters that are mended at once: some milliseconds. */
const [judged, pieceLength] = [100, 64 * 1024]

/**
 * Letters of French in MacRoman, as Windows-1252 shows their bytes where nobody writes these signs. Its dashes, quotes and
 * the z with caron of Slavic names stand for letters too, and are no sign.
 */
const macSigns =
  /(?<=[a-zA-Z])[\u008d\u008f\u0090\u009d]|[\u008d\u008f\u0090](?=[a-z])|(?<=[a-z])[\u017d\u02c6]|(?<=[A-Z])\u017d(?=[a-z])|(?<= )\u02c6(?= )|(?<=[a-z])[\u2030\u2122\u201d](?=[a-z])/g
/** Letters of French beside others, as Windows-1252 shows its own. */
const windowsLetters =
  /[a-z][\u00e0\u00e2\u00e7-\u00eb\u00ee\u00ef\u00f4\u00f9\u00fb]|[\u00e0\u00e2\u00e7-\u00eb\u00ee\u00ef\u00f4\u00f9\u00fb][a-z]/g
const shownByWindows: ReadonlyMap<string, string> = new Map(
  windows1252.map((shown, at) => [shown, macRoman[at] ?? shown]),
)
const beyondAscii = /[^\0-\u007f]/g

/** Returns how many characters are bytes of MacRoman that were read in Windows-1252; 0 where it has more letters of its own. */
function countOfMac(text: string, most: number): number {
  const count = countOf(text, { pattern: macSigns }, judged)
  if (count === 0 || countOf(text, { pattern: windowsLetters }, count) >= count) return 0
  for (const [one] of text.matchAll(beyondAscii)) if (!shownByWindows.has(one)) return 0
  return Math.min(count, most)
}

/** Whether a character of a text was decoded wrongly, by this reader or before the file was written. */
export const isBroken = (text: string): boolean =>
  families.some((family) => countOf(text, family, 1) > 0) || countOfMac(text, 1) > 0

/**
 * Returns what each text means that a family shows. Where two encodings show different characters in the same way, the one
 * counts of which the text has characters that the other cannot show; without any, or with some of both, they are left.
 */
async function meaningsIn(
  text: string,
  { encodings, pattern }: Family,
  yielder: Yielder,
): Promise<ReadonlyMap<string, string>> {
  const proven = new Set<ReadonlyMap<string, string>>()
  for (let from = 0; from < text.length && proven.size < encodings.length; from += pieceLength) {
    for (const [shown] of text.slice(from, from + pieceLength + 2).matchAll(pattern)) {
      const able = encodings.filter((meant) => meant.has(shown))
      const [only] = able
      if (able.length === 1 && only) proven.add(only)
    }
    const pause = yielder.step(32)
    if (pause) await pause
  }
  const [proof] = proven.size === 1 ? proven : []
  const certain = new Map<string, string>()
  for (const shown of encodings.flatMap((meant) => [...meant.keys()])) {
    const meanings = new Set(encodings.flatMap((meant) => meant.get(shown) ?? []))
    const [meaning = shown] = meanings
    const chosen = meanings.size === 1 ? meaning : proof?.get(shown)
    if (chosen !== undefined) certain.set(shown, chosen)
  }
  return certain
}

/** Returns a text with the characters that were decoded wrongly as they were before, where they are certain; others stay. */
export async function withoutBrokenCharacters(text: string, yielder: Yielder): Promise<string> {
  const counts = families.map((family) => countOf(text, family, judged))
  const most = Math.max(...counts)
  if (countOfMac(text, judged) > most) {
    const ofMac = { pattern: beyondAscii, next: new Set<string>() }
    return replacedIn(text, ofMac, shownByWindows, yielder)
  }
  const family = families[counts.indexOf(most)]
  return family ? replacedIn(text, family, await meaningsIn(text, family, yielder), yielder) : text
}

async function replacedIn(
  text: string,
  { pattern, next }: Pick<Family, 'pattern' | 'next'>,
  meant: ReadonlyMap<string, string>,
  yielder: Yielder,
): Promise<string> {
  const parts: string[] = []
  for (let from = 0; from < text.length;) {
    let end = from + pieceLength
    // No piece ends within a character: it is shown as three at most.
    for (let more = 0; more < 2 && next.has(text[end] ?? ' '); more += 1) end += 1
    parts.push(text.slice(from, end).replace(pattern, (shown) => meant.get(shown) ?? shown))
    from = end
    const pause = yielder.step(32)
    if (pause) await pause
  }
  return parts.join('')
}
