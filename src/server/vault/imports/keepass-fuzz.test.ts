import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { parseOtpSecret } from '#domain/platform/one-time-code.ts'
import { importFailTexts, importFaultTexts } from '#texts/vault/imports.ts'

import { entry, group, keePassFile, view } from './keepass-testing.ts'

const organisation = new Uint8Array(
  readFileSync(new URL('./fixtures/keepass2-organisation.xml', import.meta.url)),
)
/** Processor time of the thread: another test may use the core for a while. */
const longestMs = 2000

/** Checks that a file is answered in time, with a known code or with one-time secrets that give codes. */
async function answers(bytes: Uint8Array): Promise<void> {
  const start = process.threadCpuUsage()
  const result = await view(bytes)
  const { user, system } = process.threadCpuUsage(start)
  expect((user + system) / 1_000).toBeLessThan(longestMs)
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

  it('are answered in time for shapes that make naive parsers slow', async () => {
    const size = 1_500_000
    const shapes = [
      `<KeePassFile ${'a="1" '.repeat(size / 6)}`,
      `<KeePassFile a="${'&amp;'.repeat(size / 5)}"/>`,
      keePassFile(group('Racine', entry({ Title: '&lt;'.repeat(size / 4) }))),
      keePassFile(group('Racine', entry({ Title: ']]'.repeat(size / 2) }))),
      keePassFile(group('Racine', entry({ Title: ' '.repeat(size) }))),
      keePassFile(group('Racine', entry({ URL: ' '.repeat(size / 2) + 'x'.repeat(size / 2) }))),
      keePassFile(group('Racine', entry({ otp: `key=${' '.repeat(size)}` }))),
      keePassFile(group('Racine', entry({ otp: `otpauth://totp/?secret=${'%20'.repeat(size / 3)}` }))),
      keePassFile(
        group('Racine', entry({ 'TOTP Seed': 'A'.repeat(size), 'TOTP Settings': '0'.repeat(size) })),
      ),
      keePassFile(group('Racine', `<Entry>${'<String><Key>k</Key></String>'.repeat(size / 29)}</Entry>`)),
      keePassFile(group('Racine', '<Group/>'.repeat(45_000))),
      `<!DOCTYPE ${' '.repeat(size)}>`,
      `<!DOCTYPE a [${'<!ENTITY a "b">'.repeat(size / 15)}`,
      `<?xml ${'encoding '.repeat(size / 9)}?>`,
      '<!--'.repeat(size / 4),
      `&${'a'.repeat(size)}`,
      `<KeePassFile>&${'a'.repeat(size)}`,
    ]
    for (const shape of shapes) await answers(new TextEncoder().encode(shape))
  })
})
