import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Refusal } from '#domain/platform/refusals.ts'
import { readUserFile } from './csv.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Reads a file; any error but a refusal with a sentence is rethrown. */
const outcomeOf = (bytes: Uint8Array): 'read' | 'refused' => {
  try {
    readUserFile(bytes)
    return 'read'
  } catch (error) {
    if (error instanceof Refusal && error.code === 'IMPORT_REFUSED' && error.sentence) return 'refused'
    throw error
  }
}

it('any bytes are read or refused with a sentence', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => ['read', 'refused'].includes(outcomeOf(bytes))),
    { numRuns: 500, seed: 20_261_121 },
  )
})

it('any text below a good header is read or refused with a sentence', () => {
  const piece = fc.oneof(fc.constantFrom('"', ';', ',', '\r\n', '\n', '|', '=1+1', 'a@b.fr'), fc.string())
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) =>
      ['read', 'refused'].includes(outcomeOf(bytesOf(`login;email;bank\r\n${pieces.join('')}`))),
    ),
    { numRuns: 500, seed: 20_261_121 },
  )
})

it('every cell is read exactly, formulas included', () => {
  const cell = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replace(/\0/g, '').trim())
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  fc.assert(
    fc.property(cell, cell, fc.constantFrom(';', ','), (login, lastName, separator) => {
      fc.pre(login !== '')
      const text = `login${separator}email${separator}nom\r\n${[login, 'a@b.fr', lastName].map(quoted).join(separator)}\r\n`
      const [line] = readUserFile(bytesOf(text))
      expect(line?.cells).toMatchObject({
        login: login.toWellFormed(),
        email: 'a@b.fr',
        lastName: lastName.toWellFormed(),
      })
    }),
    { numRuns: 300, seed: 20_261_121 },
  )
  const [line] = readUserFile(bytesOf('login;email;nom\n=cmd|calc;+33;@SUM(1)'))
  expect(line?.cells).toMatchObject({ login: '=cmd|calc', email: '+33', lastName: '@SUM(1)' })
})

it('blank lines are skipped, and line numbers stay right', () => {
  const lines = readUserFile(bytesOf('login;email\n\n;;\na;b\n  ;  \nc;d\n'))
  expect(lines.map(({ line, cells }) => [line, cells.login])).toEqual([
    [4, 'a'],
    [6, 'c'],
  ])
})
