import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import {
  documentAddress,
  documentFiles,
  documentNames,
  type DocumentName,
} from '#domain/platform/documents.ts'
import {
  type DocumentText,
  type OperatorFacts,
  guideText,
  legalText,
  privacyText,
  termsText,
} from '#texts/platform/documents.ts'
import type { Clock } from '#server/platform/sources.ts'
import { pdfOf } from './pdf.ts'
import type { PlatformSettings } from '#server/platform/settings.ts'

const texts: Record<DocumentName, (facts: OperatorFacts) => DocumentText> = {
  terms: termsText,
  privacy: privacyText,
  legal: legalText,
  guide: guideText,
}

/**
 * Serves the documents of the installation, without a session and by plain navigation: people can read the terms before
 * they accept them. A setting replaces each by a file or an address.
 */
export function serveDocuments(
  app: FastifyInstance,
  deps: { config: Pick<PlatformSettings, 'documents'>; clock: Clock },
): void {
  const { sources, facts } = deps.config.documents
  const made = new Map<DocumentName, Promise<Buffer>>()
  /** Rendered at the first request, then cached: it depends on the settings only. */
  const own = (name: DocumentName): Promise<Buffer> => {
    const known = made.get(name) ?? pdfOf(texts[name](facts), new Date(deps.clock()))
    made.set(name, known)
    known.catch(() => made.delete(name))
    return known
  }
  for (const name of documentNames) {
    const source = sources[name]
    app.get(documentAddress(name), { exposeHeadRoute: true }, async (_request, reply) => {
      if (source.kind === 'address') return reply.redirect(source.at, 302)
      const bytes = source.kind === 'file' ? await readFile(source.at) : await own(name)
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${documentFiles[name]}"`)
        .header('cache-control', 'no-cache')
        .send(bytes)
    })
  }
}
