import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

const pagePaths = {
  auth: ['/auth', '/auth/password', '/auth/reset', '/auth/second-factor'],
  nota: ['/nota/:id'],
  app: ['/routes/*'],
} as const
type PageName = keyof typeof pagePaths

/** Sends one of the documents: the light one that signs in, the one of a one-time message, or the application. */
export type SendPage = (reply: FastifyReply, page: PageName, path: string) => Promise<FastifyReply>

/**
 * The built pages: documents that are asked for anew each time, assets that never change under their name.
 * @param adapt what a demonstration does to the documents; an installation serves them as they are
 */
export function serveBuiltPages(
  app: FastifyInstance,
  folder: string,
  isSetupOpen: () => Promise<boolean>,
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
  servePages(app, isSetupOpen, async (reply, page) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(documentOf(page)),
  )
}

/** The build's files, one route for all: a route for each of its hundreds took a tenth of the start. */
function serveFiles(app: FastifyInstance, folder: string): void {
  const assets = readdirSync(join(folder, 'assets')).map((name) => `/assets/${name}`)
  const others = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.html'))
    .map(({ name }) => name)
  const known = new Set([...assets, ...others.map((name) => `/${name}`)])
  void app.register(async (files) => {
    // What is no file of the build is as unknown here as anywhere, however it is spelt.
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

/** The addresses of pages; `/setup` exists only while the installation has nobody. */
export function servePages(app: FastifyInstance, isSetupOpen: () => Promise<boolean>, send: SendPage): void {
  app.get('/', shown, async (_request, reply) => reply.redirect('/routes/explorer', 302))
  app.get('/setup', shown, async (request, reply) => {
    if (await isSetupOpen()) return send(reply, 'auth', request.url)
    return reply.callNotFound()
  })
  for (const [page, paths] of Object.entries(pagePaths) as [PageName, readonly string[]][]) {
    for (const path of paths) app.get(path, shown, async (request, reply) => send(reply, page, request.url))
  }
}
