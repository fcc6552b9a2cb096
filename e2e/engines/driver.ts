/** What a journey does with a browser, whichever engine and protocol it has. */
export type Driver = {
  readonly name: string
  go(url: string): Promise<void>
  back(): Promise<void>
  reload(): Promise<void>
  /** Evaluates an expression in the page, which may be a promise. Its value must be JSON. */
  evaluate<Value>(expression: string): Promise<Value>
  /** Presses keys after each other, as names (`Enter`) or characters. `Control+V` holds the first. */
  keys(...keys: string[]): Promise<void>
  /** Clicks at a point of the window's content, in CSS pixels. */
  click(x: number, y: number): Promise<void>
  /** The mouse of the machine, which alone starts real drags. Points as with `click`. */
  readonly mouse: Mouse
  setCookie(url: string, cookie: { name: string; value: string }): Promise<void>
  /** The clipboard of the machine, as another program reads and writes it. */
  readonly clipboard: Clipboard
  /** What the browser brings back after it was closed, and something was done meanwhile. Absent where it cannot. */
  readonly restore?: Record<
    'a closed tab' | 'the whole browser',
    (meanwhile: () => Promise<unknown>) => Promise<void>
  >
  quit(): Promise<void>
}

export type Point = { x: number; y: number }

export type Clipboard = { read(): Promise<string>; write(text: string): Promise<void> }

export type Mouse = {
  move(to: Point): Promise<void>
  down(): Promise<void>
  up(): Promise<void>
}

/** WebDriver's code points of keys without a character. */
const keyCodes: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  ArrowUp: '\uE013',
  ArrowDown: '\uE015',
}
const keyOf = (name: string): string => keyCodes[name] ?? name

type KeyAction = { type: 'keyDown' | 'keyUp'; value: string }

/** Returns WebDriver's actions of a press, the same in both protocols. */
export function keyActions(pressed: string): KeyAction[] {
  const keys = pressed === '+' ? ['+'] : pressed.split('+').map(keyOf)
  return [
    ...keys.map((value) => ({ type: 'keyDown', value }) as const),
    ...keys.toReversed().map((value) => ({ type: 'keyUp', value }) as const),
  ]
}

export const typing = (keys: readonly string[]) => [
  { type: 'key', id: 'keyboard', actions: keys.flatMap(keyActions) },
]

const move = ({ x, y }: Point) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y) })
const pointer = (actions: object[]) => [
  { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions },
]

export const clicking = (at: Point) =>
  pointer([move(at), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }])
