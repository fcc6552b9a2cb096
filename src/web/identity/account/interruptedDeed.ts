import { accountLimits } from '#domain/platform/limits.ts'

/** What a proof at the provider of the single sign-on interrupts: it leaves the page. For this tab only. */
type Interrupted = { readonly path: string; readonly deed: unknown; readonly until: number }
const key = 'interrupted'

/**
 * Stores the page to return to after the proof.
 * @param deed what the page needs to go on where it was; nothing secret
 */
export function storeInterrupted(deed: unknown = null): void {
  const { pathname, search } = window.location
  const until = Date.now() + accountLimits.proofMs
  sessionStorage.setItem(key, JSON.stringify({ path: pathname + search, deed, until } satisfies Interrupted))
}

function read(): Interrupted | null {
  const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Interrupted | null
  if (stored !== null && stored.until > Date.now()) return stored
  sessionStorage.removeItem(key)
  return null
}

/** Returns the page that a proof interrupted; null without one, or when nobody came back in time. */
export const interruptedPath = (): string | null => read()?.path ?? null

/** Returns what was interrupted on a page, once. */
export function takeInterrupted(path = window.location.pathname): unknown {
  const interrupted = read()
  if (interrupted === null || !interrupted.path.startsWith(path)) return null
  sessionStorage.removeItem(key)
  return interrupted.deed
}
