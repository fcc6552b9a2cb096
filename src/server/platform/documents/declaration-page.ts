import type { DocumentText } from '#texts/platform/documents.ts'
import { productTexts } from '#texts/platform/ui.ts'
import { styleAddress } from '#server/platform/http/docs.ts'
import { escaped } from '#server/platform/html.ts'

/** Returns a document as a page that needs no script. */
export function declarationPage({ title, lead, sections }: DocumentText): string {
  const parts = sections.map(
    ({ heading, paragraphs, list = [] }) =>
      `<h2>${escaped(heading)}</h2>${paragraphs.map((text) => `<p>${linked(text)}</p>`).join('')}${listOf(list)}`,
  )
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · ${productTexts.product}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${styleAddress}">
</head>
<body>
<main><h1>${escaped(title)}</h1>
<p>${escaped(lead)}</p>
${parts.join('\n')}</main>
</body>
</html>
`
}

const listOf = (entries: readonly string[]): string =>
  entries.length === 0 ? '' : `<ul>${entries.map((text) => `<li>${linked(text)}</li>`).join('')}</ul>`

/** A text whose addresses are links. */
const linked = (text: string): string =>
  escaped(text).replaceAll(/https:\/\/[\w./-]*[\w/]/g, (address) => `<a href="${address}">${address}</a>`)
