import { isDate } from '#domain/vault/extra-fields.ts'
import { dayInFrance } from '#texts/platform/format.ts'

/** Seconds from the year 1 to 1970: KDBX 4 counts from the former. */
const secondsTo1970 = 62_135_596_800n
/** KeePass's own date for "never", and dates that JavaScript has. */
const mostSeconds = 253_402_300_799n

/** Returns the moment that KeePass wrote, in ms: ISO 8601, or base64 of seconds; null if it is neither. */
function momentOf(written: string): number | null {
  const text = written.trim()
  if (/^\d{4}-\d\d-\d\dT/.test(text)) {
    const moment = Date.parse(text)
    return Number.isNaN(moment) ? null : moment
  }
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== 8) return null
  const seconds = bytes.readBigInt64LE() - secondsTo1970
  return seconds < -secondsTo1970 || seconds > mostSeconds ? null : Number(seconds) * 1000
}

/** Returns a moment as ISO 8601; null if it is none. */
export function isoMoment(written: string): string | null {
  const moment = momentOf(written)
  return moment === null ? null : new Date(moment).toISOString()
}

/**
 * Returns the day of a moment, `yyyy-mm-dd`; null if it is none, or none of the calendar that can be stored: KeePass's
 * `never` is a day in the year 9999, and in France of the next. A time without a zone keeps its day.
 */
export function dayOf(written: string): string | null {
  const local = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d$/.exec(written.trim())?.[1]
  const moment = momentOf(written)
  if (moment === null) return null
  const day = local ?? dayInFrance(moment)
  return isDate(day) ? day : null
}
