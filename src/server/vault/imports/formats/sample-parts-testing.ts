import type { Sample } from './samples/sample.ts'
import { zipOf } from './samples/zip-writer.ts'
import { isZip } from './sniff.ts'
import { readArchive } from './zip.ts'

/** A text of a sample, and how a file with another text in its place is made. */
type SamplePart = {
  readonly name: string
  readonly bytes: Uint8Array
  pack(bytes: Uint8Array): Uint8Array | Promise<Uint8Array>
}

/** The files of archives from which entries are read. */
const dataName = /\.(?:csv|json|1pif|data)$/

/** Returns what stands behind the ZIP or the password of a sample; nothing for a sample in clear. */
export async function insideOf({ bytes, inner }: Sample): Promise<SamplePart[]> {
  if (inner) return [{ name: 'inside', bytes: inner.bytes, pack: (changed) => inner.seal(changed) }]
  if (!isZip(bytes)) return []
  const archive = await readArchive(bytes)
  if (!archive.ok) throw new Error(archive.code)
  const files: Record<string, Uint8Array> = {}
  for (const name of archive.names) {
    const read = await archive.read(name)
    if (!read.ok) throw new Error(read.code)
    files[name] = read.bytes
  }
  return Object.entries(files)
    .filter(([name, content]) => dataName.test(name) && content.length > 0)
    .map(([name, content]) => ({
      name,
      bytes: content,
      pack: (changed) => zipOf({ ...files, [name]: changed }),
    }))
}

/** A part of a text that may be an entry: the text without it, with it twice, and with something broken in its place. */
export type Unit = {
  /** Its place: that of a part of it begins with it and a `/`. */
  readonly path: string
  readonly removed: string
  readonly doubled: string
  readonly spoiled: readonly string[]
}

/** Returns the parts of a text: items of JSON lists, elements of XML, or rows. */
export function unitsOf(text: string): Unit[] {
  const start = text.replace(/^\uFEFF/, '').trimStart()[0]
  if (start === '<') return elementsOf(text)
  if (start === '{' || start === '[') {
    const json = parsed(text)
    if (json !== undefined) return itemsOf(json)
  }
  return linesOf(text)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Path = readonly (string | number)[]

function itemsOf(json: unknown): Unit[] {
  const places: { readonly list: Path; readonly at: number }[] = []
  const walk = (value: unknown, path: Path): void => {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) for (const at of value.keys()) places.push({ list: path, at })
    for (const [key, inside] of Object.entries(value)) walk(inside, [...path, key])
  }
  walk(json, [])
  return places.map(({ list, at }) => {
    const changed = (change: (items: unknown[]) => void): string => {
      const copy = structuredClone(json)
      let target = copy
      for (const key of list) target = (target as Record<string, unknown>)[key]
      change(target as unknown[])
      return JSON.stringify(copy)
    }
    return {
      path: [...list, at].join('/'),
      removed: changed((items) => items.splice(at, 1)),
      doubled: changed((items) => items.splice(at, 0, items[at])),
      spoiled: [7, null, 'x', true, [], [{}]].map((value) => changed((items) => items.splice(at, 1, value))),
    }
  })
}

/** Comments, CDATA and instructions: what looks like a tag there is none. */
const noTags = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[?!][^>]*>/g

function elementsOf(text: string): Unit[] {
  const masked = text.replaceAll(noTags, (part) => ' '.repeat(part.length))
  type Open = {
    readonly name: string
    readonly path: string
    readonly start: number
    readonly inside: number
  }
  const open: Open[] = []
  const units: Unit[] = []
  const add = (path: string, start: number, inside: number, closing: number, end: number): void => {
    const [before, element, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)]
    units.push({
      path,
      removed: before + after,
      doubled: before + element + element + after,
      spoiled:
        inside === closing ? [] : [before + text.slice(start, inside) + text.slice(closing, end) + after],
    })
  }
  for (const { 0: tag, 1: slash, 2: name = '', index } of masked.matchAll(/<(\/?)([\w.:-]+)[^>]*>/g)) {
    const end = index + tag.length
    if (slash === '/') {
      const begun = open.pop()
      if (begun?.name !== name) throw new Error(`the sample closes ${name}`)
      add(begun.path, begun.start, begun.inside, index, end)
      continue
    }
    const path = `${open.at(-1)?.path ?? ''}/${index}`
    if (tag.endsWith('/>')) add(path, index, end, end, end)
    else open.push({ name, path, start: index, inside: end })
  }
  return units
}

/** Returns the rows of a table, each of the lines that its quotes hold together. */
function rowsOf(text: string): string[] {
  const rows: string[] = []
  let isOpen = false
  for (const line of text.split('\n')) {
    const before = isOpen ? rows.pop() : undefined
    rows.push(before === undefined ? line : `${before}\n${line}`)
    if ((line.replaceAll('\\"', '').split('"').length - 1) % 2 === 1) isOpen = !isOpen
  }
  return rows
}

function linesOf(text: string): Unit[] {
  const lines = rowsOf(text)
  return lines.flatMap((line, place) => {
    if (line.trim() === '') return []
    const withLines = (...given: string[]): string => lines.toSpliced(place, 1, ...given).join('\n')
    return [
      {
        path: String(place),
        removed: withLines(),
        doubled: withLines(line, line),
        spoiled: ['x', '{', `${line.trimEnd()},x,x,x`].map((given) => withLines(given)),
      },
    ]
  })
}
