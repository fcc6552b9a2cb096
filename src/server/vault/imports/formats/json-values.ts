import { managerImportLimits as limits } from '#domain/platform/limits.ts'

export type JsonObject = { readonly [key: string]: unknown }

/** Parses JSON no deeper than the limit; undefined if it is not JSON or deeper. A key `__proto__` is a plain key. */
export function parseJson(text: string): unknown {
  if (depthOf(text) > limits.jsonDepth) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Returns the deepest nesting of brackets outside strings. */
function depthOf(text: string): number {
  let [depth, deepest, isText] = [0, 0, false]
  for (let at = 0; at < text.length; at += 1) {
    // Codes compare faster than texts: a file of 16 MB is walked in a tenth of a second.
    const code = text.charCodeAt(at)
    if (isText) {
      if (code === signs.backslash) at += 1
      else if (code === signs.quote) isText = false
    } else if (code === signs.quote) isText = true
    else if (code === signs.brace || code === signs.bracket) deepest = Math.max(deepest, (depth += 1))
    else if (code === signs.braceEnd || code === signs.bracketEnd) depth -= 1
  }
  return deepest
}

const signs = {
  quote: '"'.charCodeAt(0),
  backslash: '\\'.charCodeAt(0),
  brace: '{'.charCodeAt(0),
  braceEnd: '}'.charCodeAt(0),
  bracket: '['.charCodeAt(0),
  bracketEnd: ']'.charCodeAt(0),
} as const

/** Whether a value is an object with keys. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns an object, or an empty one for any other value. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** Returns the own value of a key; undefined for a key that the object only inherits. */
export const valueOf = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined

/** Returns a list, or an empty one for any other value. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The entries by which a format is recognised. */
const judgedEntries = 20

/** Whether the value is a list, and one of its first entries is of a kind. */
export const beginsWith = (value: unknown, isOfKind: (entry: unknown) => boolean): boolean =>
  listOf(value).slice(0, judgedEntries).some(isOfKind)

/** Returns a text: numbers and booleans as written; an empty one for anything else. */
export const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''

/** Returns the text of an own key. */
export const textAt = (value: unknown, key: string): string => textOf(valueOf(value, key))
