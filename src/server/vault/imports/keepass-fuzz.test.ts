import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { parseOtpSecret } from '#domain/platform/one-time-code.ts'
import { importFailTexts, importFaultTexts } from '#texts/vault/imports.ts'

import { slowKeePassFiles } from './keepass-shapes-testing.ts'
import { entry, group, keePassFile, view } from './keepass-testing.ts'

const organisation = new Uint8Array(
  readFileSync(new URL('./fixtures/keepass2-organisation.xml', import.meta.url)),
)
/** Checks that a file is answered with a known code or with one-time secrets that give codes. */
async function answers(bytes: Uint8Array): Promise<void> {
  const result = await view(bytes)
  if (!result.ok) {
    expect(Object.keys(importFaultTexts)).toContain(result.code)
    return
  }
  const walk = (folder: typeof result.root): void => {
    for (const { otp } of folder.items) expect(otp === null || parseOtpSecret(otp) !== null).toBe(true)
    folder.folders.forEach(walk)
  }
  walk(result.root)
  for (const { reason } of result.fails) expect(Object.keys(importFailTexts)).toContain(reason)
}

const place = fc.nat({ max: organisation.length - 1 })
const someBytes = fc.uint8Array({ maxLength: 24 })
const fragment = fc.constantFrom(
  '<Group>',
  '</Group>',
  '<Entry>',
  '</Entry>',
  '<History>',
  '<String><Key>otp</Key><Value>otpauth://totp/%E0?secret=%</Value></String>',
  '<String><Key>__proto__</Key><Value>x</Value></String>',
  '<Value Protected="True">',
  '<pwlist>',
  '<pwentry><group tree="\\a\\\\b">',
  '<database><group><title>',
  '<br/>',
  '<![CDATA[',
  ']]>',
  '<!--',
  '<?x',
  '&#0;',
  '&constructor;',
  '<!DOCTYPE a [',
  '\0',
  '\ud83d',
  '\ufeff',
)

describe('arbitrary bytes', () => {
  it('get a result or a refusal, never an exception: random bytes and texts', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), answers), { numRuns: 500 })
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
        await answers(new TextEncoder().encode(keePassFile(text)))
        await answers(
          new TextEncoder().encode(keePassFile(group(text, entry({ [text]: text, Title: text })))),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('get a result or a refusal when bytes of a valid file are replaced, deleted or inserted', async () => {
    await fc.assert(
      fc.asyncProperty(place, fc.nat({ max: 200 }), someBytes, async (at, cut, put) => {
        await answers(
          Uint8Array.of(...organisation.subarray(0, at), ...put, ...organisation.subarray(at + cut)),
        )
      }),
      { numRuns: 400 },
    )
  })

  it('get a result or a refusal when XML fragments are inserted anywhere into a valid file', async () => {
    const text = new TextDecoder().decode(organisation)
    await fc.assert(
      fc.asyncProperty(place, fc.array(fragment, { minLength: 1, maxLength: 6 }), async (at, fragments) => {
        await answers(new TextEncoder().encode(text.slice(0, at) + fragments.join('') + text.slice(at)))
      }),
      { numRuns: 400 },
    )
  })

  // `npm run bench -- --only hostile` measures the time.
  it('are answered for shapes that make naive parsers slow', async () => {
    for (const file of slowKeePassFiles()) await answers(new TextEncoder().encode(file))
  })
})
