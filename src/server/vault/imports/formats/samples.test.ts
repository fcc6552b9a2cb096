import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formats, readFile } from './formats.ts'
import { sniff } from './sniff.ts'
import { allSamples } from './samples/all.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'

const samples = await allSamples()

describe('every format', () => {
  it('has a sample, and its own id [MNGR-03]', () => {
    const ids = formats.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !samples.some(({ format }) => format === id))).toEqual([])
  })
})

describe.each(samples)('$format: $name', ({ format, bytes, reading, entries }) => {
  it('is recognised by its content, and by one reader only [MNGR-04]', async () => {
    const sniffed = await sniff(bytes, createYielder())
    if ('ok' in sniffed) throw new Error(sniffed.code)
    expect(formats.filter((one) => one.recognises(sniffed)).map(({ id }) => id)).toEqual([format])
  })

  it('comes in whole [MNGR-05] [MNGR-07]', async () => {
    const read = await readFile(bytes, reading)
    if ('ok' in read) throw new Error(read.code)
    expect(read.format.id).toBe(format)
    expect(read.found.entries.length + read.found.unreadable.length).toBe(entries)
  })

  it('is read, or refused with a reason, whatever happened to its bytes [MNGR-29]', async () => {
    const changed = fc
      .array(
        fc.record({
          at: fc.nat({ max: Math.max(0, bytes.length - 1) }),
          length: fc.nat({ max: 40 }),
          by: fc.nat(255),
        }),
        { minLength: 1, maxLength: 4 },
      )
      .chain((changes) =>
        fc.record({ changes: fc.constant(changes), how: fc.constantFrom('set', 'cut', 'double') }),
      )
    await fc.assert(
      fc.asyncProperty(changed, async ({ changes, how }) => {
        let copy = Buffer.from(bytes)
        for (const { at, length, by } of changes) {
          const part = copy.subarray(at, at + length)
          if (how === 'set') copy.fill(by, at, Math.min(copy.length, at + Math.min(length, 4)))
          else if (how === 'cut') copy = Buffer.concat([copy.subarray(0, at), copy.subarray(at + length)])
          else copy = Buffer.concat([copy.subarray(0, at + length), part, copy.subarray(at + length)])
        }
        const read = await readFile(copy, reading)
        if ('ok' in read) expect(read.code).toMatch(/^[A-Z_]+$/)
        else expect(read.found.entries.every(({ line }) => line > 0)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})
