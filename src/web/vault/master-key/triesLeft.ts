import type { ApiError } from '#web/platform/api/errors.ts'

/** Returns how many attempts the session has left, where the refusal has the number. */
export function triesLeft({ details }: ApiError): number | null {
  return typeof details === 'object' &&
    details !== null &&
    'triesLeft' in details &&
    typeof details.triesLeft === 'number'
    ? details.triesLeft
    : null
}
