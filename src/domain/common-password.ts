import { fold } from './folding.ts'
import type { GuessDictionaries } from './guess-dictionaries.ts'
import { knownPhrases } from './known-phrases.ts'

/** Whether a password is one that many people choose. */
export type CommonPasswordJudge = (password: string) => boolean

/** So many digits or signs around a common password do not make it another one. */
const longestDecoration = 8
/** Neighbours are a walk from so many keys on; fewer are found in any word. */
const shortestWalk = 3
/** The part of the characters that walks make up, from which on a password is nothing else. */
const walkedShare = 3 / 4

/**
 * Makes the judge of what is common: a password of the lists of leaked ones or a known phrase, as they are or with a few
 * digits or signs around (`Password2026!`); something short or listed said several times (`azertyazerty`); a walk over
 * the keys of a keyboard or along the alphabet (`azertyuiopqsdfghjklm`). Case, accents and spaces do not count.
 * Made for one question: its tables would weigh on an idle server's memory.
 */
export function commonPasswordJudge({ words, keyboards }: GuessDictionaries): CommonPasswordJudge {
  const lists = Object.entries(words).flatMap(([name, list]) => (name.startsWith('passwords') ? list : []))
  const listed = new Set([...lists, ...knownPhrases])
  const layouts = Object.values(keyboards).map(neighboursOf)
  return (password) => {
    const text = fold(password)
    return (
      [text, text.replace(/\s/gu, '')].some((form) => isListed(form, listed)) ||
      [...layouts, alphabet].some((areNeighbours) => isWalk(password.toLowerCase(), areNeighbours))
    )
  }
}

function isListed(text: string, listed: ReadonlySet<string>): boolean {
  const repeated = repeatedPart(text)
  if (repeated !== text && (repeated.length <= 4 || listed.has(repeated))) return true
  const core = text.replace(/^[^\p{L}]{1,8}/u, '').replace(/[^\p{L}]{1,8}$/u, '')
  const letters = text.replace(/[^\p{L}]/gu, '')
  return (
    listed.has(text) ||
    (text.length - core.length <= longestDecoration && listed.has(core)) ||
    // A phrase is one with hyphens or points between its words, too.
    (text.length - letters.length <= longestDecoration && knownPhrases.includes(letters))
  )
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
  let walked = 0
  let length = 1
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1]
    if (next !== undefined && (next === character || areNeighbours(character, next))) {
      length += 1
      continue
    }
    if (length >= shortestWalk) walked += length
    length = 1
  }
  return characters.length >= shortestWalk && walked >= characters.length * walkedShare
}
