import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cleanText, type KnownValues } from './clean-text.ts'

const nothing: KnownValues = { secrets: [], addresses: [] }
const uuid = '8f0c3a5e-7d21-4b1c-9a56-0e2f6d7c8b91'
const token = 'SplxlOBeZQQYbYS6WxSbIA9k'
const clean = (text: string, known = nothing) => cleanText(text, 300, known)

it('an address stays readable, with its UUIDs and the words of its path', () => {
  for (const address of [
    `https://sts.windows.net/${uuid}/`,
    'https://connexion.mairie-exemple.fr/realms/agents',
    'https://connexion.mairie-exemple.fr:8443/realms/AgentsMairie/.well-known/openid-configuration',
    `https://login.microsoftonline.com/te/${uuid}/b2c_1a_signup_signin/v2.0`,
    'http://192.168.10.20:8080/realms/master',
    'http://[2001:db8::1]/adfs',
    'https://authentification.communaute-de-communes-exemple.fr',
  ])
    for (const sentence of [address, `L'adresse '${address}'.`, `Voir (${address}), puis réessayer.`])
      expect(clean(sentence)).toBe(sentence)
})

it('what may be no address is left out of one: query, fragment, name, and the path from a token on', () => {
  for (const [written, left] of [
    [`https://a.fr/retour?code=${token}`, 'https://a.fr/retour?[…]'],
    ['https://a.fr/retour?code=1', 'https://a.fr/retour?[…]'],
    [`https://a.fr/retour#access_token=${token}`, 'https://a.fr/retour#[…]'],
    [`https://camille:${token}@a.fr/x`, '[…]'],
    [`https://camille@a.fr/x`, '[…]'],
    [`https://a.fr/realms/${token}/auth`, 'https://a.fr/realms/[…]'],
    ['https://a.fr/ab%2Fcd/x', 'https://a.fr/[…]'],
    [`https://${token}.a.fr/x`, '[…]'],
    [`ftp://a.fr/${token}`, 'ftp:[…]'],
  ] as const)
    expect(clean(`Refusé : ${written} !`), written).toBe(`Refusé : ${left} !`)
})

it('our own addresses stay to the letter, and only they', () => {
  const issuer = 'https://idp.exemple.fr/oauth2/aus1a2b3c4d5E6F7g8h9'
  const known = {
    secrets: [],
    addresses: [issuer, `${issuer}/`, 'https://coffre.exemple.fr/api/auth/sso/callback'],
  }
  for (const address of [issuer, `${issuer}/`, `${issuer}/.well-known/openid-configuration`])
    expect(clean(`'${address}'`, known)).toBe(`'${address}'`)
  expect(clean(`${issuer}?code=${token}`, known)).toBe(`${issuer}?[…]`)
  expect(clean(`${issuer}/${token}`, known)).toBe(`${issuer}/[…]`)
  expect(clean(`${issuer}0`, known)).toBe('https://idp.exemple.fr/oauth2/[…]')
  expect(clean(issuer)).toBe('https://idp.exemple.fr/oauth2/[…]')
})

it('a secret is hidden in every form, also where it stands in one of our addresses', () => {
  const secret = 'motdepasse &+é'
  const known = { secrets: [secret, 'agents'], addresses: ['https://a.fr/realms/agents'] }
  const split = 'mot\u200bdepasse\n&+é'
  for (const form of [secret, encodeURIComponent(secret), 'motdepasse+%26%2B%C3%A9', split])
    expect(clean(`a ${form} b`, known)).toBe('a […] b')
  expect(clean('https://a.fr/realms/agents', known)).not.toContain('agents')
})

it('no token is left, wherever it stands in a text or an address', () => {
  // From a hash: what a test shrinks to a few repeated bytes is no token.
  const secret = fc
    .tuple(fc.nat(), fc.integer({ min: 16, max: 64 }), fc.constantFrom('base64url', 'base64', 'hex'))
    .map(([seed, length, encoding]) =>
      createHash('sha512')
        .update(String(seed))
        .digest()
        .subarray(0, length)
        .toString(encoding as BufferEncoding),
    )
  const jwt = fc.tuple(secret, secret, secret).map((parts) => parts.join('.'))
  const places: ((hidden: string) => string)[] = [
    (hidden) => hidden,
    (hidden) => `code '${hidden}'`,
    (hidden) => `code=${hidden}&x=1`,
    (hidden) => `https://a.fr/${hidden}`,
    (hidden) => `https://a.fr/realms/${hidden}/x`,
    (hidden) => `https://a.fr/x?code=${hidden}`,
    (hidden) => `https://a.fr/x#${hidden}`,
    (hidden) => `https://${hidden}@a.fr/x`,
    (hidden) => `https://x:${hidden}@a.fr/x`,
    (hidden) => `https://${hidden}/x`,
    (hidden) => `https://${hidden}.a.fr`,
    (hidden) => `https://a.fr:${hidden}/`,
    (hidden) => `https://idp.exemple.fr/${hidden}`,
    (hidden) => `https://idp.exemple.fr${hidden}`,
    (hidden) => `${hidden}https://a.fr`,
    (hidden) => `id_token: ${hidden}.`,
  ]
  const known = { secrets: [], addresses: ['https://idp.exemple.fr/'] }
  fc.assert(
    fc.property(fc.oneof(secret, jwt), fc.constantFrom(...places), (hidden, place) => {
      const left = (clean(place(hidden), known) ?? '').toLowerCase()
      // A path may keep the pieces of a token in base64 that stand before its first slash.
      const pieces = Array.from({ length: hidden.length - 15 }, (_, at) => hidden.slice(at, at + 16))
      expect(pieces.filter((piece) => left.includes(piece.toLowerCase()))).toEqual([])
    }),
    { numRuns: 2_000 },
  )
})

it('any other text is one line of the length that was asked for', () => {
  const parts = [
    'a',
    ' ',
    'é',
    '\u202e',
    '\u0000',
    '\u2028',
    '\ud83d',
    '😀',
    'https://',
    'a.fr',
    '/',
    '?',
    '@',
    token,
  ]
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...parts), { maxLength: 60 }).map((one) => one.join('')),
      (text) => {
        const left = cleanText(text, 80, nothing)
        expect(Array.from(left ?? '').length).toBeLessThanOrEqual(80)
        expect(left ?? 'x').toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+$/u)
      },
    ),
  )
})
