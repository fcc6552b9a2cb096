import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formats, readFile, type FileReading } from './formats.ts'
import { insideOf } from './sample-parts-testing.ts'
import { sniff } from './sniff.ts'
import { allSamples } from './samples/all.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'

const samples = await allSamples()

/** A place in a file, and what happens to the bytes there. */
const change = fc.record({
  at: fc.nat(),
  length: fc.nat({ max: 40 }),
  by: fc.nat(255),
  how: fc.constantFrom('set', 'cut', 'double'),
})

/** Changes bytes, and expects an answer: whatever is read can be looked at, and so can the attached files. */
async function expectAnswered(
  bytes: Uint8Array,
  pack: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>,
  reading: FileReading | undefined,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      let copy = Buffer.from(bytes)
      for (const { at: place, length, by, how } of changes) {
        const at = place % (copy.length + 1)
        const part = copy.subarray(at, at + length)
        if (how === 'set') copy.fill(by, at, Math.min(copy.length, at + Math.min(length, 4)))
        else if (how === 'cut') copy = Buffer.concat([copy.subarray(0, at), copy.subarray(at + length)])
        else copy = Buffer.concat([copy.subarray(0, at + length), part, copy.subarray(at + length)])
      }
      const read = await readFile(await pack(copy), reading)
      if ('ok' in read) {
        expect(read.code).toMatch(/^[A-Z_]+$/)
        return
      }
      expect(read.found.entries.every(({ line }) => line > 0)).toBe(true)
      for (const { files } of read.found.entries) for (const file of files) await file.read()
    }),
    { numRuns: 60 },
  )
}

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
    await expectAnswered(bytes, (changed) => changed, reading)
  })
})

const inside = (await Promise.all(samples.map(async (sample) => ({ sample, parts: await insideOf(sample) }))))
  .flatMap(({ sample, parts }) => parts.map((part) => ({ ...sample, part })))
  .map(({ part, ...sample }) => ({
    ...sample,
    title: `${sample.format}: ${sample.name}: ${part.name}`,
    part,
  }))

describe('behind a ZIP or a password', () => {
  it.each(inside)('$title is read or refused too [MNGR-29]', async ({ part, reading }) => {
    await expectAnswered(part.bytes, (bytes) => part.pack(bytes), reading)
  })
})
