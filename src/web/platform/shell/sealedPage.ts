import { useSyncExternalStore } from 'react'

/**
 * open: the page is shown. closing: it is hidden, and its session is being locked or ended. sealed: it is hidden until its
 * user signs in again.
 */
export type Seal = 'open' | 'closing' | 'sealed'

let seal: Seal = 'open'
let owner: number | null = null
let focused: Element | null = null
const listeners = new Set<() => void>()

function setSeal(next: Seal): void {
  seal = next
  for (const listener of listeners) listener()
}

/** The marks of input that is not saved: of a dialog, and of a form in the page. */
const unsaved = '[data-unsaved], [data-veil="unsaved"]'

/** Returns whether the page has input that is not saved, behind a locked chest too. */
export const holdsUnsaved = (): boolean => document.querySelector(unsaved) !== null

/** Hides the page, whose input is kept for one user. */
export function hidePage(userId: number): void {
  owner = userId
  focused = document.activeElement
  setSeal('closing')
}

/** Shows the sign-in in place of the hidden page: its session is locked or over. */
export function showSignInHere(): void {
  if (seal === 'closing') setSeal('sealed')
}

/** Returns whether a user may see the page: it is their own, or is shown again already. */
export const isPageOf = (userId: number): boolean => seal === 'open' || owner === userId

/** Returns whether the page is hidden. */
export const isHidden = (): boolean => seal !== 'open'

/** Shows the page again. Returns what had the focus in it. */
export function showPage(): Element | null {
  setSeal('open')
  return focused
}

/** Adds a listener, called when the page is being hidden and when it is shown again. Returns the function that removes it. */
export function onSeal(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useSeal = (): Seal => useSyncExternalStore(onSeal, () => seal)
