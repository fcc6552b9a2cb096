import { expect, it } from 'vitest'
import {
  baseOfIncrement,
  momentOfBackup,
  momentOfPoint,
  nameOfBackup,
  nameOfIncrement,
  recentRotatedOut,
  rotatedOut,
} from './rotation.ts'

const dayMs = 86_400_000
const start = Date.UTC(2026, 0, 1, 2)

/** Runs a backup each night, with rotation after each, and returns the days that are left. */
function nights(count: number): string[] {
  let held: { at: number }[] = []
  for (let night = 0; night < count; night += 1) {
    held.push({ at: start + night * dayMs })
    const out = new Set(rotatedOut(held, start + night * dayMs))
    held = held.filter((backup) => !out.has(backup))
  }
  return held.map(({ at }) => new Date(at).toISOString().slice(0, 10))
}

it('keeps 7 daily, 5 weekly and 12 monthly backups, however long it runs [BKUP-09]', () => {
  expect(nights(7)).toHaveLength(7)
  const year = nights(400)
  // The last night is 4 February 2027, a Thursday.
  expect(year.slice(-7)).toEqual([
    '2027-01-29',
    '2027-01-30',
    '2027-01-31',
    '2027-02-01',
    '2027-02-02',
    '2027-02-03',
    '2027-02-04',
  ])
  // The Sundays of the weeks before, and the last days of the months before.
  expect(year.slice(0, -7)).toEqual([
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
    '2026-06-30',
    '2026-07-31',
    '2026-08-31',
    '2026-09-30',
    '2026-10-31',
    '2026-11-30',
    '2026-12-31',
    '2027-01-10',
    '2027-01-17',
    '2027-01-24',
  ])
})

it('keeps the newest of a day, and a backup that is alone in its month', () => {
  const backups = [start, start + 3_600_000, start - 40 * dayMs].map((at) => ({ at }))
  expect(rotatedOut(backups, start + dayMs)).toEqual([{ at: start }])
  expect(rotatedOut([], start)).toEqual([])
})

it('keeps the backups of a clock that was ahead, and lets them push none out', () => {
  const ahead = Array.from({ length: 7 }, (_, night) => ({ at: start + (100 + night) * dayMs }))
  const right = Array.from({ length: 7 }, (_, night) => ({ at: start + night * dayMs }))
  expect(rotatedOut([...ahead, ...right], start + 6 * dayMs)).toEqual([])
})

it('reads the moment in the name of a backup, and in no other', () => {
  const name = nameOfBackup(Date.UTC(2026, 10, 26, 2, 3, 4, 567))
  expect(name).toBe('trousseau-2026-11-26T02-03-04Z.backup')
  expect(momentOfBackup(name)).toBe(Date.UTC(2026, 10, 26, 2, 3, 4))
  for (const other of [`${name}.part`, `x${name}`, 'trousseau-2026-13-40T99-03-04Z.backup', 'notes.txt'])
    expect(momentOfBackup(other)).toBeNull()
})

it('reads the moment and the whole backup in the name of an increment', () => {
  const name = nameOfIncrement(start, start + 240_000)
  expect(name).toMatch(/^trousseau-[\dT-]+Z\+[\dT-]+Z\.increment$/)
  expect([momentOfBackup(name), momentOfPoint(name)]).toEqual([null, start + 240_000])
  expect(baseOfIncrement(name)).toBe(nameOfBackup(start))
  expect([momentOfPoint(nameOfBackup(start)), baseOfIncrement(nameOfBackup(start))]).toEqual([start, null])
  for (const other of [`${name}.part`, nameOfBackup(start), 'notes.txt'])
    expect(baseOfIncrement(other)).toBeNull()
})

it('keeps three recent points, and the whole backups that they need [BKUP-14]', () => {
  const whole = nameOfBackup(start)
  const increments = [1, 2, 3, 4].map((round) => nameOfIncrement(start, start + round * 240_000))
  const [first = '', second = '', third = '', made = ''] = increments
  const now = start + 5 * 240_000
  expect(recentRotatedOut([whole, first, second], second, now)).toEqual([])
  expect(recentRotatedOut([made, whole, first, second, third, 'notes.txt'], made, now)).toEqual([first])
  // The next whole one: the former one goes with the last of its increments.
  const next = nameOfBackup(now)
  expect(recentRotatedOut([next, whole, second, third, made], next, now)).toEqual([second])
  const later = [1, 2, 3].map((round) => nameOfIncrement(now, now + round * 240_000))
  const newest = later.at(-1) ?? ''
  expect(recentRotatedOut([whole, made, next, ...later], newest, now + 4 * 240_000)).toEqual([made, whole])
})
