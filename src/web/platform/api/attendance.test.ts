import { expect, it } from 'vitest'
import { sessionLimits } from '#domain/platform/limits.ts'
import { attendanceHeader, recordInput } from './attendance.ts'

it('a call is marked unattended once the tab has had no input for longer than the activity interval [SESS-21]', () => {
  recordInput(1_000_000)
  expect(attendanceHeader(1_000_000)).toEqual({})
  expect(attendanceHeader(1_000_000 + sessionLimits.touchEveryMs)).toEqual({})
  expect(attendanceHeader(1_000_000 + sessionLimits.touchEveryMs + 2_000)).toEqual({ 'X-Unattended': '1' })
  recordInput(1_100_000)
  expect(attendanceHeader(1_100_000)).toEqual({})
})
