import { fold } from './folding.ts'
import type { GuessDictionaries } from './guess-dictionaries.ts'
import { knownPhrases } from './known-phrases.ts'

/** Whether a password is one that many people choose. */
export type CommonPasswordJudge = (password: string) => boolean

/** So many digits or signs around a common password do not make it another one. */
const longestDecoration = 8
/** What is said several times is a word up to this length, and more of a phrase beyond. */
const longestWord = 12
/**
 * Neighbours are a walk from so many keys on; fewer are found in any word. Short passwords that are drawn at random hold
 * walks of three now and then: with these figures 5 of 400,000 of twelve characters are taken for a walk, none of sixteen.
 */
const shortestWalk = (characters: number): number => (characters < 16 ? 4 : 3)
/** The part of the characters that walks make up, from which on a password is nothing else. */
const walkedShare = 0.9

/** What is written for a letter; 1 stands for two. */
const written: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '\u20ac': 'e',
}

/**
 * Makes the judge of what is common: a password of the lists of leaked ones or a known phrase, as they are or with a few
 * digits or signs around (`Password2026!`); a few letters or a word said several times (`azertyazerty`,
 * `Trousseau-Trousseau-2026`); a walk over the keys of a keyboard or along the alphabet (`azertyuiopqsdfghjklm`). Case,
 * accents, spaces and digits written for letters do not count.
 * Made for one question: its tables would weigh on an idle server's memory.
 */
export function commonPasswordJudge({ words, keyboards }: GuessDictionaries): CommonPasswordJudge {
  const lists = Object.entries(words).flatMap(([name, list]) => (name.startsWith('passwords') ? list : []))
  const listed = new Set([...lists, ...knownPhrases])
  const layouts = Object.values(keyboards).map(neighboursOf)
  return (password) => {
    const text = fold(password)
    const typed = password.toLowerCase()
    const decorated = undecorated(text)
    const forms = [
      text,
      decorated,
      ...['i', 'l'].flatMap((one) => [lettersFor(text, one), lettersFor(decorated, one)]),
    ]
    return (
      forms.some((form) => isListed(form, listed) || isListed(form.replace(/\s/gu, ''), listed)) ||
      [...layouts, alphabet].some((areNeighbours) =>
        [typed, undecorated(typed)].some((form) => isWalk(form, areNeighbours)),
      )
    )
  }
}

const lettersFor = (text: string, one: string): string =>
  Array.from(text, (character) => (character === '1' ? one : (written[character] ?? character))).join('')

/** A text without the few digits and signs before and behind it; the text itself where they are many. */
function undecorated(text: string): string {
  const core = text.replace(/^[^\p{L}]{1,8}/u, '').replace(/[^\p{L}]{1,8}$/u, '')
  return text.length - core.length <= longestDecoration ? core : text
}

function isListed(text: string, listed: ReadonlySet<string>): boolean {
  const joined = text.replace(/[^\p{L}\p{N}]/gu, '')
  const [repeated, said] = [repeatedPart(text), repeatedPart(joined)]
  if (repeated !== text && (repeated.length <= 4 || listed.has(undecorated(repeated)))) return true
  if (said !== joined && said.length <= longestWord) return true
  return listed.has(text) || knownPhrases.includes(joined)
}

/** The shortest part which, repeated, makes the whole text; the text itself when there is none. */
function repeatedPart(text: string): string {
  // A text is periodic exactly when it is found again inside itself doubled, before its own end.
  const period = (text + text).indexOf(text, 1)
  return period > 0 && period < text.length ? text.slice(0, period) : text
}

type AreNeighbours = (one: string, other: string) => boolean

const alphabet: AreNeighbours = (one, other) =>
  Math.abs((one.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0)) === 1

/** Keys that touch each other on a layout, whatever is typed with them (`é2` is one key). */
const neighboursOf =
  (layout: GuessDictionaries['keyboards'][string]): AreNeighbours =>
  (one, other) =>
    layout[one]?.some((key) => key?.includes(other)) ?? false

/** Whether walks of neighbouring or repeated characters make up most of a text; spaces do not count. */
function isWalk(text: string, areNeighbours: AreNeighbours): boolean {
  const characters = Array.from(text.replace(/\s/gu, ''))
  const shortest = shortestWalk(characters.length)
  let walked = 0
  let length = 1
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1]
    if (next !== undefined && (next === character || areNeighbours(character, next))) {
      length += 1
      continue
    }
    if (length >= shortest) walked += length
    length = 1
  }
  return characters.length >= shortest && walked >= characters.length * walkedShare
}
