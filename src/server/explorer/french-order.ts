import { frenchCollator } from '#domain/folding.ts'
import type { Breather } from '../elements/breather.ts'

export type Named = { readonly id: number; readonly name: string }

/** The order of names in lists: French, then by id where names are the same. */
export type FrenchOrder = {
  compare(one: Named, other: Named): number
  /** The elements in order; it lets others run in between, as 100,000 comparisons by the collator take long. */
  sorted<Element extends Named>(elements: readonly Element[], breather: Breather): Promise<Element[]>
}

const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index))
const marks = /[\u0300-\u0302\u0308\u0327]/g
const runLength = 500

/**
 * The order of `frenchCollator`, made fast for long lists. Most names differ by their letters alone, and a key
 * tells that by a plain comparison of texts: each character stands as its rank for the collator, accents and case
 * left out, a number as its length and its digits. Names with anything but ASCII and the accents of French have no
 * key, and names of one key differ by accent or case: both are left to the collator.
 */
export function createFrenchOrder(): FrenchOrder {
  const collator = frenchCollator()
  const ranks = ranksOf(collator.compare)
  const byName = (one: Named, other: Named): number =>
    collator.compare(one.name, other.name) || one.id - other.id

  type Keyed<Element> = { element: Element; key: string | null }
  const byKey = (one: Keyed<Named>, other: Keyed<Named>): number => {
    if (one.key !== null && other.key !== null && one.key !== other.key) return one.key < other.key ? -1 : 1
    return byName(one.element, other.element)
  }

  return {
    compare: byName,
    async sorted(elements, breather) {
      let runs: Keyed<(typeof elements)[number]>[][] = []
      for (let at = 0; at < elements.length; at += runLength) {
        const run = elements.slice(at, at + runLength)
        runs.push(run.map((element) => ({ element, key: sortKey(element.name, ranks) })).toSorted(byKey))
        const pause = breather.step(runLength)
        if (pause) await pause
      }
      while (runs.length > 1) {
        const merged: typeof runs = []
        for (let at = 0; at < runs.length; at += 2) {
          merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], byKey, breather))
        }
        runs = merged
      }
      return (runs[0] ?? []).map(({ element }) => element)
    },
  }
}

/** The rank of each printable character for the collator, letters of both cases alike. */
function ranksOf(compare: (one: string, other: string) => number): Map<string, string> {
  const lower = printable.filter((character) => character === character.toLowerCase())
  const ordered = lower.toSorted(compare)
  const ranks = new Map(ordered.map((character, rank) => [character, String.fromCharCode(0x20 + rank)]))
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') ranks.set(letter.toUpperCase(), ranks.get(letter) ?? '')
  return ranks
}

/** A text by which names compare as their letters do, or null when only the collator can tell. */
export function sortKey(name: string, ranks: ReadonlyMap<string, string>): string | null {
  const plain = /^[ -~]*$/.test(name) ? name : name.normalize('NFD').replace(marks, '')
  let key = ''
  for (let at = 0; at < plain.length; at += 1) {
    const character = plain.charAt(at)
    if (character >= '0' && character <= '9') {
      const digits = /^0*([0-9]*)/.exec(plain.slice(at))
      const number = digits?.[1] ?? ''
      if (number.length > 30) return null
      // A longer number is a greater one; its digits then tell. All stand where a digit stands.
      key += (ranks.get('0') ?? '') + String.fromCharCode(number.length + 1) + number
      at += (digits?.[0].length ?? 1) - 1
      continue
    }
    const rank = ranks.get(character)
    if (rank === undefined) return null
    key += rank
  }
  return key
}

async function merge<Element>(
  one: readonly Element[],
  other: readonly Element[],
  compare: (a: Element, b: Element) => number,
  breather: Breather,
): Promise<Element[]> {
  if (other.length === 0) return [...one]
  const merged: Element[] = []
  let left = 0
  let right = 0
  while (left < one.length && right < other.length) {
    const [a, b] = [one[left] as Element, other[right] as Element]
    if (compare(a, b) <= 0) {
      merged.push(a)
      left += 1
    } else {
      merged.push(b)
      right += 1
    }
    const pause = breather.step()
    if (pause) await pause
  }
  return merged.concat(one.slice(left), other.slice(right))
}
