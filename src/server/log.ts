import { pino, type DestinationStream, type Logger } from 'pino'

/**
 * Creates the structured log, one JSON line for each event. Each caller chooses what it logs: of requests the
 * route's pattern (never the address, which can contain a search word), of errors the class and stack.
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

/** Returns an error's class and stack. Its message is omitted, since it may quote what a person typed. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  // SQLite's own text for its code (« database or disk is full »), which quotes no data.
  const reason = 'errstr' in error && typeof error.errstr === 'string' ? error.errstr : undefined
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 12)
  return { type: error.name, code, reason, frames: frames.map((line) => line.trim()) }
}
