import { describe, expect, it } from 'vitest'
import { dayAfter, dueDayOf, dueStateOf, isReminderDue } from './due-dates.ts'

describe('the day before which a password is to be renewed', () => {
  const changed = { passwordDay: '2026-01-31', ruleDays: 30 }

  it('is counted in days of the calendar, whatever the month and the clock change [RENW-06]', () => {
    expect(dayAfter('2026-01-31', 30)).toBe('2026-03-02')
    expect(dayAfter('2028-02-28', 1)).toBe('2028-02-29')
    expect(dayAfter('2026-03-28', 2)).toBe('2026-03-30')
    expect(dayAfter('2026-10-25', -1)).toBe('2026-10-24')
  })

  it('is its own date rather than that of a rule, and that of the rule from the last change of the password [RENW-05]', () => {
    expect(dueDayOf({ ...changed, own: null })).toBe('2026-03-02')
    expect(dueDayOf({ ...changed, own: '2026-12-24' })).toBe('2026-12-24')
    expect(dueDayOf({ ...changed, own: null, ruleDays: null })).toBeNull()
    expect(dueDayOf({ ...changed, own: null, passwordDay: null })).toBeNull()
  })

  it('is shown from fourteen days before, and as past from the day after [RENW-10]', () => {
    const due = '2026-12-24'
    expect(dueStateOf(due, '2026-12-09')).toBeNull()
    expect(dueStateOf(due, '2026-12-10')).toBe('soon')
    expect(dueStateOf(due, '2026-12-24')).toBe('soon')
    expect(dueStateOf(due, '2026-12-25')).toBe('past')
    expect(dueStateOf(null, '2026-12-25')).toBeNull()
  })
})

describe('the reminders of a date', () => {
  const due = '2026-12-24'
  /** The days of a month and a half on which a person is reminded, if each reminder is sent. */
  const days = (from: string, count: number): string[] => {
    const sent: string[] = []
    for (let day = from, left = count; left > 0; left -= 1, day = dayAfter(day, 1))
      if (isReminderDue(due, day, sent.at(-1) ?? null)) sent.push(day)
    return sent
  }

  it('come fourteen days before, on the day, and each week after [RENW-13]', () => {
    expect(days('2026-12-01', 45)).toEqual([
      '2026-12-10',
      '2026-12-24',
      '2026-12-31',
      '2027-01-07',
      '2027-01-14',
    ])
  })

  it('are made up for after days on which the server was off', () => {
    expect(isReminderDue(due, '2026-12-27', '2026-12-10')).toBe(true)
    expect(isReminderDue(due, '2026-12-27', '2026-12-24')).toBe(false)
    expect(days('2026-12-15', 10)).toEqual(['2026-12-15', '2026-12-24'])
  })
})
