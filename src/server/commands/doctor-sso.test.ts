import { afterAll, beforeAll, expect, it } from 'vitest'
import { doctorTexts } from '#texts/commands.ts'
import { ssoFailureTexts } from '#texts/identity/sso-failures.ts'
import { readConfig } from '../config.ts'
import { publicUrl, startProvider, type TestProvider } from '#server/identity/sso/testing.ts'
import { checkSso } from './doctor-sso.ts'

const { bad, good, none, prompt, promptPage, scope, scopePage, steps } = doctorTexts.sso
const fault = (step: keyof typeof steps, code: keyof typeof ssoFailureTexts, said: string) =>
  bad(steps[step], ssoFailureTexts[code].title, said, ssoFailureTexts[code].help)

let provider: TestProvider
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.stop())

const said = async (change: Record<string, string> = {}) => {
  const env = { ...provider.env, TROUSSEAU_PUBLIC_URL: publicUrl, ...change }
  return (await checkSso(readConfig(env))).map(({ text }) => text)
}

it('the doctor tries each step of single sign-on, and says what is wrong', async () => {
  expect(await said()).toEqual([good.discovery, good.keys, good.client, good.request])
  expect(await said({ SSO_ISSUER: provider.issuer.replace('127.0.0.1', 'localhost') })).toEqual([
    fault('discovery', 'ISSUER_DIFFERENT', provider.issuer),
  ])
  expect((await said({ SSO_CLIENT_SECRET: 'un tout autre secret' }))[2]).toBe(
    fault('client', 'CLIENT_REFUSED', 'invalid_client – client authentication failed'),
  )
  expect((await said({ TROUSSEAU_PUBLIC_URL: 'http://localhost:9999' }))[3]).toBe(
    fault('request', 'REQUEST_REFUSED', 'HTTP 400'),
  )
  provider.answers = (path) => (path === '/jwks' ? { status: 404, body: {} } : null)
  expect((await said())[1]).toBe(fault('keys', 'KEYS_WRONG', 'HTTP 404'))
  provider.answers = () => ({ status: 503, body: {} })
  expect(await said()).toEqual([fault('discovery', 'PROVIDER_AWAY', 'HTTP 503')])
  provider.answers = () => null
})

it('the doctor names the issuer that the provider states, however long', async () => {
  const stated = [
    'https://sts.windows.net/8f0c3a5e-7d21-4b1c-9a56-0e2f6d7c8b91/',
    'https://connexion.mairie-exemple.fr/realms/agents',
  ]
  for (const issuer of stated) {
    provider.answers = () => ({ status: 200, body: { issuer } })
    expect(await said()).toEqual([fault('discovery', 'ISSUER_DIFFERENT', issuer)])
  }
  provider.answers = () => null
})

it('the doctor tells that a provider refuses prompt=select_account', async () => {
  provider.manners = { ...provider.manners, knowsSelectAccount: false }
  provider.rotate()
  expect(await said()).toEqual([good.discovery, good.keys, good.client, prompt])
  expect(await said({ SSO_PROMPT: 'none' })).toEqual([good.discovery, good.keys, good.client, good.request])
})

it('the doctor tells of a scope that a provider refuses, without which sign-ons succeed', async () => {
  provider.manners = { ...provider.manners, knowsSelectAccount: true, knowsUserRead: false }
  provider.rotate()
  const env = { ...provider.env, TROUSSEAU_PUBLIC_URL: publicUrl }
  const findings = await checkSso(readConfig(env))
  expect(findings.at(-1)).toEqual({ state: 'good', text: scope })
  provider.manners = { ...provider.manners, knowsSelectAccount: false }
  provider.rotate()
  expect((await said()).at(-1)).toBe(prompt)
  provider.manners = { ...provider.manners, knowsSelectAccount: true, knowsUserRead: true }
  provider.rotate()
})

it('the doctor tells of a page in place of a return, from which nobody returns', async () => {
  const page = { status: 400, body: {} }
  provider.answers = (path, query) => (path === '/auth' && query.has('prompt') ? page : null)
  expect((await said()).at(-1)).toBe(promptPage)
  expect((await said({ SSO_PROMPT: 'none' })).at(-1)).toBe(good.request)
  provider.answers = (path, query) =>
    path === '/auth' && query.get('scope')?.includes('user.read') === true ? page : null
  expect((await said()).at(-1)).toBe(scopePage)
  provider.answers = (path) => (path === '/token' ? { status: 404, body: {} } : null)
  expect((await said())[2]).toBe(fault('client', 'EXCHANGE_WRONG', 'HTTP 404'))
  provider.answers = () => null
})

it('the doctor ends in sentences when the provider goes away between two steps', async () => {
  const refused = fault('client', 'CLIENT_REFUSED', 'invalid_client – client authentication failed')
  const away = fault('request', 'PROVIDER_AWAY', 'HTTP 503')
  let discovered = 0
  provider.answers = (path) => {
    if (path === '/.well-known/openid-configuration') discovered += 1
    return discovered > 1 ? { status: 503, body: {} } : null
  }
  const lines = await said({ SSO_CLIENT_SECRET: 'un tout autre secret' })
  expect(lines).toEqual([good.discovery, good.keys, refused, away])
  expect(discovered).toBeGreaterThan(1)
  provider.answers = () => null
})

it('without single sign-on there is nothing to try', async () => {
  expect(await checkSso(readConfig({}))).toEqual([{ state: 'unknown', text: none }])
})
