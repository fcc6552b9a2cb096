import { pino, type DestinationStream, type Logger } from 'pino'

/**
 * Structured logs, one JSON line an event. What may be logged is listed where it is logged: requests give the
 * route's pattern (never the address, which can hold a search word), errors their class and stack.
 */
export const createLog = (level: string, destination: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    destination,
  )

/** An error's kind and place; its message may quote what a person typed, so only the house's own are kept. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  // SQLite's own words for its code (« database or disk is full »): they quote nothing.
  const reason = 'errstr' in error && typeof error.errstr === 'string' ? error.errstr : undefined
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 12)
  return { type: error.name, code, reason, frames: frames.map((line) => line.trim()) }
}
