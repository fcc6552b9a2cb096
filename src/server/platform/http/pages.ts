import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { returnFragment } from '#contract/platform/return-place.ts'
import { contentPolicy } from './security-headers.ts'

const pagePaths = {
  auth: ['/auth', '/auth/password', '/auth/reset', '/auth/second-factor'],
  nota: ['/nota/:id'],
  app: ['/routes/*'],
} as const
type PageName = keyof typeof pagePaths

/** Sends one of the documents: the sign-in, the one-time message, or the application. */
export type SendPage = (reply: FastifyReply, page: PageName, path: string) => Promise<FastifyReply>

/** What the pages need to know about a caller. */
export type Visitors = {
  /** Whether the installation has no account yet. */
  readonly isSetupOpen: () => Promise<boolean>
  /** Whether the request has an active session; this check is no activity. */
  readonly isSignedIn: (request: FastifyRequest) => Promise<boolean>
}

/**
 * Serves the built pages: documents that no cache keeps, assets that never change under their name.
 * @param adapt how a demonstration changes the documents; an installation serves them unchanged
 */
export function serveBuiltPages(
  app: FastifyInstance,
  folder: string,
  visitors: Visitors,
  adapt: (html: string) => string = (html) => html,
): void {
  const documents = new Map<string, string>()
  const documentOf = (page: string): string => {
    const kept = documents.get(page)
    if (kept !== undefined) return kept
    const text = adapt(readFileSync(join(folder, `${page}.html`), 'utf8'))
    documents.set(page, text)
    return text
  }
  if (existsSync(folder)) serveFiles(app, folder)
  servePages(app, visitors, async (reply, page) =>
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(documentOf(page)),
  )
}

/** Serves the build's files by one route: hundreds of routes took a tenth of the start. */
function serveFiles(app: FastifyInstance, folder: string): void {
  const assets = readdirSync(join(folder, 'assets')).map((name) => `/assets/${name}`)
  const others = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.html'))
    .map(({ name }) => name)
  const known = new Set([...assets, ...others.map((name) => `/${name}`)])
  void app.register(async (files) => {
    // An address that is no file of the build gets the ordinary 404, however it is spelt.
    files.addHook('onRequest', async (request, reply) => {
      if (!known.has(request.url.split('?', 1)[0] ?? '')) return reply.callNotFound()
    })
    await files.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      index: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/')
        void reply.header(
          'cache-control',
          hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        )
      },
    })
    for (const name of others) files.get(`/${name}`, shown, (_request, reply) => reply.sendFile(name, folder))
  })
}

/** Pages answer HEAD as well. */
const shown = { exposeHeadRoute: true } as const

/**
 * Whether the browser would send the session's cookie if it had one: from a link on another site it does not. Only then
 * is a missing cookie a missing session; otherwise the page checks it.
 */
const bringsCookies = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate' &&
  (headers['sec-fetch-site'] === 'none' || headers['sec-fetch-site'] === 'same-origin')

/** Registers the addresses of pages; `/setup` exists only while the installation has no account. */
export function servePages(app: FastifyInstance, visitors: Visitors, send: SendPage): void {
  app.get('/', shown, async (_request, reply) => reply.redirect('/routes/explorer', 302))
  app.get('/setup', shown, async (request, reply) => {
    if (await visitors.isSetupOpen()) return send(reply, 'auth', request.url)
    return reply.callNotFound()
  })
  for (const [page, paths] of Object.entries(pagePaths) as [PageName, readonly string[]][]) {
    for (const path of paths)
      app.get(path, shown, async (request, reply) => {
        // Without a session, redirects to the light sign-in page, which leads back here.
        if (page === 'app' && bringsCookies(request) && !(await visitors.isSignedIn(request)))
          return reply
            .header('cache-control', 'no-store')
            .redirect(`/auth${returnFragment}${request.url}`, 302)
        if (page === 'app') void reply.header('content-security-policy', contentPolicy(true))
        return send(reply, page, request.url)
      })
  }
}
