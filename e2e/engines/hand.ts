import type { Driver, Point } from './driver.ts'

/** What a journey looks for, and how it is found in the page. */
const kinds = {
  button: 'button, [role=button]',
  link: 'a[href]',
  entry: '[role=menuitem]',
  field: 'input:not([type=hidden]), textarea',
  heading: 'h1, h2',
  row: '[data-row]',
  handle: '[data-row-handle]',
  option: '[role=option]',
  notice: '[role=group] p',
  secret: '[data-secret]',
  panel: 'aside button',
} as const
type Kind = keyof typeof kinds

/** Far above what a loaded machine needs. */
const limitMs = 30_000

/** Evaluates to the first visible element of a kind whose name matches, or undefined. */
const found = (kind: Kind, name: RegExp): string => `
  [...document.querySelectorAll(${JSON.stringify(kinds[kind])})].find((one) => {
    const box = one.getBoundingClientRect()
    if (box.width === 0 || box.height === 0 || getComputedStyle(one).visibility === 'hidden') return false
    const of = (one.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '')
    const labels = [...(one.labels ?? [])].map((label) => label.textContent)
    const names = [one.getAttribute('aria-label') ?? '', of.join(' '), ...labels, one.innerText ?? '']
    return names.some((text) => ${String(name)}.test(text.trim()))
  })`

/** Uses a page as a person does: by the window's keys and pointer, without any help of the browser's. */
export type Hand = Driver & {
  /** Waits until an expression is true in the page. */
  until(expression: string, what: string): Promise<void>
  sees(kind: Kind, name: RegExp): Promise<void>
  has(kind: Kind, name: RegExp): Promise<boolean>
  press(kind: Kind, name: RegExp): Promise<void>
  pointOf(kind: Kind, name: RegExp): Promise<Point>
  /** Drags one element onto another, as a hand does: it lets go once the target shows that it takes it. */
  drag(from: Point, to: Point): Promise<void>
  /** Types characters into what has the focus. */
  write(text: string): Promise<void>
  valueOf(name: RegExp): Promise<string>
}

export function handOf(driver: Driver): Hand {
  const until = async (expression: string, what: string): Promise<void> => {
    const end = Date.now() + limitMs
    for (;;) {
      // A page that is just being replaced evaluates nothing.
      const isTrue = await driver.evaluate<boolean>(`Boolean(${expression})`).catch(() => false)
      if (isTrue === true) return
      if (Date.now() > end) throw new Error(`${driver.name} does not show: ${what}\n${await shownText()}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const shownText = () =>
    driver
      .evaluate<string>("location.pathname + ' | ' + document.body.innerText.slice(0, 600)")
      .catch((error: unknown) => String(error))
  /** Waits until the element stands still and nothing lies over it. */
  const pointOf = async (kind: Kind, name: RegExp): Promise<Point> => {
    const resting = `new Promise((resolve) => {
      const one = ${found(kind, name)}
      if (one === undefined) return resolve(null)
      one.scrollIntoView({ block: 'nearest' })
      const centre = () => {
        const { left, top, width, height } = one.getBoundingClientRect()
        return { x: left + width / 2, y: top + height / 2 }
      }
      const before = centre()
      requestAnimationFrame(() => requestAnimationFrame(() => {
        const { x, y } = centre()
        const hit = document.elementFromPoint(x, y)
        const isReached = x === before.x && y === before.y && hit !== null && (one.contains(hit) || hit.contains(one))
        resolve(isReached ? { x, y } : null)
      }))
    })`
    const end = Date.now() + limitMs
    for (;;) {
      const point = await driver.evaluate<Point | null>(resting).catch(() => null)
      if (point !== null) return point
      if (Date.now() > end)
        throw new Error(`${driver.name} does not show ${kind} ${String(name)}\n${await shownText()}`)
    }
  }
  return {
    ...driver,
    until,
    pointOf,
    sees: (kind, name) => until(found(kind, name), `${kind} ${String(name)}`),
    has: (kind, name) => driver.evaluate(`Boolean(${found(kind, name)})`),
    press: async (kind, name) => {
      await until(`(${found(kind, name)})?.disabled !== true`, `${kind} ${String(name)}, enabled`)
      const { x, y } = await pointOf(kind, name)
      await driver.click(x, y)
    },
    drag: async (from, to) => {
      await driver.mouse.move(from)
      await driver.mouse.down()
      const moveUntil = async (start: Point, isReached: string, what: string) => {
        for (let step = 0; step < 200; step += 1) {
          await driver.mouse.move({ x: start.x + (step % 12), y: start.y + (step % 4) })
          if (await driver.evaluate<boolean>(isReached)) return
        }
        throw new Error(`${driver.name}: ${what}`)
      }
      await moveUntil(from, "document.querySelector('[data-row] div[role=button]') !== null", 'no drag began')
      await moveUntil(to, "document.querySelector('[data-over]') !== null", 'no target took the drag')
      await driver.mouse.up()
    },
    write: (text) => driver.keys(...text.split('')),
    valueOf: async (name) => {
      await until(found('field', name), `field ${String(name)}`)
      return driver.evaluate(`(${found('field', name)}).value`)
    },
  }
}
