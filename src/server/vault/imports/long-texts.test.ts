import { expect, it } from 'vitest'
import { isOtpAddress, readOtpSecret } from '#domain/platform/one-time-code.ts'
import { withLineFeeds } from '#domain/platform/line-ends.ts'
import { holdsOtpAddress, isProse, isOtpValue } from './read-otp.ts'
import { columnName } from './column-names.ts'
import { isPrivateKey, secrecyOf, spacedKey } from './secret-names.ts'

const size = 256 * 1024
const readers = {
  withLineFeeds,
  readOtpSecret,
  isOtpAddress,
  isOtpValue,
  holdsOtpAddress,
  isProse,
  isPrivateKey,
  'the secrecy of a name': (text: string) => secrecyOf(columnName(spacedKey(text))),
}
const starts = ['', 'otpauth:', 'otpauth://', 'key=', 'a=b&', 'steam://a', '-----BEGIN ']

// What takes the square of the length would reach the limit of a test many times over.
it.each(Object.entries(readers))('%s reads 256 KiB of one character', (_name, read) => {
  for (const start of starts)
    for (const one of [
      '0',
      'a',
      'A',
      'é',
      '=',
      ' ',
      '\t',
      '\r',
      '\n',
      '\r\n',
      '\u2028',
      '-',
      '<',
      '&',
      'a=&',
    ])
      for (const end of ['', 'x', '!'])
        expect(read(`${start}${one.repeat(size / one.length)}${end}`)).toBeDefined()
})
