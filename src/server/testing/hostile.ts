import fc from 'fast-check'

/** Values that break databases, parsers, templates, paths, lists and numbers. */
const nasty: readonly unknown[] = [
  '\u0000',
  'a\u0000b',
  'a\ud800',
  '\udfff',
  '\u202e\u2066',
  '\r\nSet-Cookie: a=b',
  "'; drop table items; --",
  "1' or '1'='1",
  '" or 1=1 --',
  '%_\\',
  '{{7*7}}${7*7}#{7*7}',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '< svg onload=x>',
  '__proto__',
  'constructor',
  'x'.repeat(12_000),
  '\u0301'.repeat(2_000),
  '',
  ' ',
  '0x10',
  '1e3',
  '9007199254740993',
  0,
  -1,
  1.5,
  -0,
  1e308,
  2 ** 53,
  2 ** 63,
  null,
  true,
  [],
  {},
  [[[]]],
  ['x', 1, null],
  { length: 1e9 },
  { toString: 'x', toJSON: 'y' },
  { $ne: null },
]

const prototypes = fc
  .constantFrom('__proto__', 'constructor', 'prototype')
  .map((key) => JSON.parse(`{"${key}":{"role":"ROLE_SUPER_ADMINISTRATOR","polluted":true}}`) as unknown)

const nested = fc.constantFrom(20, 600).map((depth) => {
  let value: unknown = 'x'
  for (let level = 0; level < depth; level += 1)
    value = level % 2 === 0 ? [value] : { name: 'x', folders: value }
  return value
})

/** Any code units, unpaired surrogates included. */
const codeUnits = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  maxLength: 40,
})

/** A value that violates an endpoint's schema. */
export const hostileValues: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...nasty) },
  { weight: 1, arbitrary: codeUnits },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: prototypes },
  { weight: 1, arbitrary: nested },
  { weight: 1, arbitrary: fc.double() },
)

/** A change of a request's parts: a value is replaced, removed or added; `at` selects the place. */
export type Mutation = { kind: 'replace' | 'remove' | 'add'; at: number; name: string; value: unknown }

export const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add'),
    at: fc.nat(1_000),
    name: fc.constantFrom('inconnu', '__proto__', 'constructor', 'id', 'role', 'toString', 'a.b', '\u0000'),
    value: hostileValues,
  }),
  { minLength: 1, maxLength: 3 },
)

type Json = Record<string, unknown>
type Slot = { holder: Json; key: string }

/** Returns every place of a document that holds a value, lists and objects included. */
function slotsOf(document: Json): Slot[] {
  const slots: Slot[] = []
  // One list for all levels: hostile documents are deep, and each level would copy the lists below it.
  const visit = (holder: Json): void => {
    for (const [key, value] of Object.entries(holder)) {
      slots.push({ holder, key })
      if (typeof value === 'object' && value !== null) visit(value as Json)
    }
  }
  visit(document)
  return slots
}

/** Returns a copy of a request's parts with changes applied. */
export function mutated<Parts extends Json>(parts: Parts, changes: readonly Mutation[]): Parts {
  const copy = structuredClone(parts)
  for (const { kind, at, name, ...change } of changes) {
    // Later changes may change what this one adds: a shared value would grow, and contain itself, over the runs.
    const value = structuredClone(change.value)
    const slots = slotsOf(copy)
    const slot = slots[at % Math.max(1, slots.length)]
    if (!slot) continue
    const inside = slot.holder[slot.key]
    if (kind === 'remove') delete slot.holder[slot.key]
    else if (kind === 'add' && typeof inside === 'object' && inside !== null) define(inside, name, value)
    else define(slot.holder, slot.key, value)
  }
  return copy
}

/** Sets an own property, even `__proto__`. */
const define = (holder: object, name: string, value: unknown): void =>
  void Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true })

const hostileTexts = [
  "'; drop table items; --",
  '%_\\',
  '<script>alert(1)</script>',
  'a\u0000b',
  'a\ud800',
] as const

/** Returns copies of a request's parts, each with one text replaced by a hostile one. */
export function withHostileTexts<Parts extends Json>(parts: Parts): Parts[] {
  const texts = slotsOf(parts).flatMap(({ holder, key }, place) =>
    typeof holder[key] === 'string' ? [place] : [],
  )
  return texts.flatMap((at) =>
    hostileTexts.map((value) => mutated(parts, [{ kind: 'replace', at, name: '', value }])),
  )
}
