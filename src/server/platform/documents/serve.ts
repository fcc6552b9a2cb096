import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import {
  declarationAddress,
  documentAddress,
  documentFiles,
  documentNames,
  type DocumentName,
} from '#domain/platform/documents.ts'
import {
  type DocumentText,
  type OperatorFacts,
  legalText,
  privacyText,
  termsText,
} from '#texts/platform/documents.ts'
import { declarationText } from '#texts/platform/accessibility.ts'
import type { Clock } from '#server/platform/sources.ts'
import { declarationPage } from './declaration-page.ts'
import { pdfOf } from './pdf.ts'
import type { PlatformSettings } from '#server/platform/settings.ts'

const texts: Record<Exclude<DocumentName, 'guide'>, (facts: OperatorFacts) => DocumentText> = {
  terms: termsText,
  privacy: privacyText,
  legal: legalText,
}

/**
 * Serves the documents of the installation, without a session and by plain navigation: people can read the terms before
 * they accept them. A setting replaces each by a file or an address.
 */
export function serveDocuments(
  app: FastifyInstance,
  deps: {
    config: Pick<PlatformSettings, 'documents'>
    clock: Clock
    /** Renders the guide, which quotes the screens of all features. */
    renderGuide: (writtenAt: Date) => Promise<Buffer>
  },
): void {
  const { sources, facts } = deps.config.documents
  const made = new Map<DocumentName, Promise<Buffer>>()
  /** Rendered at the first request, then cached: it depends on the settings only. */
  const own = (name: DocumentName): Promise<Buffer> => {
    const render = () => {
      const writtenAt = new Date(deps.clock())
      return name === 'guide' ? deps.renderGuide(writtenAt) : pdfOf(texts[name](facts), writtenAt)
    }
    const known = made.get(name) ?? render()
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
  app.get(declarationAddress, { exposeHeadRoute: true }, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(declarationPage(declarationText(facts))),
  )
}
