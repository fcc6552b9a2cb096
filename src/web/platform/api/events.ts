/** What the client tells the page about, whichever part of it made the call. */
export type ApiEvent = 'session-ended' | 'unreachable' | 'chest-locked' | 'changed'

const eventName = (event: ApiEvent) => `trousseau:${event}`

export const announce = (event: ApiEvent): void => {
  window.dispatchEvent(new Event(eventName(event)))
}

/** Listens; answers how to stop. */
export function onApiEvent(event: ApiEvent, listener: () => void): () => void {
  window.addEventListener(eventName(event), listener)
  return () => window.removeEventListener(eventName(event), listener)
}
