import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createServer } from 'vite'
import { servePages, type Visitors } from './pages.ts'

/**
 * Serves the pages by Vite in the same server, reloading on change; development only. Its client is an inline script and
 * a socket, so only these pages have no strict policy.
 */
export async function serveDevelopmentPages(app: FastifyInstance, visitors: Visitors): Promise<void> {
  const vite = await createServer({
    // By default Vite rewrites its settings and imports them: `--watch` would restart endlessly.
    configLoader: 'native',
    server: { middlewareMode: true, hmr: { server: app.server } },
    appType: 'custom',
  })
  app.addHook('onClose', () => vite.close())
  servePages(app, visitors, async (reply, page, path) => {
    const file = join(vite.config.root, `${page}.html`)
    const html = await vite.transformIndexHtml(path, await readFile(file, 'utf8'))
    return reply.removeHeader('content-security-policy').type('text/html; charset=utf-8').send(html)
  })
  app.get('/*', (request, reply) => {
    reply.hijack()
    vite.middlewares(request.raw, reply.raw, () => {
      reply.raw.statusCode = 404
      reply.raw.end()
    })
  })
}
