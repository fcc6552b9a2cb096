import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import type { Clipboard, Driver, Mouse, Point } from './driver.ts'

const run = promisify(execFile)
const selection = ['-selection', 'clipboard']

/** A screen that nobody sees, with a clipboard and a mouse of its own. */
export type Display = {
  readonly name: string
  readonly mouse: Mouse
  readonly clipboard: Clipboard
  stop(): void
}

export async function startDisplay(): Promise<Display> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  process.once('exit', () => child.kill())
  const name = await new Promise<string>((resolve, reject) => {
    child.stdio[3]?.once('data', (said: Buffer) => resolve(`:${said.toString().trim()}`))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Xvfb stopped (${code})`)))
  })
  const env = { ...process.env, DISPLAY: name }
  const act = async (...words: string[]): Promise<void> => {
    await run('xdotool', words, { env })
  }
  return {
    name,
    mouse: {
      move: ({ x, y }) => act('mousemove', String(Math.round(x)), String(Math.round(y))),
      down: () => act('mousedown', '1'),
      up: () => act('mouseup', '1'),
    },
    clipboard: {
      // Fails when nobody has ever copied.
      read: () =>
        run('xclip', [...selection, '-o'], { env }).then(
          ({ stdout }) => stdout,
          () => '',
        ),
      write: (text) =>
        new Promise((resolve, reject) => {
          // It stays until another program copies.
          const holder = spawn('xclip', [...selection, '-i'], { env, stdio: ['pipe', 'ignore', 'ignore'] })
          holder.on('error', reject)
          holder.on('exit', () => resolve())
          holder.stdin.end(text)
        }),
    },
    stop: () => void child.kill(),
  }
}

/** Returns the mouse in the coordinates of a page: it finds the page's place on the screen by a first move. */
export function mouseOf({ mouse }: Display, evaluate: Driver['evaluate']): Mouse {
  let origin: Promise<Point> | undefined
  const find = async (): Promise<Point> => {
    const seen = `window.mouseSeen = null
      addEventListener('mousemove', ({ clientX, clientY }) => { window.mouseSeen = { x: clientX, y: clientY } }, { once: true })`
    await evaluate(`(() => { ${seen} })()`)
    for (let step = 0; step < 100; step += 1) {
      const at = { x: 700 + (step % 2), y: 500 }
      await mouse.move(at)
      const point = await evaluate<Point | null>('window.mouseSeen')
      if (point !== null) return { x: at.x - point.x, y: at.y - point.y }
    }
    throw new Error('the page does not see the mouse of its screen')
  }
  return {
    ...mouse,
    move: async ({ x, y }) => {
      origin ??= find()
      const { x: left, y: top } = await origin
      await mouse.move({ x: left + x, y: top + y })
    },
  }
}
