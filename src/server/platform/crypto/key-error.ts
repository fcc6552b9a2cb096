import { keyErrorTexts } from '#texts/platform/server.ts'

export type KeyErrorCode = keyof typeof keyErrorTexts
type Details<Code extends KeyErrorCode> = Parameters<(typeof keyErrorTexts)[Code]>

/**
 * A fault of the source of the root keys. The message is the sentence for the operator; it names paths, settings and
 * versions, never a key.
 */
export class KeyError extends Error {
  readonly code: KeyErrorCode

  constructor(code: KeyErrorCode, message: string) {
    super(message)
    this.name = 'KeyError'
    this.code = code
  }
}

/** Returns a KeyError; the details are those that the code's sentence names. */
export function keyError<Code extends KeyErrorCode>(code: Code, ...details: Details<Code>): KeyError {
  const sentence = keyErrorTexts[code] as (...details: Details<Code>) => string
  return new KeyError(code, sentence(...details))
}
