import { createHmac, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { namesRetiredKey, signJwt, verifyJwt } from './jwt.ts'
import { openKeyring } from './keyring.ts'

const keys = [1, 2].map((version) => ({ version, key: randomBytes(32) }))
const keyring = openKeyring({ active: 1, keys })
const now = Date.UTC(2026, 10, 21)
const minutes = 60_000
const token = signJwt(keyring.sealing(1), { typ: 'step1', sub: '4', jti: 'abc', now, lifetime: 5 * minutes })
const [header = '', payload = '', signature = ''] = token.split('.')
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token over any header and claims, signed with the right key: what only a fault of ours could make. */
function signed(head: unknown, claims: unknown): string {
  const input = `${part(head)}.${part(claims)}`
  return `${input}.${createHmac('sha256', keyring.system('jwt', 1).key).update(input).digest('base64url')}`
}

function expectRefusal(presented: string, at = now, typ = 'step1'): void {
  expect(verifyJwt(keyring, presented, { typ, now: at })).toBeNull()
}

describe('a step-1 token', () => {
  it('returns its claims until it expires [SIGN-18]', () => {
    const claims = { typ: 'step1', sub: '4', jti: 'abc', exp: now / 1000 + 300 }
    expect(verifyJwt(keyring, token, { typ: 'step1', now })).toEqual(claims)
    expect(verifyJwt(keyring, token, { typ: 'step1', now: now + 5 * minutes - 1 })).toEqual(claims)
    expectRefusal(token, now + 5 * minutes)
  })

  it('is refused for another use', () => {
    expectRefusal(token, now, 'reset')
  })

  it('is valid after a rotation, but not after the retirement of its key', () => {
    expect(verifyJwt(openKeyring({ active: 2, keys }), token, { typ: 'step1', now })?.jti).toBe('abc')
    const retired = openKeyring({ active: 2, keys: keys.slice(1) })
    expect(verifyJwt(retired, token, { typ: 'step1', now })).toBeNull()
  })

  it('that outlived its key is told from one of a key that never was', () => {
    const rotated = openKeyring({ active: 2, keys: keys.slice(1) })
    expect(namesRetiredKey(rotated, token, 'step1')).toBe(true)
    expect(namesRetiredKey(rotated, token, 'reset')).toBe(false)
    expect(namesRetiredKey(keyring, token, 'step1'), 'the key is still there').toBe(false)
    for (const kid of ['0', '-1', '2', '3', '9', '1.5', '../1', ''])
      expect(
        namesRetiredKey(rotated, signed({ alg: 'HS256', typ: 'JWT', kid }, { typ: 'step1' }), 'step1'),
      ).toBe(false)
    for (const text of ['', 'x', '.', 'a.b.c', `${header}.`, `${part(null)}.${payload}.x`])
      expect(namesRetiredKey(rotated, text, 'step1')).toBe(false)
  })

  it.each<[string, string]>([
    ['changed claims', `${header}.${part({ typ: 'step1', sub: '5', jti: 'abc', exp: 9e9 })}.${signature}`],
    ['another key', `${part({ alg: 'HS256', typ: 'JWT', kid: '2' })}.${payload}.${signature}`],
    ['an unknown key', `${part({ alg: 'HS256', typ: 'JWT', kid: '9' })}.${payload}.${signature}`],
    ['a shortened signature', token.slice(0, -1)],
    ['a signature spelt otherwise', token.slice(0, -1) + otherSpelling(token.at(-1) ?? '')],
    ['a payload of letters that end in the same bytes', token.replace(payload, raised(payload))],
    ['nothing', ''],
    ['two parts', `${header}.${payload}`],
    ['four parts', `${token}.x`],
    ['an empty signature', `${header}.${payload}.`],
    ['alg none', `${part({ alg: 'none', typ: 'JWT', kid: '1' })}.${payload}.`],
    ['alg none with a signature', signed({ alg: 'none', typ: 'JWT', kid: '1' }, {})],
    ['alg RS256', signed({ alg: 'RS256', typ: 'JWT', kid: '1' }, {})],
    ['alg hs256', signed({ alg: 'hs256', typ: 'JWT', kid: '1' }, {})],
    ['a crit header', signed({ alg: 'HS256', typ: 'JWT', kid: '1', crit: ['exp'] }, {})],
    ['no kid', signed({ alg: 'HS256', typ: 'JWT' }, {})],
    ['a kid that is no version', signed({ alg: 'HS256', typ: 'JWT', kid: '../1' }, {})],
    ['a header that is a list', signed([1, 2, 3], {})],
    ['a header that is not JSON', `abcd.${payload}.${signature}`],
    ['white space', `${token}\n`],
    ['plain base64', `${header}.${payload}.${'+'.repeat(43)}`],
    ['8 kB', `${header}.${'a'.repeat(8192)}.${signature}`],
    [
      'claims missing',
      signed({ alg: 'HS256', typ: 'JWT', kid: '1' }, { typ: 'step1', sub: '4', jti: 'abc' }),
    ],
    [
      'an exp that is a text',
      signed({ alg: 'HS256', typ: 'JWT', kid: '1' }, { typ: 'step1', sub: '4', jti: 'a', exp: '9' }),
    ],
    ['claims that are null', signed({ alg: 'HS256', typ: 'JWT', kid: '1' }, null)],
  ])('is refused with %s', (_name, presented) => {
    expectRefusal(presented)
  })
})

/** 43 characters of base64url carry 258 bits for 256: the last character has four spellings. */
function otherSpelling(last: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return alphabet[alphabet.indexOf(last) ^ 1] ?? ''
}

/** Returns other letters with the same low bytes. */
const raised = (text: string): string =>
  text.replace(/^./, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x100))
