import type { ApiError } from '#web/platform/api/errors.ts'

/** How many wrong keys the session may still give, where the refusal tells. */
export function triesLeft({ details }: ApiError): number | null {
  return typeof details === 'object' &&
    details !== null &&
    'triesLeft' in details &&
    typeof details.triesLeft === 'number'
    ? details.triesLeft
    : null
}
