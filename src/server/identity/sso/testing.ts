import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Provider, interactionPolicy } from 'oidc-provider'
import type { Reply, TestApp } from '#server/testing/app.ts'

/** A person at the provider, who signs in next. `ts`: the time of their sign-in in seconds, if not now. */
export type Someone = Record<string, unknown> & { readonly sub: string }

export const camille: Someone = {
  sub: 'objet-4711',
  name: 'Camille Dupré',
  email: 'camille@exemple.fr',
  tid: 'mairie',
}

export type TestProvider = {
  readonly issuer: string
  /** The settings of an installation that uses this provider. */
  readonly env: Record<string, string>
  /** The person who signs in next. */
  someone: Someone
  /** The parameters of the requests to its authorise address. */
  readonly asked: URLSearchParams[]
  /** How its claims and prompts differ from the usual ones; in force after `rotate`. */
  manners: Manners
  /** How often each of its addresses was requested, by path. */
  readonly requests: Map<string, number>
  /** Answers a request in its place, with a status and a JSON body. */
  answers: (path: string, query: URLSearchParams) => { readonly status: number; readonly body: object } | null
  /** The credentials in the header of each exchange, decoded from base64; null without any. */
  readonly credentials: (string | null)[]
  /** How many codes it exchanged, each with the client's secret. */
  codesTaken: number
  /** Admits another installation, by its public address. */
  admit(origin: string): void
  /** Follows the provider's redirects as a browser does. @returns the address back at the installation */
  visit(address: string): Promise<URL>
  /** Replaces the provider's signing keys. */
  rotate(): void
  stop(): Promise<void>
}

export type Manners = {
  /** Whether it knows `prompt=select_account`, as Entra ID does and oidc-provider by itself does not. */
  readonly knowsSelectAccount: boolean
  /** Whether its client may ask for the scope `user.read`. */
  readonly knowsUserRead: boolean
  /** The claims of each scope; names and addresses are at UserInfo only, unless `isInIdToken`. */
  readonly claims: Record<string, readonly string[]>
  readonly isInIdToken: boolean
  /** The client's id, how it gives its secret, and which ways the metadata list. */
  readonly clientId: string
  readonly clientAuth: 'client_secret_basic' | 'client_secret_post'
  readonly listedAuth: readonly string[]
}
const usualManners: Manners = {
  knowsSelectAccount: true,
  knowsUserRead: true,
  claims: { openid: ['sub', 'tid', 'amr'], profile: ['name'], email: ['email'] },
  isInIdToken: false,
  clientId: 'trousseau',
  clientAuth: 'client_secret_basic',
  listedAuth: ['client_secret_basic', 'client_secret_post'],
}

export const publicUrl = 'http://localhost:8420'
const client = { id: usualManners.clientId, secret: 'un secret de client bien long' }

/**
 * Starts a real OpenID provider on loopback, where every request signs in immediately.
 * @param host another loopback name is another site
 */
export async function startProvider(host = '127.0.0.1'): Promise<TestProvider> {
  let serve: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end()
  const server: Server = createServer((request, response) => serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const issuer = `http://${host}:${port}`
  const origins = [publicUrl]
  const asked: URLSearchParams[] = []

  /** Refuses the other method: oidc-provider takes either for the same. */
  const otherMethod = (path: string, { headers }: IncomingMessage) => {
    const method = headers.authorization === undefined ? 'client_secret_post' : 'client_secret_basic'
    return path === '/token' && method !== test.manners.clientAuth
      ? { status: 401, body: { error: 'invalid_client' } }
      : null
  }
  const rotate = (): void => {
    const provider = newProvider({ issuer, origins, manners: test.manners }, (sub) =>
      sub === test.someone.sub ? test.someone : { sub },
    )
    const answer = provider.callback()
    serve = (request, response) => {
      const url = new URL(request.url ?? '/', issuer)
      test.requests.set(url.pathname, (test.requests.get(url.pathname) ?? 0) + 1)
      const instead = test.answers(url.pathname, url.searchParams) ?? otherMethod(url.pathname, request)
      if (instead) {
        response.writeHead(instead.status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(instead.body))
        return
      }
      if (url.pathname === '/auth') asked.push(url.searchParams)
      if (url.pathname === '/token') {
        test.codesTaken += 1
        const [, sent] = (request.headers.authorization ?? '').split('Basic ')
        test.credentials.push(sent === undefined ? null : Buffer.from(sent, 'base64').toString())
      }
      if (url.pathname.startsWith('/interaction/')) void signIn(provider, test.someone, request, response)
      else answer(request, response)
    }
  }
  const test: TestProvider = {
    issuer,
    env: { SSO_ISSUER: issuer, SSO_CLIENT_ID: client.id, SSO_CLIENT_SECRET: client.secret },
    someone: camille,
    manners: usualManners,
    requests: new Map(),
    answers: () => null,
    asked,
    credentials: [],
    codesTaken: 0,
    admit: (origin) => {
      origins.push(origin)
      rotate()
    },
    visit: (from) => visit(from, issuer),
    rotate,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  rotate()
  return test
}

function newProvider(
  { issuer, origins, manners }: { issuer: string; origins: readonly string[]; manners: Manners },
  find: (sub: string) => Someone,
): Provider {
  const policy = interactionPolicy.base()
  if (manners.knowsSelectAccount)
    policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const application = (id: string) => ({
    client_id: id,
    client_secret: client.secret,
    redirect_uris: origins.map((origin) => `${origin}/api/auth/sso/callback`),
    response_types: ['code'],
    grant_types: ['authorization_code'],
    ...(!manners.knowsUserRead && { scope: 'openid profile email' }),
    token_endpoint_auth_method: manners.clientAuth,
  })
  return new Provider(issuer, {
    clients: [application(manners.clientId), application('autre')],
    clientAuthMethods: [...manners.listedAuth],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['un secret pour les témoins'] },
    scopes: ['openid', 'profile', 'email', 'user.read'],
    claims: manners.claims,
    // oidc-provider's own setting is that the identity has none of the claims that UserInfo has.
    ...(manners.isInIdToken && { conformIdTokenClaims: false }),
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => find(sub) }),
    ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 60, Interaction: 60, Session: 60, Grant: 60 },
  })
}

/** Completes the provider's prompts: the account's choice and the consent. */
async function signIn(
  provider: Provider,
  { sub, amr, ts }: Someone,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response)
  const grant = new provider.Grant({ accountId: sub, clientId: String(params['client_id']) })
  grant.addOIDCScope(String(params['scope']))
  await provider.interactionFinished(request, response, {
    select_account: {},
    login: { accountId: sub, ...(Array.isArray(amr) && { amr }), ...(typeof ts === 'number' && { ts }) },
    consent: { grantId: await grant.save() },
  })
}

async function visit(from: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let address = new URL(from)
  while (address.origin === issuer) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(address, { redirect: 'manual', headers: { cookie } })
    for (const line of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    const location = reply.headers.get('location')
    if (location === null) throw new Error(`the provider answered ${reply.status}: ${await reply.text()}`)
    address = new URL(location, address)
  }
  return address
}

/** The navigations and calls of a browser with its cookies. */
export type Visitor = {
  readonly cookies: Map<string, string>
  go(path: string): Promise<Reply>
  post(path: string, body: object): Promise<Reply>
  /** Calls the API as a page does. */
  read(path: string): Promise<Reply>
}

export function newVisitor(app: TestApp): Visitor {
  const cookies = new Map<string, string>()
  const send = async (
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    foreign = false,
  ): Promise<Reply> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    // The navigation begins on another site, so that its origin is not ours.
    const headers = foreign ? { 'sec-fetch-site': 'cross-site' } : {}
    const reply = await app.call({ method, path, cookie, headers, foreign, body })
    for (const line of [reply.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return reply
  }
  return {
    cookies,
    go: (path) => send('GET', path, undefined, true),
    post: (path, body) => send('POST', path, body),
    read: (path) => send('GET', path),
  }
}

/** From the button to the page where the callback redirects. */
export async function signOn(visitor: Visitor, provider: TestProvider): Promise<string> {
  const back = await provider.visit(locationOf(await visitor.go('/api/auth/sso/authorize')))
  return locationOf(await visitor.go(back.pathname + back.search))
}

export const locationOf = (reply: Reply): string => {
  if (reply.status !== 302) throw new Error(`no redirection but ${reply.status}: ${reply.text}`)
  return String(reply.headers['location'])
}
