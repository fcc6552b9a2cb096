import { ZxcvbnFactory, type MatchExtended } from '@zxcvbn-ts/core'
import type { GuessDictionaries } from './guess-dictionaries.ts'
import { ownWordsOf, ratedCharacters, runsOfOwnWords, shortestOwnWord } from './own-words.ts'
import {
  capOfGuesses,
  judgedForm,
  levelByCount,
  measureStrength,
  type StrengthLevel,
  type StrengthResult,
} from './password-strength.ts'
import { withoutSigns } from './separators.ts'

/** Why a password is easier to guess than its ANSSI count suggests. */
export const guessReasons = [
  'FORBIDDEN_WORD',
  'COMMON_PASSWORD',
  'NAME',
  'COMMON_WORD',
  'KEYBOARD',
  'REPEAT',
  'SEQUENCE',
  'DATE',
  'SUBSTITUTION',
  'REVERSED',
  'ACCENTS',
  'GUESSABLE',
] as const
export type ReasonCode = (typeof guessReasons)[number]

/**
 * `counted` is the ANSSI count. `guess` is the estimate of guesses, null without dictionaries and for an
 * empty password; its `cap` counts no accents. `level` is the lower of the two, `reasons` why it was lowered (empty when
 * it was not).
 */
export type PasswordRating = {
  counted: StrengthResult
  guess: { guessesLog10: number; cap: StrengthLevel } | null
  level: StrengthLevel
  reasons: ReasonCode[]
}

/** Rates a password. `forbiddenWords` are texts to try first, such as the item's name and login. */
export type PasswordRater = (password: string, forbiddenWords: readonly string[]) => PasswordRating

/**
 * Limits that bring the longest password from half a second to at most 50 ms: the first 64 characters, and 8
 * substitutions (@ for a) undone at a time. Measured: the ratings of the tests' passwords are the same with
 * zxcvbn's own 256 and 100.
 */
const undoneSubstitutions = 8
/** Below so many guesses, as a decimal logarithm, no level and no floor asks for more. */
const lowestCap = 8

type Guess = { readonly guessesLog10: number; readonly sequence: readonly MatchExtended[] }

/** Returns a rating by count alone, for while the dictionaries load. */
export function countOnly(password: string): PasswordRating {
  const counted = measureStrength(password)
  return { counted, guess: null, level: levelByCount(password), reasons: [] }
}

/**
 * Returns a function that rates passwords. It holds the ranked dictionaries (some 60 MB), so create it once.
 * A call is synchronous and takes from one to fifty milliseconds.
 */
export function createPasswordRater({ words, keyboards }: GuessDictionaries): PasswordRater {
  const zxcvbn = new ZxcvbnFactory({
    graphs: keyboards,
    maxLength: ratedCharacters,
    l33tMaxSubstitutions: undoneSubstitutions,
  })
  rankWords(zxcvbn, words)
  /** zxcvbn counts four decimal orders for each part, whatever it is: own words in a row are given to it as one word. */
  const check = (text: string, words: string[]): Guess =>
    zxcvbn.check(text, [...words, ...runsOfOwnWords(text, words)])
  /**
   * Returns the guess of a password, or of its words without the signs between them if that is lower. zxcvbn counts each
   * sign as a part of its own, and four decimal orders for each part.
   */
  const joinedGuess = (judged: string, words: string[], spelt: Guess): Guess => {
    if (spelt.guessesLog10 < lowestCap) return spelt
    const joined = withoutSigns(judged.slice(0, ratedCharacters))
    if (joined === null) return spelt
    const { guessesLog10, sequence } = check(joined.text, words)
    const withSigns = guessesLog10 + joined.signsLog10
    return withSigns < spelt.guessesLog10 ? { guessesLog10: withSigns, sequence } : spelt
  }
  return (password, forbiddenWords) => {
    const rating = countOnly(password)
    const { counted, level: byCount } = rating
    if (counted.level === 0) return rating
    const words = ownWordsOf(forbiddenWords)
    const judged = judgedForm(password)
    const plain = check(judged, words)
    // Rows of a keyboard are found as they are typed: some of their keys are accented letters.
    const typed = judged === password ? plain : check(typedForm(password), words)
    const spelt = typed.guessesLog10 < plain.guessesLog10 ? typed : plain
    const { guessesLog10, sequence } = joinedGuess(judged, words, spelt)
    const guessed = capOfGuesses(guessesLog10)
    const level = guessed < byCount ? guessed : byCount
    const found = new Set<ReasonCode>([
      ...(guessed < counted.level ? reasonsOf(sequence) : []),
      ...(byCount < counted.level ? (['ACCENTS'] as const) : []),
    ])
    return {
      counted,
      guess: { guessesLog10, cap: level },
      level,
      reasons: guessReasons.filter((reason) => found.has(reason)),
    }
  }
}

/** Returns a password with composed accents, as far as it is rated: a character has a few code units at most. */
const typedForm = (password: string): string => password.slice(0, ratedCharacters * 4).normalize('NFC')

/**
 * Merges zxcvbn's twenty ranked lists into five, by reason, with each word at its best rank, which alone
 * counts. Each part of a password is then looked up in five lists. zxcvbn has no option for it; a test
 * compares the guesses.
 */
function rankWords(zxcvbn: ZxcvbnFactory, words: GuessDictionaries['words']): void {
  const options = zxcvbn['options']
  const ranked: Record<string, Record<string, number>> = {}
  const longest: Record<string, number> = {}
  for (const [name, list] of Object.entries(words)) {
    const reasoned = reasonOfDictionary.find(([start]) => name.startsWith(start))?.[0] ?? 'words'
    const joined = options.isWordSequence(name) ? 'months' : reasoned
    const ranks = (ranked[joined] ??= Object.create(null) as Record<string, number>)
    for (const [index, word] of list.entries()) {
      ranks[word] = Math.min(index + 1, ranks[word] ?? Infinity)
      longest[joined] = Math.max(longest[joined] ?? 0, word.length)
    }
  }
  Object.assign(options, { rankedDictionaries: ranked, rankedDictionariesMaxWordSize: longest })
}

/** The reason for each pattern of zxcvbn, except dictionaries. */
const reasonOfPattern: Partial<Record<string, ReasonCode>> = {
  spatial: 'KEYBOARD',
  repeat: 'REPEAT',
  sequence: 'SEQUENCE',
  wordSequence: 'SEQUENCE',
  date: 'DATE',
  regex: 'DATE',
}

/** The reason for each dictionary, by the start of its name. */
const reasonOfDictionary: readonly [string, ReasonCode][] = [
  ['userInputs', 'FORBIDDEN_WORD'],
  ['passwords', 'COMMON_PASSWORD'],
  ['firstnames', 'NAME'],
  ['lastnames', 'NAME'],
]

function reasonsOf(sequence: readonly MatchExtended[]): ReasonCode[] {
  const found = new Set(sequence.flatMap(reasonsOfMatch))
  const reasons = guessReasons.filter((reason) => found.has(reason))
  return reasons.length > 0 ? reasons : ['GUESSABLE']
}

function reasonsOfMatch(match: MatchExtended): ReasonCode[] {
  const reason = reasonOfPattern[match.pattern]
  if (reason) return [reason]
  // A word of two letters occurs anywhere by chance and explains nothing.
  if (match.pattern !== 'dictionary' || match.token.length < shortestOwnWord) return []
  const dictionary = String(match['dictionaryName'])
  const named = reasonOfDictionary.find(([start]) => dictionary.startsWith(start))?.[1] ?? 'COMMON_WORD'
  return [
    named,
    ...(match['l33t'] === true ? (['SUBSTITUTION'] as const) : []),
    ...(match['reversed'] === true ? (['REVERSED'] as const) : []),
  ]
}
