import { expect, it } from 'vitest'
import { Refusal } from '#domain/platform/refusals.ts'
import { readOptionalPattern, readPattern } from './patterns.ts'

const refusalOf = (read: () => string): Refusal => {
  try {
    throw new Error(`read as ${read()}`)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

it('a text is stored trimmed and with composed accents', () => {
  expect(readPattern('firstName', 'REGEX_FIRST_NAME', '  He\u0301le\u0300ne ')).toBe('H\u00e9l\u00e8ne')
})

it('the refusal of a text that breaks its rule names the field', () => {
  const refusal = refusalOf(() => readPattern('login', 'REGEX_LOGIN', 'a <b>'))
  expect(refusal).toMatchObject({ code: 'PATTERN_MISMATCH', details: { field: 'body/login' } })
})

it('blanks count as empty: refused in a required field, accepted in others', () => {
  expect(refusalOf(() => readPattern('login', 'REGEX_LOGIN', ' \t ')).code).toBe('VALUE_REQUIRED')
  expect(readOptionalPattern('firstName', 'REGEX_FIRST_NAME', '   ')).toBe('')
})
