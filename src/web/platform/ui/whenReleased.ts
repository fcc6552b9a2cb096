let isHeld = false
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (isHeld = true), true)
  for (const event of ['pointerup', 'pointercancel'] as const)
    window.addEventListener(event, () => (isHeld = false), true)
}

/**
 * Runs something that moves the page, once no pointer is held: what a press began on must still be under the pointer at
 * its end.
 */
export function whenReleased(run: () => void): void {
  if (!isHeld) run()
  else window.addEventListener('pointerup', () => setTimeout(run), { once: true })
}
