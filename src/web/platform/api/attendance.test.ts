import { expect, it } from 'vitest'
import { sessionLimits } from '#domain/platform/limits.ts'
import { attendanceHeader, noteSign } from './attendance.ts'

it('a call says that nobody is there, once the last sign of life is older than the telling of one [SESS-21]', () => {
  noteSign(1_000_000)
  expect(attendanceHeader(1_000_000)).toEqual({})
  expect(attendanceHeader(1_000_000 + sessionLimits.touchEveryMs)).toEqual({})
  expect(attendanceHeader(1_000_000 + sessionLimits.touchEveryMs + 2_000)).toEqual({ 'X-Unattended': '1' })
  noteSign(1_100_000)
  expect(attendanceHeader(1_100_000)).toEqual({})
})
