import { fold } from './folding.ts'
import type { GuessDictionaries } from './guess-dictionaries.ts'
import { knownPhrases } from './known-phrases.ts'

/** Returns whether a password is common: one that many people choose. */
export type CommonPasswordCheck = (password: string) => boolean

/** Up to this many digits or signs around a common password leave it common. */
const longestDecoration = 8
/**
 * The number of neighbouring keys that count as a walk; shorter runs occur in any word. Random passwords
 * contain runs of three now and then: with these figures 5 of 400,000 of twelve characters count as walks,
 * none of sixteen.
 */
const shortestWalk = (characters: number): number => (characters < 16 ? 4 : 3)
/** The share of characters in walks from which a password counts as a walk. */
const walkedShare = 0.9

/** Substitutes for letters. 1 replaces two letters (`lettersFor`). */
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
 * Returns a function that recognises common passwords, ignoring case, accents, spaces and digits for letters:
 * - a leaked password or known phrase, also with a few digits or signs around it (`Password2026!`);
 * - a walk over a keyboard or along the alphabet (`azertyuiopqsdfghjklm`).
 * A repetition takes few guesses by the judge's own count (`passwordFloors`). Phrases and walks do not.
 *
 * Create it for one check and discard it: its tables would weigh on an idle server's memory.
 */
export function createCommonPasswordCheck({ words, keyboards }: GuessDictionaries): CommonPasswordCheck {
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

/** Returns a text without the few digits and signs around it; the text itself when there are many. */
function undecorated(text: string): string {
  const core = text.replace(/^[^\p{L}]{1,8}/u, '').replace(/[^\p{L}]{1,8}$/u, '')
  return text.length - core.length <= longestDecoration ? core : text
}

function isListed(text: string, listed: ReadonlySet<string>): boolean {
  const joined = text.replace(/[^\p{L}\p{N}]/gu, '')
  return listed.has(text) || knownPhrases.includes(joined)
}

type AreNeighbours = (one: string, other: string) => boolean

const alphabet: AreNeighbours = (one, other) =>
  Math.abs((one.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0)) === 1

/** Returns whether two keys touch on a layout, with or without modifiers (`é2` is one key). */
const neighboursOf =
  (layout: GuessDictionaries['keyboards'][string]): AreNeighbours =>
  (one, other) =>
    layout[one]?.some((key) => key?.includes(other)) ?? false

/** Returns whether runs of neighbouring or repeated characters make up most of a text, ignoring spaces. */
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
