/** The events of the client, whichever part of the page made the call. */
export type ApiEvent =
  | 'session-ended'
  | 'session-forbidden'
  | 'veiled'
  | 'lock-delayed'
  | 'unreachable'
  | 'chest-locked'
  | 'changed'
  | 'outdated'

const eventName = (event: ApiEvent) => `trousseau:${event}`

export const announce = (event: ApiEvent): void => {
  window.dispatchEvent(new Event(eventName(event)))
}

/** Adds a listener. Returns the function that removes it. */
export function onApiEvent(event: ApiEvent, listener: () => void): () => void {
  window.addEventListener(eventName(event), listener)
  return () => window.removeEventListener(eventName(event), listener)
}
