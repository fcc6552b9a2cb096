/** The non-breaking space of French before `:` and inside « », and the narrow one before `; ! ?`. */
export const nbsp = '\u00a0'
export const narrowNbsp = '\u202f'

/** Created on first use: they take fifteen milliseconds, and a start needs none. */
const pluralRules = once(() => new Intl.PluralRules('fr'))
const numbers = once(() => new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 2 }))
const relative = once(() => new Intl.RelativeTimeFormat('fr', { numeric: 'auto' }))
const franceDays = once(
  () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', dateStyle: 'short' }),
)

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}

/** Returns a text with non-breaking spaces before double punctuation and inside « ». */
export const typographic = (text: string): string =>
  text
    .replace(/ (?=[:»])/gu, nbsp)
    .replace(/(?<=«) /gu, nbsp)
    .replace(/ (?=[;!?])/gu, narrowNbsp)

/** Returns a number in French: `12 345,6`, at most two decimals. */
export const formatNumber = (value: number): string => numbers().format(value)

/** Returns the form of a word for a count. French uses the singular below 2. */
export const plural = (count: number, one: string, many: string): string =>
  pluralRules().select(count) === 'one' ? one : many

/** Returns a count and its word, joined by a non-breaking space: `1 dossier`, `12 mots de passe`. */
export const counted = (count: number, one: string, many: string): string =>
  `${formatNumber(count)}${nbsp}${plural(count, one, many)}`

/** Returns a size in kilobytes of 1024 bytes in the specification's format, without separators: `1536 Ko`. */
export const formatKilobytes = (bytes: number): string => `${Math.ceil(bytes / 1024)} Ko`

const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** Returns a date in words or digits. Before the name of a month, French writes the first day `1er`. */
export function formatDate(atMs: number, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options)
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat('fr-FR', options)
  dateFormats.set(key, format)
  const parts = format.formatToParts(atMs)
  const hasMonthName = parts.some(({ type, value }) => type === 'month' && !/^\d+$/.test(value))
  return parts
    .map(({ type, value }) => (type === 'day' && value === '1' && hasMonthName ? '1er' : value))
    .join('')
}

/** Returns a date in full, for tooltips: `21 novembre 2026 à 09:05`. Milliseconds since the epoch. */
export const formatExactDate = (atMs: number, timeZone?: string): string =>
  formatDate(atMs, { dateStyle: 'long', timeStyle: 'short', ...(timeZone && { timeZone }) })

/** Returns a day for tables: `21/11/2026`. Milliseconds since the epoch. */
export const formatDay = (atMs: number, timeZone?: string): string =>
  formatDate(atMs, { dateStyle: 'short', ...(timeZone && { timeZone }) })

/** Returns a day of the calendar in words: `21 novembre 2026`. @param day yyyy-mm-dd */
export const formatCalendarDay = (day: string): string =>
  formatDate(Date.parse(`${day}T00:00:00Z`), { dateStyle: 'long', timeZone: 'UTC' })

/** The units, their length in milliseconds, and the distance from which the next larger one is used. */
const relativeUnits = [
  { unit: 'minute', length: 60_000, below: 3_600_000 },
  { unit: 'hour', length: 3_600_000, below: 86_400_000 },
  { unit: 'day', length: 86_400_000, below: 30 * 86_400_000 },
  { unit: 'month', length: 30.44 * 86_400_000, below: 365 * 86_400_000 },
  { unit: 'year', length: 365.25 * 86_400_000, below: Infinity },
] as const

/** Returns the day of a moment in France, `yyyy-mm-dd`, as files of other programs and inputs of dates write it. */
export const dayInFrance = (atMs: number): string => franceDays().format(atMs)

/** Returns a date as a distance from now: `à l'instant`, `il y a 5 minutes`, `hier`, `dans 2 heures`. */
export function formatRelativeDate(atMs: number, nowMs: number): string {
  const distance = atMs - nowMs
  const size = Math.abs(distance)
  if (size < 60_000) return "à l'instant"
  const row = relativeUnits.find(({ below }) => size < below) ?? relativeUnits[4]
  // Truncated, so that 23 h 59 is not a day. At least one: 364 days are 11.96 months.
  const amount = Math.max(1, Math.trunc(size / row.length))
  // All texts have the straight apostrophe.
  return relative()
    .format(distance < 0 ? -amount : amount, row.unit)
    .replace(/\u2019/gu, "'")
}

/** Returns a duration as a countdown: `0:45`, `14:05`, `1:00:00`. Seconds, never negative. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

/** Returns at most `length` characters, the last one an ellipsis if the text was truncated. */
export function truncate(text: string, length = 50): string {
  if (text.length <= length) return text
  const characters = Array.from(text)
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
}
