/**
 * The alphabets of the ANSSI count, smallest first, with the reply's flag for each. `holds` says whether every
 * character of a password belongs to it; the last one holds everything. 70 is the nominal size that ANSSI gives
 * to 62 letters and digits with the usual signs, 90 what it gives to anything wider.
 * Source: ANSSI, "Calculer la force d'un mot de passe".
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
 * `length` in code points; `coef` bits per character, two decimals; `strength` bits, not rounded; `level`;
 * and nine flags of which the one of the smallest fitting alphabet is true (none for an empty password).
 */
export type StrengthResult = {
  length: number
  coef: number
  strength: number
  level: StrengthLevel
} & Record<StrengthFlag, boolean>

/** The level reached below each number of bits. */
const levelSteps = [
  { below: 64, level: 1 },
  { below: 80, level: 2 },
  { below: 100, level: 3 },
  { below: 128, level: 4 },
  { below: Infinity, level: 5 },
] as const

/** The level of a number of bits (not rounded), 0 bits being an empty password. */
export const levelOfBits = (bits: number): StrengthLevel =>
  bits <= 0 ? 0 : (levelSteps.find(({ below }) => bits < below)?.level ?? 5)

/** The ANSSI count of a password: length × log2 of the smallest alphabet that holds all its characters. */
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
 * The highest level that a number of guesses (its decimal logarithm) leaves. 10^8 is where zxcvbn itself stops
 * calling a password guessable, 10^10 where it starts to call it very unguessable; two more decimal orders a level
 * then follow. A random password of any level needs at least a thousand times more guesses than the cap above it
 * asks for, so randomness is never capped: 13 random characters (level 3) take 10^13, 16 (level 4) 10^16.
 */
const capSteps = [
  { below: 8, cap: 1 },
  { below: 10, cap: 2 },
  { below: 12, cap: 3 },
  { below: 14, cap: 4 },
  { below: Infinity, cap: 5 },
] as const

/** The highest level that a number of guesses leaves. */
export const capOfGuesses = (guessesLog10: number): StrengthLevel =>
  capSteps.find(({ below }) => guessesLog10 < below)?.cap ?? 5
