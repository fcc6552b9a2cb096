import { interfaceDocsTexts } from '#texts/platform/server.ts'
import { escaped } from '#server/platform/html.ts'
import { fieldsOf, typeOf, type Schema } from './docs-schema.ts'

const texts = interfaceDocsTexts

/** An OpenAPI document, made by the contract. */
export type OpenApi = Readonly<Record<string, unknown>>

type Content = Readonly<Record<string, { schema?: Schema }>>
type Operation = {
  operationId: string
  tags: readonly string[]
  summary: string
  description: string
  parameters: readonly { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Readonly<Record<string, { description: string; content: Content }>>
}
type Call = Operation & { method: string; path: string }

/** The whole interface as a page that needs no script: the OpenAPI document in words. */
export function docsPage(document: OpenApi, styleAddress: string, documentAddress: string): string {
  const paths = resolved(document['paths'], document) as Readonly<
    Record<string, Readonly<Record<string, Operation>>>
  >
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Call => ({ ...operation, method, path })),
  )
  const features = Map.groupBy(calls, ({ tags }) => tags[0] ?? '')
  const contents = [...features].map(
    ([feature, some]) =>
      `<li><a href="#${feature}">${escaped(feature)}</a> <span class="quiet">${some.length}</span></li>`,
  )
  const sections = [...features].map(
    ([feature, some]) =>
      `<section id="${feature}" aria-labelledby="${feature}-title"><h2 id="${feature}-title" lang="en">${escaped(feature)}</h2>${some.map(callPart).join('')}</section>`,
  )
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${texts.title} · Trousseau</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${styleAddress}">
</head>
<body>
<header><h1>${texts.title}</h1>
<p>${escaped(texts.lead)}</p>
<ul>${texts.rules.map((rule) => `<li>${escaped(rule)}</li>`).join('')}</ul>
<p><a href="${documentAddress}">${texts.document}</a> · ${texts.count(calls.length)}</p></header>
<nav aria-label="${texts.contents}"><ul lang="en">${contents.join('')}</ul></nav>
<main>${sections.join('\n')}</main>
</body>
</html>
`
}

/** Returns a part of the document with what its references name in their place. Schemas that hold themselves keep theirs. */
function resolved(part: unknown, document: OpenApi): unknown {
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map((one) => resolved(one, document))
  const { $ref } = part as { $ref?: string }
  if ($ref?.startsWith('#/')) {
    const named = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as OpenApi)[key], document)
    return resolved(named, document)
  }
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolved(value, document)]))
}

function callPart(call: Call): string {
  const { method, path, summary, description, operationId } = call
  return `<details id="${escaped(operationId)}"><summary><span class="method ${method}">${method.toUpperCase()}</span> <code class="path">${escaped(path)}</code> <span class="summary" lang="en">${escaped(summary)}</span></summary>
<div class="call"><p lang="en">${quoted(description)}</p>${parametersPart(call)}${bodyPart(call)}${repliesPart(call)}</div></details>`
}

function parametersPart({ parameters }: Call): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><th scope="row"><code>${escaped(name)}</code></th><td>${texts.places[place]}</td><td>${typeOf(schema)}</td><td>${required ? texts.required : texts.optional}</td></tr>`,
  )
  return `<h3>${texts.parameters}</h3><table><tbody>${rows.join('')}</tbody></table>`
}

function bodyPart({ requestBody }: Call): string {
  if (!requestBody) return ''
  const kinds = Object.keys(requestBody.content)
  const schema = Object.values(requestBody.content).at(-1)?.schema ?? {}
  return `<h3>${texts.body} <span class="quiet">${kinds.map(escaped).join(', ')}</span></h3>${shapeOf(schema)}`
}

/** A sentence of the contract; what stands between backticks is code. */
const quoted = (text: string): string => escaped(text).replace(/`([^`]*)`/g, '<code>$1</code>')

const shapeOf = (schema: Schema): string => fieldsOf(schema) || `<p>${typeOf(schema)}</p>`

function repliesPart({ responses }: Call): string {
  const entries = Object.entries(responses)
  const [success] = entries.filter(([status]) => status.startsWith('2'))
  const rows = entries
    .filter(([status]) => !status.startsWith('2'))
    .map(
      ([status, { description }]) =>
        `<tr><th scope="row">${status}</th><td>${description.split('; ').map(escaped).join('<br>')}</td></tr>`,
    )
  const [status = '200', reply] = success ?? []
  const schema = Object.values(reply?.content ?? {})[0]?.schema ?? {}
  return `<h3>${texts.success} <span class="quiet">${status}</span></h3>${shapeOf(schema)}<h3>${texts.refusals}</h3><table><tbody>${rows.join('')}</tbody></table>`
}
