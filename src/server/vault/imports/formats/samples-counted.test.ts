import { describe, expect, it } from 'vitest'
import { formats, readFile, type FileReading } from './formats.ts'
import { insideOf, unitsOf, type Unit } from './sample-parts-testing.ts'
import { allSamples } from './samples/all.ts'

/**
 * Returns how many entries a reader finds or tells, how many with the rows without one, and how many entries say that
 * lines were joined; the code of a refused file.
 */
async function countOf(bytes: Uint8Array, reading: FileReading | undefined) {
  const read = await readFile(bytes, reading)
  if ('ok' in read) return read.code
  const { entries: found, unreadable, blankRows } = read.found
  const entries = found.length + unreadable.length
  const joined = found.filter(({ notesToTell }) =>
    notesToTell.some(({ reason }) => reason === 'LINES_JOINED'),
  )
  return { entries, all: entries + blankRows, joined: joined.length }
}

/** Texts in UTF-8 only. What is encoded otherwise is read by the same readers in another sample. */
const isText = (bytes: Uint8Array): boolean =>
  Buffer.from(Buffer.from(bytes).toString()).equals(bytes) && !bytes.includes(0)

const parts = await Promise.all(
  (await allSamples()).map(async (sample) => {
    const inside = await insideOf(sample)
    const whole = { name: '', bytes: sample.bytes, pack: (bytes: Uint8Array) => bytes }
    return (inside.length > 0 ? inside : [whole]).map((part) => ({
      ...sample,
      part,
      title: `${sample.format}: ${sample.name} ${part.name}`,
    }))
  }),
)
const texts = parts.flat().filter(({ part }) => isText(part.bytes))
/** Formats of which an entry was taken out of a sample, doubled and broken. */
const proved = new Set<string>()

describe('entries in are entries out and told', () => {
  it.each(texts)('$title [MNGR-05] [MNGR-29]', async ({ format, part, bytes, reading }) => {
    const after = async (text: string) => countOf(await part.pack(Buffer.from(text)), reading)
    let text = Buffer.from(part.bytes).toString()
    let whole = await countOf(bytes, reading)
    // Without its only entry it would be another file.
    if (typeof whole !== 'string' && whole.entries === 1)
      for (const { doubled } of unitsOf(text)) {
        const twice = await after(doubled)
        if (typeof twice !== 'string' && twice.entries === 2) [text, whole] = [doubled, twice]
      }
    if (typeof whole === 'string') throw new Error(whole)
    const found: Unit[] = []
    for (const unit of unitsOf(text)) {
      const without = await after(unit.removed)
      if (typeof without === 'string') continue
      if (without.entries === whole.entries - 1 && without.all === whole.all - 1) found.push(unit)
    }
    // A list or a folder with one entry is none.
    const entries = found.filter(({ path }) => !found.some((other) => other.path.startsWith(`${path}/`)))
    for (const { path, doubled, spoiled } of entries) {
      proved.add(format)
      const twice = await after(doubled)
      if (typeof twice !== 'string') expect([path, twice.all]).toEqual([path, whole.all + 1])
      for (const [nth, changed] of spoiled.entries()) {
        const broken = await after(changed)
        if (typeof broken === 'string') continue
        // A line that is no row belongs to the note of the row before, which says so.
        const isJoined = broken.joined > 0 && broken.all === whole.all - 1
        expect([path, nth, broken.all + (isJoined ? 1 : 0)]).toEqual([path, nth, whole.all])
      }
    }
  })

  it('is proved of every format, but for those that a test of their own proves', () => {
    // A database and an archive are sealed by their own writers, which their fuzzing tests use.
    const others = ['trousseau', 'kdbx']
    expect(formats.map(({ id }) => id).filter((id) => !proved.has(id) && !others.includes(id))).toEqual([])
  })
})
