import { managerImportLimits as limits } from '#domain/platform/limits.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'
import { parseJson } from './json-values.ts'

/** Characters that are parsed at once: a fraction of a millisecond. */
const pieceLength = 32_768
/** Characters that are walked between two looks at the clock: as long. */
const stretchLength = 16_384

/** A list or an object that is longer than a piece, in parts: each some members, or one that is itself that long. */
type Large = {
  readonly isList: boolean
  /** Its first bracket, and the last. */
  readonly start: number
  end: number
  readonly parts: { readonly start: number; end: number; readonly large?: Large }[]
  /** After the last comma that ends a part, and after the last comma. */
  partStart: number
  memberStart: number
  /** Its commas. */
  commas: number
}

/** The result for a text with more values, lists, objects or members of one than any export has. */
export const tooManyValues = Symbol('more values than any export has')

/**
 * Parses a list or an object as `parseJson` does, and yields to other requests: 3 MB at once take 80 ms.
 * @param piece characters that are parsed at once
 */
export async function parseJsonPaced(text: string, yielder: Yielder, piece = pieceLength): Promise<unknown> {
  if (text.length <= piece) return parseJson(text)
  const whole = await walk(text, yielder, piece)
  if (whole === tooManyValues) return tooManyValues
  if (whole === null || !isBlank(text.slice(0, whole.start)) || !isBlank(text.slice(whole.end + 1)))
    return undefined
  try {
    return await build(text, whole, yielder)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * Finds the parts of the first list or object of a text, by its brackets, commas and quotes alone: what is between them is
 * left to `JSON.parse`. @returns null if the brackets do not match or are nested too deeply
 */
async function walk(
  text: string,
  yielder: Yielder,
  piece: number,
): Promise<Large | null | typeof tooManyValues> {
  const open: Large[] = []
  let [values, containers] = [0, 0]
  let isText = false
  let at = 0
  while (at < text.length) {
    for (const end = Math.min(text.length, at + stretchLength); at < end; at += 1) {
      const code = text.charCodeAt(at)
      if (isText) {
        if (code === signs.backslash) at += 1
        else if (code === signs.quote) isText = false
      } else if (code === signs.quote) isText = true
      else if (code === signs.brace || code === signs.bracket) {
        if (open.length >= limits.jsonDepth) return null
        containers += 1
        if (containers > limits.jsonContainers) return tooManyValues
        const inside = { partStart: at + 1, memberStart: at + 1, commas: 0 }
        open.push({ isList: code === signs.bracket, start: at, end: at, parts: [], ...inside })
      } else if (code === signs.comma) {
        const around = open.at(-1)
        values += 1
        if (!around) return null
        around.commas += 1
        if (values > limits.jsonValues || around.commas > limits.members) return tooManyValues
        if (at - around.partStart >= piece) endPart(around, at)
        around.memberStart = at + 1
      } else if (code === signs.braceEnd || code === signs.bracketEnd) {
        const closed = open.pop()
        if (!closed || closed.isList !== (code === signs.bracketEnd)) return null
        const outer = open.at(-1)
        closed.end = at
        endPart(closed, at)
        if (!outer) return closed
        if (at - closed.start > piece) isolate(outer, closed)
      }
    }
    const pause = yielder.step(32)
    if (pause) await pause
  }
  return null
}

function endPart(of: Large, end: number): void {
  const last = of.parts.at(-1)
  // A large member is a part already: its own ends here.
  if (last?.large && last.end === -1) last.end = end
  else of.parts.push({ start: of.partStart, end })
  of.partStart = end + 1
}

/** Makes a large member a part of its own. */
function isolate(outer: Large, large: Large): void {
  if (outer.parts.at(-1)?.end === -1) return
  if (outer.memberStart > outer.partStart) {
    outer.parts.push({ start: outer.partStart, end: outer.memberStart - 1 })
    outer.partStart = outer.memberStart
  }
  outer.parts.push({ start: outer.partStart, end: -1, large })
}

/** Returns the value of a list or an object. @throws SyntaxError */
async function build(text: string, { isList, parts }: Large, yielder: Yielder): Promise<unknown> {
  const list: unknown[] = []
  const values: Record<string, unknown> = {}
  const put = (key: string, value: unknown): void => {
    // Assigning to it would set the prototype.
    if (key === '__proto__')
      Object.defineProperty(values, key, { value, writable: true, enumerable: true, configurable: true })
    else values[key] = value
  }
  for (const { start, end, large } of parts) {
    const members = text.slice(start, large?.start ?? end)
    if (large) {
      if (!isBlank(text.slice(large.end + 1, end))) throw new SyntaxError('more than a value')
      const value = await build(text, large, yielder)
      if (!isList) put(keyOf(members), value)
      else if (isBlank(members)) list.push(value)
      else throw new SyntaxError('more than a value')
    } else {
      if (parts.length > 1 && isBlank(members)) throw new SyntaxError('no value')
      if (isList) for (const value of JSON.parse(`[${members}]`) as unknown[]) list.push(value)
      else for (const [key, value] of Object.entries(JSON.parse(`{${members}}`) as object)) put(key, value)
    }
    const pause = yielder.step(32)
    if (pause) await pause
  }
  return isList ? list : values
}

/** Whether a text is what JSON allows between its values. */
const isBlank = (text: string): boolean => /^[\t\n\r ]*$/.test(text)

/** Returns the only key of a text such as `"items": `. */
function keyOf(text: string): string {
  const keys = Object.keys(JSON.parse(`{${text}0}`) as object)
  if (keys.length !== 1 || keys[0] === undefined) throw new SyntaxError('no key')
  return keys[0]
}

const signs = {
  quote: '"'.charCodeAt(0),
  backslash: '\\'.charCodeAt(0),
  comma: ','.charCodeAt(0),
  brace: '{'.charCodeAt(0),
  braceEnd: '}'.charCodeAt(0),
  bracket: '['.charCodeAt(0),
  bracketEnd: ']'.charCodeAt(0),
} as const
