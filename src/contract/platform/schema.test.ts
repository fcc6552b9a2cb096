import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { Type as TypeBox } from 'typebox'
import { Type } from './schema.ts'

/** Every builder, with and without options, optional parts and nesting. */
const samplesOf = (type: typeof Type) => ({
  array: type.Array(type.String(), { maxItems: 3 }),
  boolean: type.Boolean({ default: true }),
  cyclic: type.Cyclic(
    { Node: type.Object({ name: type.String(), children: type.Array(type.Ref('Node')) }) },
    'Node',
  ),
  enum: type.Enum(['one', 'two'], { description: 'which' }),
  integer: type.Integer({ minimum: 1, maximum: 9 }),
  literals: type.Union([type.Literal('all'), type.Literal(3), type.Literal(true), type.Null()]),
  object: type.Object(
    { id: type.Integer(), note: type.Optional(type.String({ maxLength: 5 })) },
    { additionalProperties: false },
  ),
  bare: type.Object({}),
  lax: type.Object({ note: type.Optional(type.Object({ text: type.String() })) }),
  tuple: type.Array(
    type.Tuple([type.Unsafe<number | string>({ type: ['integer', 'string'] }), type.String()]),
  ),
})

it('the builders of the contract write the same JSON as those of TypeBox', () => {
  expect(JSON.stringify(samplesOf(Type))).toBe(JSON.stringify(samplesOf(TypeBox)))
})

it('a schema that is optional in one object is required in another one', () => {
  const text = Type.String()
  const one = Type.Object({ text: Type.Optional(text) })
  const other = Type.Object({ text })
  expect([one.required, other.required]).toEqual([undefined, ['text']])
})

it('no file of the contract uses TypeBox itself, whose optional parts our objects do not recognise', () => {
  const folder = new URL('../', import.meta.url)
  const files = globSync('**/*.ts', { cwd: fileURLToPath(folder) }).filter(
    (file) => !file.endsWith('.test.ts'),
  )
  expect(files.length).toBeGreaterThan(40)
  const loads = /^import (?!type\b).*'typebox'/m
  expect(files.filter((file) => loads.test(readFileSync(new URL(file, folder), 'utf8')))).toEqual([])
})
