import { useState, type MouseEvent } from 'react'

/** As long as the style sheet keeps presses by pointer off, in milliseconds. */
const hurryMs = 400

/** A press beside what takes none yet leaves the focus where it is. */
export const keepFocus = (event: MouseEvent): void => {
  if (event.target === event.currentTarget) event.preventDefault()
}

/** Whether what is shown has just come: a second Enter was meant for what stood there before. */
export function useHurry(): () => boolean {
  const [since] = useState(() => performance.now())
  return () => performance.now() - since < hurryMs
}
