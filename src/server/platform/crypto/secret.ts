import { inspect } from 'node:util'

const printed = '[secret]'

/**
 * A value that must not reach a log, an error report or a reply by accident. Everything that turns an object
 * into text (JSON, templates, concatenation, `console.log`, `util.inspect`, pino) sees `[secret]`; only
 * `reveal()` gives the value, so that every use shows in a search for that word.
 *
 * It protects against careless printing, not against code that runs in the process.
 */
export class Secret<T extends string | Uint8Array> {
  readonly #value: T

  /** @param value the text, or the bytes; bytes are kept by reference, not copied. */
  constructor(value: T) {
    this.#value = value
  }

  /** The value itself. Keep it in the narrowest scope. */
  reveal(): T {
    return this.#value
  }

  toJSON(): string {
    return printed
  }

  toString(): string {
    return printed
  }

  [Symbol.toPrimitive](): string {
    return printed
  }

  [inspect.custom](): string {
    return printed
  }
}
