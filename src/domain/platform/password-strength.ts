import { withoutAccents } from './accents.ts'

/**
 * The alphabets of the ANSSI count, smallest first, each with its flag in the reply. `holds` matches
 * passwords whose characters all belong to it; the last one matches everything. 70 is ANSSI's nominal size of
 * 62 letters and digits with the usual signs, 90 that of anything wider. Source: ANSSI, "Calculer la force
 * d'un mot de passe".
 */
const alphabets = [
  { size: 2, flag: 'isSymVeryWeak2', holds: /^[01]*$/u },
  { size: 10, flag: 'isSymWeak10', holds: /^[0-9]*$/u },
  { size: 16, flag: 'isSymAverage16', holds: /^[0-9A-F]*$/u },
  { size: 26, flag: 'isSymAverage26', holds: /^(?:[a-z]*|[A-Z]*)$/u },
  { size: 36, flag: 'isSymAverage36', holds: /^(?:[a-z0-9]*|[A-Z0-9]*)$/u },
  { size: 52, flag: 'isSymAverage52', holds: /^[a-zA-Z]*$/u },
  { size: 62, flag: 'isSymStrong62', holds: /^[a-zA-Z0-9]*$/u },
  { size: 70, flag: 'isSymVeryStrong70', holds: /^[a-zA-Z0-9!#$*%?]*$/u },
  { size: 90, flag: 'isSymVeryStrong90', holds: /^[\s\S]*$/u },
] as const

export type StrengthFlag = (typeof alphabets)[number]['flag']

/** 0 empty, 1 very weak, 2 weak, 3 average, 4 strong (recommended), 5 very strong. */
export type StrengthLevel = 0 | 1 | 2 | 3 | 4 | 5

/** The style of each level, in the specification's words. */
export const strengthStyles = ['none', 'woody', 'bronze', 'silver', 'gold', 'platinum'] as const

/**
 * `length` in code points; `coef` in bits per character, two decimals; `strength` in bits, not rounded. Of
 * the nine flags, that of the smallest fitting alphabet is true (none for an empty password).
 */
export type StrengthResult = {
  length: number
  coef: number
  strength: number
  level: StrengthLevel
} & Record<StrengthFlag, boolean>

/** The level below each number of bits. */
const levelSteps = [
  { below: 64, level: 1 },
  { below: 80, level: 2 },
  { below: 100, level: 3 },
  { below: 128, level: 4 },
  { below: Infinity, level: 5 },
] as const

/** Returns the level of a number of bits (not rounded); 0 bits are an empty password. */
export const levelOfBits = (bits: number): StrengthLevel =>
  bits <= 0 ? 0 : (levelSteps.find(({ below }) => bits < below)?.level ?? 5)

/**
 * Returns the ANSSI count of a password: length × log2 of the smallest alphabet that contains all its
 * characters.
 */
export function measureStrength(password: string): StrengthResult {
  const length = Array.from(password).length
  const alphabet = length === 0 ? undefined : alphabets.find(({ holds }) => holds.test(password))
  const bitsPerCharacter = alphabet ? Math.log2(alphabet.size) : 0
  const strength = length * bitsPerCharacter
  const flags = Object.fromEntries(alphabets.map(({ flag }) => [flag, flag === alphabet?.flag]))
  return {
    length,
    coef: Math.round(bitsPerCharacter * 100) / 100,
    strength,
    level: levelOfBits(strength),
    ...(flags as Record<StrengthFlag, boolean>),
  }
}

/**
 * The version of the rules that give a level. Raise it when they change: stored levels of a former version are computed
 * again in the background. 1: without accents. 2: also without the signs between words.
 */
export const judgeVersion = 2

/** Longer texts have the highest level whatever follows, and normalising many marks takes long. */
const foldedUnits = 1_024

/**
 * Returns a password as its level is judged: without accents, since whoever guesses tries both. Only the first 1,024 code
 * units.
 */
export const judgedForm = (password: string): string => withoutAccents(password.slice(0, foldedUnits))

/** Returns the level by the count alone: that of the password without its accents, never above that of the ANSSI count. */
export function levelByCount(password: string): StrengthLevel {
  const { level } = measureStrength(password)
  const judged = judgedForm(password)
  return judged === password ? level : (Math.min(level, measureStrength(judged).level) as StrengthLevel)
}

/**
 * The highest level for a number of guesses (its decimal logarithm). zxcvbn stops calling a password
 * guessable at 10^8 and starts to call it very unguessable at 10^10; two more decimal orders a level follow.
 * A random password of any level needs at least a thousand times more guesses than the cap above it requires,
 * so random passwords are never capped: 13 random characters (level 3) take 10^13, 16 (level 4) 10^16.
 */
const capSteps = [
  { below: 8, cap: 1 },
  { below: 10, cap: 2 },
  { below: 12, cap: 3 },
  { below: 14, cap: 4 },
  { below: Infinity, cap: 5 },
] as const

/** Returns the highest level for a number of guesses. */
export const capOfGuesses = (guessesLog10: number): StrengthLevel =>
  capSteps.find(({ below }) => guessesLog10 < below)?.cap ?? 5
