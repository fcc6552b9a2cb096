const blanks = /[ \t\n\r]*/y
const token =
  /[{}[\],:]|"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy

type Kind = '{' | '}' | '[' | ']' | ',' | ':' | 'text' | 'scalar'
/** What the grammar accepts next. */
type Awaited = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'end'

const kindOf = (text: string): Kind =>
  text.startsWith('"') ? 'text' : '{}[],:'.includes(text) ? (text as Kind) : 'scalar'

/**
 * Returns the line and column (both from 1) where a text stops being JSON, or null when it is JSON. The error
 * messages of engines differ, and some give no position.
 */
export function jsonFault(text: string): { line: number; column: number } | null {
  const open: ('{' | '[')[] = []
  let awaited: Awaited = 'value'
  let at = 0
  for (;;) {
    blanks.lastIndex = at
    at += blanks.exec(text)?.[0].length ?? 0
    if (awaited === 'end') return at === text.length ? null : placeAt(text, at)
    token.lastIndex = at
    const found = token.exec(text)?.[0]
    const next: Awaited | null = found === undefined ? null : after(awaited, kindOf(found), open)
    if (found === undefined || next === null) return placeAt(text, at)
    awaited = next
    at += found.length
  }
}

/** Returns what the grammar accepts after a token, or null when the token is misplaced. Updates `open`. */
function after(awaited: Awaited, kind: Kind, open: ('{' | '[')[]): Awaited | null {
  const closed = (): Awaited => (open.length === 0 ? 'end' : 'comma-or-end')
  const close = (): Awaited => {
    open.pop()
    return closed()
  }
  if (awaited === 'colon') return kind === ':' ? 'value' : null
  if (awaited === 'comma-or-end') {
    const inside = open.at(-1)
    if (kind === ',') return inside === '{' ? 'key' : 'value'
    return kind === (inside === '{' ? '}' : ']') ? close() : null
  }
  if (awaited === 'key' || awaited === 'key-or-end') {
    if (kind === 'text') return 'colon'
    return awaited === 'key-or-end' && kind === '}' ? close() : null
  }
  if (kind === ']' && awaited === 'value-or-end') return close()
  if (kind === '{' || kind === '[') {
    open.push(kind)
    return kind === '{' ? 'key-or-end' : 'value-or-end'
  }
  return kind === 'text' || kind === 'scalar' ? closed() : null
}

function placeAt(text: string, position: number): { line: number; column: number } {
  const before = text.slice(0, position).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}
