import { errorTexts } from './errors.ts'
import { formatKilobytes } from './format.ts'

/** Returns the specification's sentence for a file over its limit, in bytes. */
export const fileTooLarge = (maximumBytes: number): string =>
  `${errorTexts.TOO_LARGE}. Taille maximale: ${formatKilobytes(maximumBytes)}`
