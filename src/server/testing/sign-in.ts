import { TOTP, Secret as OtpSecret } from 'otpauth'
import type { Role } from '#domain/platform/roles.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import type { Engine } from '#server/platform/database/engine.ts'
import { startTestApp, type Reply, type TestApp } from './app.ts'
import { insertAccount } from '#server/identity/authentication/account.ts'

export const rightPassword = 'quatre chevaux bleus galopent'

/** A browser with cookies by name, as the replies set and clear them. */
export type Browser = {
  readonly cookies: Map<string, string>
  post(path: string, body?: object): Promise<Reply>
  get(path: string): Promise<Reply>
  patch(path: string, body?: object): Promise<Reply>
  remove(path: string): Promise<Reply>
}

export function newBrowser(app: TestApp): Browser {
  const cookies = new Map<string, string>()
  const keep = (reply: Reply): Reply => {
    for (const line of [reply.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return reply
  }
  const send = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<Reply> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return keep(await app.call({ method, path, cookie, ...(body && { body }) }))
  }
  return {
    cookies,
    post: (path, body) => send('POST', path, body),
    get: (path) => send('GET', path),
    patch: (path, body) => send('PATCH', path, body),
    remove: (path) => send('DELETE', path),
  }
}

/** Inserts an account with a password and no second factor. */
export const addAccount = async ({ deps }: TestApp, login: string, role: Role = 'ROLE_INTERVENANT') => {
  const passwordHash = await deps.hasher.hash(new Secret(rightPassword))
  const id = await deps.db.transaction().execute((tx) =>
    insertAccount(tx, deps, {
      login,
      firstName: 'Camille',
      lastName: 'Dupré',
      email: `${login.toLowerCase()}@exemple.fr`,
      role,
      type: 'STANDARD',
      passwordHash,
      createdBy: null,
    }),
  )
  return { id, login }
}

/** A server with the account `camille`, and a browser that has not signed in. */
export const startWithCamille = async (
  engine: Engine,
): Promise<{ app: TestApp; browser: Browser; id: number }> => {
  const app = await startTestApp(engine)
  const { id } = await addAccount(app, 'camille')
  return { app, browser: newBrowser(app), id }
}

export const firstStep = (browser: Browser, login: string, password = rightPassword, type = 'LOCAL') =>
  browser.post('/api/auth/step1', { login, password, type, source: 'web' })

/** Runs the first step with the right password. @returns the token */
export const tokenOf = async (browser: Browser, login: string): Promise<string> => {
  const reply = await firstStep(browser, login)
  if (reply.status !== 200) throw new Error(`step 1 answered ${reply.status} ${reply.text}`)
  return (reply.body as { jwt: string }).jwt
}

export const codeOf = (secret: string, at: number): string =>
  new TOTP({ secret: OtpSecret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: at,
  })

export const secondStep = (browser: Browser, jwt: string, token: string, secret?: string) =>
  browser.post('/api/auth/step2', { jwt, token, source: 'web', ...(secret !== undefined && { secret }) })

/** Signs in for the first time, enrolling the second factor. @returns the secret in base32 */
export const enrol = async (app: TestApp, browser: Browser, login: string): Promise<string> => {
  const jwt = await tokenOf(browser, login)
  const shown = await browser.post('/api/auth/2fasecret', { jwt })
  const { secret } = shown.body as { secret: string }
  const reply = await secondStep(browser, jwt, codeOf(secret, app.time.now))
  if (reply.status !== 200) throw new Error(`step 2 answered ${reply.status} ${reply.text}`)
  return secret
}

/** Signs `camille` in again from another browser, with the next code. */
export const signInElsewhere = async (app: TestApp, secret: string): Promise<Browser> => {
  const there = newBrowser(app)
  app.time.now += 30_000
  const reply = await secondStep(there, await tokenOf(there, 'camille'), codeOf(secret, app.time.now))
  if (reply.status !== 200) throw new Error(`step 2 answered ${reply.status} ${reply.text}`)
  return there
}

/** The actions in the journal, oldest first. */
export const journalled = async ({ deps }: TestApp): Promise<string[]> =>
  (await deps.db.selectFrom('journal').select('action').orderBy('seq').execute()).map((row) => row.action)

/** Proves the identity again with password and authenticator, for calls that require a fresh proof. */
export const prove = (browser: Browser, code: string, password = rightPassword) =>
  browser.post('/api/account/proof', { password, factor: { method: 'totp', token: code } })

/** Signs in with a fresh proof, half a minute after the sign-in. @returns the secret in base32 */
export const proven = async (app: TestApp, browser: Browser, login: string): Promise<string> => {
  const secret = await enrol(app, browser, login)
  app.time.now += 30_000
  const reply = await prove(browser, codeOf(secret, app.time.now))
  if (reply.status !== 200) throw new Error(`the proof answered ${reply.status} ${reply.text}`)
  return secret
}
