import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { docsPage, type OpenApi } from './docs-page.ts'

const documentAddress = '/api/openapi.json'
const pageAddress = '/api/docs'
/** The style of the pages that the server writes. */
export const styleAddress = '/api/docs/style.css'
const style = new URL('docs.css', import.meta.url)

/** Made at the first request: most nodes are never asked. */
const once = (make: () => string): (() => string) => {
  let made: string | null = null
  return () => (made ??= make())
}

/**
 * The interface's own documentation: the OpenAPI document, and a page that tells it in words. Open to everybody
 * and to plain navigation: the contract is no secret, and neither reply depends on who asks.
 */
export function serveDocs(app: FastifyInstance, document: () => OpenApi): void {
  const shown = { exposeHeadRoute: true } as const
  const replies = [
    [documentAddress, 'application/json', once(() => JSON.stringify(document()))],
    [pageAddress, 'text/html', once(() => docsPage(document(), styleAddress, documentAddress))],
    [styleAddress, 'text/css', once(() => readFileSync(style, 'utf8'))],
  ] as const
  for (const [address, type, text] of replies) {
    app.get(address, shown, async (_request, reply) => reply.type(`${type}; charset=utf-8`).send(text()))
  }
}
