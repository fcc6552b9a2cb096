import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#domain/platform/refusals.ts'
import { unicodeRule } from './validate.ts'

/** Parses JSON bodies. Bytes that are no UTF-8 are refused: a replacement character would make another text. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    if (isUtf8(bytes)) void parse(request, bytes.toString(), done)
    else done(new Refusal('INVALID_REQUEST', { details: { field: 'body', rule: unicodeRule } }))
  })
}
