import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { checkSso } from '#server/commands/doctor-sso.ts'
import { doctorTexts } from '#texts/commands.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { newVisitor, publicUrl, signOn, startProvider, type Manners, type TestProvider } from './testing.ts'

let provider: TestProvider
let usual: Manners
let app: TestApp | null = null
beforeAll(async () => {
  provider = await startProvider()
  usual = provider.manners
})
afterEach(async () => {
  await app?.close()
  app = null
  provider.manners = usual
  provider.rotate()
})
afterAll(() => provider.stop())

const behave = (manners: Partial<Manners>): void => {
  provider.manners = { ...usual, ...manners }
  provider.rotate()
  provider.credentials.length = 0
}
/** Signs on as somebody without an account: the exchange of the code has succeeded then. */
const arrives = async (change: Record<string, string> = {}) => {
  await app?.close()
  app = await startTestApp('sqlite', { ...provider.env, ...change })
  return { page: await signOn(newVisitor(app), provider), credentials: provider.credentials.at(-1) }
}
const arrived = /^\/auth\?message=sso_unknown#code=/
const secret = 'un+secret+de+client+bien+long'

it('gives the secret in a header, as the specification has it by default', async () => {
  behave({})
  const { page, credentials } = await arrives()
  expect(credentials).toBe(`trousseau:${secret}`)
  expect(page).toMatch(arrived)
})

it('leaves in an id what its encoding leaves, so that a provider that undoes nothing knows it', async () => {
  const clientId = 'mon-client_1.fr'
  behave({ clientId })
  const { page, credentials } = await arrives({ SSO_CLIENT_ID: clientId })
  expect(credentials).toBe(`${clientId}:${secret}`)
  expect(page).toMatch(arrived)
})

it('gives the secret in the body to a provider that lists nothing else, or by the setting', async () => {
  behave({ clientAuth: 'client_secret_post', listedAuth: ['client_secret_post', 'private_key_jwt'] })
  expect((await arrives()).page).toMatch(arrived)
  behave({ clientAuth: 'client_secret_post' })
  expect((await arrives({ SSO_CLIENT_AUTH: 'client_secret_post' })).page).toMatch(arrived)
  // Both are listed, and the client is registered for the other one.
  expect((await arrives()).page).not.toMatch(arrived)
  expect(app?.logged()).toContain('CLIENT_REFUSED')
})

it('the doctor names the method that the provider accepts', async () => {
  const said = async (change: Record<string, string> = {}) => {
    const env = { ...provider.env, TROUSSEAU_PUBLIC_URL: publicUrl, ...change }
    return (await checkSso(readConfig(env))).map(({ text }) => text)[2]
  }
  const { good, clientAuth } = doctorTexts.sso
  behave({ clientAuth: 'client_secret_post' })
  expect(await said()).toBe(clientAuth('client_secret_post'))
  expect(await said({ SSO_CLIENT_AUTH: 'client_secret_post' })).toBe(good.client)
  expect(await said({ SSO_CLIENT_SECRET: 'faux' })).toContain('invalid_client')
  behave({ clientAuth: 'client_secret_post', listedAuth: ['client_secret_post'] })
  expect(await said()).toBe(good.client)
  behave({})
  expect(await said({ SSO_CLIENT_AUTH: 'client_secret_post' })).toBe(clientAuth('client_secret_basic'))
})

it('another word for the method stops the start', () => {
  expect(() => readConfig({ ...provider.env, SSO_CLIENT_AUTH: 'private_key_jwt' })).toThrow(
    'client_secret_post',
  )
})
