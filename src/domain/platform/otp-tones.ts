// Apart from one-time-code.ts, whose reader of addresses would weigh on the first page.

/**
 * Returns the colour of the border of an item's code by the seconds left: 0–8 red, 9–16 orange, from 17
 * green.
 */
export const otpRing = (left: number): 'red' | 'orange' | 'green' =>
  left <= 8 ? 'red' : left <= 16 ? 'orange' : 'green'

/** Returns the tone of the code widget by the seconds left: from 10 success, 6–9 attention, below error. */
export const otpWidget = (left: number): 'success' | 'attention' | 'error' =>
  left >= 10 ? 'success' : left >= 6 ? 'attention' : 'error'
