import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { importFaultTexts } from '#texts/vault/imports.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import { readFile } from '../formats.ts'
import { keyOfFile } from './credentials.ts'
import { readHeader } from './header.ts'
import { cheap, essai, fixture } from './kdbx-testing.ts'
import { KdbxFault } from './kdbx-fault.ts'
import { sampleTree } from '../samples/parts/sample-tree.ts'
import { contentOf, sealKdbx } from './write.ts'

const sealed = async (...content: readonly Buffer[]): Promise<Buffer> => {
  const iterate = async function* (): AsyncGenerator<Buffer> {
    yield* content
  }
  const parts: Buffer[] = []
  for await (const part of sealKdbx(iterate(), { password: essai, cost: cheap })) parts.push(part)
  return Buffer.concat(parts)
}
const plain = async (): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of contentOf(sampleTree(), createYielder())) parts.push(part)
  return Buffer.concat(parts)
}
const changes = (length: number) =>
  fc.array(fc.record({ at: fc.nat(length - 1), cut: fc.nat(40), put: fc.uint8Array({ maxLength: 24 }) }), {
    minLength: 1,
    maxLength: 3,
  })
type Change = { at: number; cut: number; put: Uint8Array }
const changed = (bytes: Buffer, list: readonly Change[]): Buffer =>
  list.reduce<Buffer>(
    (copy, { at, cut, put }) => Buffer.concat([copy.subarray(0, at), put, copy.subarray(at + cut)]),
    bytes,
  )

describe('damage', () => {
  it('of the content behind a right password is answered with entries or a reason [MNGR-29]', async () => {
    const content = await plain()
    // The attached files are long, and no part of the document.
    const document = content.indexOf('<?xml')
    const spots = fc.oneof(
      changes(content.length),
      changes(60),
      changes(content.length - document).map((list) =>
        list.map((change) => ({ ...change, at: change.at + document })),
      ),
    )
    await fc.assert(
      fc.asyncProperty(spots, async (list) => {
        const read = await readFile(await sealed(changed(content, list)), { password: essai })
        if ('ok' in read) expect(Object.keys(importFaultTexts)).toContain(read.code)
        else for (const entry of read.found.entries) for (const file of entry.files) await file.read()
      }),
      { numRuns: 150 },
    )
  })

  it('of a header, or a file that is no database at all, is a fault [MNGR-29]', () => {
    const headers = [
      'keepassxc-4.kdbx',
      'pykeepass-argon2d.kdbx',
      'pykeepass-aes-kdf.kdbx',
      'pykeepass-3.1.kdbx',
    ].map((name) => fixture(name).subarray(0, 400))
    fc.assert(
      fc.property(fc.constantFrom(...headers), changes(260), (header, list) => {
        try {
          readHeader(changed(header, list))
        } catch (error) {
          expect(error).toBeInstanceOf(KdbxFault)
        }
      }),
      { numRuns: 3000 },
    )
  })

  it('of a key file gives another key, or a fault', () => {
    const whole = fixture('keepassxc-3.1.keyx')
    fc.assert(
      fc.property(
        fc.oneof(
          changes(whole.length).map((list) => changed(whole, list)),
          fc.uint8Array({ maxLength: 80 }),
        ),
        (bytes) => {
          try {
            expect(keyOfFile(bytes)).toBeInstanceOf(Buffer)
          } catch (error) {
            expect(error).toBeInstanceOf(KdbxFault)
          }
        },
      ),
      { numRuns: 2000 },
    )
  })
})
