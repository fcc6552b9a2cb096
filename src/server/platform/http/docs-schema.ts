import { interfaceDocsTexts } from '#texts/platform/server.ts'
import { escaped } from '#server/platform/html.ts'

/** What the page reads of a JSON schema of the contract. */
export type Schema = {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  $ref?: string
  $defs?: Readonly<Record<string, Schema>>
}

const texts = interfaceDocsTexts
/** Schemas that hold themselves, and trees written out level by level, are shown this far. */
const deepest = 4

const code = (value: unknown): string => `<code>${escaped(JSON.stringify(value) ?? '')}</code>`

/** The type of a value in a few words, as HTML. */
export function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return code(schema.const)
  if (schema.enum) return schema.enum.map(code).join(texts.either)
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(texts.either)
  if (schema.type === 'array') return `${texts.types.array} ${typeOf(schema.items ?? {})}`
  if (schema.format === 'binary') return texts.types.file
  const name =
    texts.types[schema.type as keyof typeof texts.types] ?? texts.types[schema.properties ? 'object' : 'any']
  const bounds = boundsOf(schema)
  return bounds === '' ? name : `${name} (${bounds})`
}

function boundsOf({ type, minimum, maximum, minLength, maxLength }: Schema): string {
  const low = type === 'string' ? minLength : minimum
  const high = type === 'string' ? maxLength : maximum
  // The largest safe integer is no limit that anybody meets.
  const shown = high === Number.MAX_SAFE_INTEGER ? undefined : high
  if ((low === undefined || low === 0) && shown === undefined) return ''
  return texts.range(low === 0 ? undefined : low, shown)
}

/** The fields of a document, those inside them below, as an HTML list; empty for what has none. */
export function fieldsOf(schema: Schema, depth = 0): string {
  const inner = innerOf(schema)
  const properties = Object.entries(inner.properties ?? {})
  if (properties.length === 0) return ''
  if (depth >= deepest) return `<p class="more">${escaped(texts.deeper)}</p>`
  const required = new Set(inner.required)
  const rows = properties.map(([name, value]) => {
    const must = required.has(name) ? '' : ` <span class="quiet">${texts.optional}</span>`
    return `<li><code>${escaped(name)}</code> <span>${typeOf(value)}</span>${must}${fieldsOf(value, depth + 1)}</li>`
  })
  return `<ul class="fields">${rows.join('')}</ul>`
}

/** The object that a schema leads to: itself, the rows of a list, one of several, what a tree repeats. */
function innerOf(schema: Schema): Schema {
  if (schema.properties) return schema
  if (schema.items) return innerOf(schema.items)
  const [first] = Object.values(schema.$defs ?? {})
  if (first) return innerOf(first)
  return schema.anyOf?.map(innerOf).find(({ properties }) => properties) ?? {}
}
