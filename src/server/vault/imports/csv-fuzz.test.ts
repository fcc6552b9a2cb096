import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseOtpSecret } from '#domain/platform/one-time-code.ts'
import { importFailTexts, importFaultTexts } from '#texts/vault/imports.ts'
import { header, slowCsvFiles } from './csv-shapes-testing.ts'
import { read } from './csv-testing.ts'

/** Checks that a file is answered with a known code or well-formed texts. */
async function answers(file: string | Uint8Array): Promise<void> {
  const result = await read(file)
  if (!result.ok) {
    expect(Object.keys(importFaultTexts)).toContain(result.code)
    return
  }
  for (const { otp, ...texts } of result.items) {
    expect(otp === null || parseOtpSecret(otp) !== null).toBe(true)
    for (const text of Object.values(texts))
      expect(typeof text !== 'string' || text.isWellFormed()).toBe(true)
  }
  for (const { reason } of result.fails) expect(Object.keys(importFailTexts)).toContain(reason)
}

const signs = [
  ...Array.from('"\'\\;,\t|\n\r/=\0é\u{1F511}\ufeff<{\u202e\ud83dx'),
  '\r\n',
  '__proto__',
  'sep=,\n',
  'Mot de passe',
]
const sign = fc.constantFrom(...signs, 'otpauth://totp/%E0?secret=%')
const piece = fc.array(sign, { maxLength: 40 }).map((signs) => signs.join(''))

describe('an arbitrary CSV file', () => {
  it('gets a result or a refusal, never an exception', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), answers), { numRuns: 500 })
    await fc.assert(
      fc.asyncProperty(piece, async (text) => {
        await answers(text)
        await answers(header + text)
        await answers(new Uint8Array(Buffer.from(header + text, 'latin1')))
        await answers(new Uint8Array(Buffer.from(`\ufeff${header}${text}`, 'utf16le')))
      }),
      { numRuns: 500 },
    )
  })

  it('that is well-formed is read value by value', async () => {
    const cell = fc
      .array(sign, { maxLength: 12 })
      .map((signs) => signs.join('').toWellFormed().replaceAll('\0', ''))
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
    await fc.assert(
      fc.asyncProperty(
        fc.array(cell, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(';', ',', '\t', '|'),
        async (passwords, delimiter) => {
          const rows = passwords.map((password, place) => [`n${place}`, password].map(quoted).join(delimiter))
          const result = await read(`${['Nom', 'Mot de passe'].join(delimiter)}\n${rows.join('\n')}`)
          expect(result.ok && result.items.map((item) => item.password)).toEqual(passwords)
        },
      ),
      { numRuns: 500 },
    )
  })

  // `npm run bench -- --only hostile` measures the time.
  it('is answered for shapes that make naive parsers slow', async () => {
    for (const file of slowCsvFiles()) await answers(file)
  })
})
