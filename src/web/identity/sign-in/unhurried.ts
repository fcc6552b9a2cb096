import { useState, type MouseEvent } from 'react'

/** How long the style sheet ignores presses by pointer, in milliseconds. */
const hurryMs = 400

/** Keeps the focus on a press beside a button that is not active yet. */
export const keepFocus = (event: MouseEvent): void => {
  if (event.target === event.currentTarget) event.preventDefault()
}

/** Whether the screen has just appeared: a second Enter was meant for the former one. */
export function useJustShown(): () => boolean {
  const [since] = useState(() => performance.now())
  return () => performance.now() - since < hurryMs
}
