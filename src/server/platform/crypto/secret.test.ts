import { Console } from 'node:console'
import { PassThrough } from 'node:stream'
import { format, inspect } from 'node:util'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { Secret } from './secret.ts'

const value = 'tournesol-7391'
const secret = new Secret(value)
/** The secret with the type of a printable text. */
const careless = secret as unknown as string

/** Returns the output of a log writer. */
function captured(write: (stream: PassThrough) => void): string {
  const stream = new PassThrough()
  write(stream)
  return String(stream.read())
}

describe('a secret', () => {
  it('returns its value by reveal() only', () => {
    expect(secret.reveal()).toBe(value)
    expect(Object.keys(secret)).toEqual([])
  })

  it.each([
    ['JSON', () => JSON.stringify({ deep: [secret] })],
    ['a template', () => `${careless}`],
    ['concatenation', () => '' + careless + String(secret)],
    ['util.inspect', () => inspect({ deep: [secret] }, { showHidden: true, depth: 9 })],
    ['util.format', () => format('%s %o %j %O', secret, secret, secret, secret)],
    ['console.log', () => captured((stream) => new Console(stream).log(secret, { secret }))],
    [
      'pino',
      () =>
        captured((stream) => pino(stream).info({ secret, deep: { secret } }, 'text %s %o', secret, secret)),
    ],
    ['an error message', () => inspect(new Error(`failed with ${careless}`, { cause: secret }))],
    ['spreading', () => JSON.stringify(Object.assign({}, secret))],
  ])('does not print through %s', (_way, print) => {
    expect(print()).not.toContain(value)
  })

  it('does not print bytes either', () => {
    const bytes = new Secret(Buffer.from(value))
    expect(inspect(bytes, { showHidden: true })).toBe('[secret]')
    expect(JSON.stringify({ bytes })).toBe('{"bytes":"[secret]"}')
  })
})
