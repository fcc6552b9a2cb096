import { expect, it } from 'vitest'
import { ChestSummary, type Entry } from './summary.ts'

const entry = (id: number): Entry => ({
  id,
  mark: { high: 0x8123_4567, low: 0x89ab_cdef },
  bits: 1_234,
  day: 20_000,
  level: 3,
})
const summary = ChestSummary.empty.with(
  { revision: 7, folders: 70_000 },
  new Map([2 ** 40, 3].map((id) => [id, entry(id)])),
)

it('a summary is packed and unpacked unchanged', () => {
  const packed = summary.packed()
  expect(ChestSummary.countIn(packed.length)).toBe(2)
  const again = ChestSummary.unpacked(packed, 7)
  expect(again).toMatchObject({ revision: 7, folders: 70_000, count: 2 })
  expect([...(again?.ids ?? [])]).toEqual([3, 2 ** 40])
  expect([again?.high[1], again?.low[1]]).toEqual([0x8123_4567, 0x89ab_cdef])
  expect([again?.bits[0], again?.days[0], again?.levels[0]]).toEqual([1_234, 20_000, 3])
})

it('a summary of another byte order, format or length is rejected', () => {
  const packed = summary.packed()
  for (const format of [0, packed[0] === 1 ? 2 : 1, 3, 255]) {
    const other = Buffer.from(packed)
    other[0] = format
    expect(ChestSummary.unpacked(other, 7), String(format)).toBeNull()
  }
  expect(ChestSummary.unpacked(packed.subarray(0, -1), 7)).toBeNull()
  expect(ChestSummary.unpacked(packed.subarray(0, 4), 7)).toBeNull()
})
