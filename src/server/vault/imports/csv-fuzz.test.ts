import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { importLimits } from '#domain/platform/limits.ts'
import { parseOtpSecret } from '#domain/platform/one-time-code.ts'
import { importFailTexts, importFaultTexts } from '#texts/vault/imports.ts'
import { read } from './csv-testing.ts'

/** Processor time of the thread: another test may use the core for a while. */
const longestMs = 2_000

/** Checks that a file is answered in time, with a known code or well-formed texts. */
async function answers(file: string | Uint8Array): Promise<void> {
  const start = process.threadCpuUsage()
  const result = await read(file)
  const { user, system } = process.threadCpuUsage(start)
  expect((user + system) / 1_000, String(file).slice(0, 60)).toBeLessThan(longestMs)
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

const header = 'Nom;Identifiant;Mot de passe;Adresse;Description;OTP;Dossier\n'
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

  it('is answered in time for shapes that make naive parsers slow', async () => {
    const size = importLimits.csvBytes - header.length
    const shapes = [
      '"'.repeat(size),
      '""'.repeat(size / 2),
      '\\"'.repeat(size / 2),
      "'".repeat(size),
      ...[';', ',', '\t', '|', '\n', '\r', ' ', '/', '\\', '=', 'é', '\u200b'].map((one) =>
        one.repeat(size / Buffer.byteLength(one)),
      ),
      'a;b\n'.repeat(size / 4),
      'a\n'.repeat(size / 2),
      '"a;b"\n'.repeat(size / 6),
      '"a;"b\n'.repeat(size / 6),
      `a;b;c;d;"${'\n'.repeat(size - 20)}"`,
      `a;b;c;d;e;f;${'x/'.repeat(size / 2 - 10)}`,
      `a;b;c;d;e;key=${' '.repeat(size - 20)}`,
      `a;b;c;${' '.repeat(size / 2)}${'x'.repeat(size / 2 - 20)}`,
      `${'a;b;c;d;e;f;x/y/z\n'.repeat(size / 18)}`,
    ]
    for (const shape of shapes) {
      await answers(shape)
      await answers(header + shape)
      await answers(`"${header.trimEnd()}"\n${shape}`)
    }
    await answers(`${'Nom;'.repeat(size / 4)}`)
    await answers(`${'x;'.repeat(size / 2)}\n`)
  })
})
