import { constants, fstatSync, openSync, write, writeSync } from 'node:fs'
import { isatty } from 'node:tty'

type Done = (error: NodeJS.ErrnoException | null, written: number) => void

/** The destination of the log's bytes. */
export interface LogTarget {
  /** Writes without blocking the event loop, and reports how many bytes were written. */
  write(bytes: Buffer, done: Done): void
  /** Writes while the process exits, when no callback runs any more. It never waits for a reader. */
  writeLast(bytes: Buffer): void
}

export interface OutputLimits {
  /**
   * From how many characters lines are written immediately; one system call per line costs a tenth of a short
   * request.
   */
  gather: number
  /** How long a line is delayed to be written with others, in milliseconds. */
  gatherMs: number
  /** How many characters are queued for a blocked target; lines beyond them are dropped. */
  keep: number
}

const defaultLimits: OutputLimits = { gather: 8_192, gatherMs: 200, keep: 1_048_576 }

const lineEnd = 10

/**
 * Writes the lines of the log to a target that may fail, block or lose its reader. Lines that cannot be
 * written are dropped and counted, and never stop the server. The count is logged once the target accepts
 * lines again.
 */
export class LogOutput {
  readonly #target: LogTarget
  readonly #limits: OutputLimits
  readonly #onFailure: (code: string) => void
  #waiting: string[] = []
  #waitingSize = 0
  /** Lines being written, without the part already written. */
  #chunk: Buffer | null = null
  #isWriting = false
  #isFailing = false
  /** Whether the last written line lacks its end. */
  #isTorn = false
  #dropped = 0
  #isPlanned = false
  #whenEmpty: (() => void) | null = null

  /** @param onFailure called once when the target begins to fail, with the system's code (`ENOSPC`) */
  constructor(target: LogTarget, onFailure: (code: string) => void, limits = defaultLimits) {
    this.#target = target
    this.#onFailure = onFailure
    this.#limits = limits
  }

  /** The number of lines dropped since the last successful write. */
  get dropped(): number {
    return this.#dropped
  }

  /** Queues a line, its end included. */
  write(line: string): void {
    if (this.#waitingSize + line.length > this.#limits.keep) {
      this.#dropped += 1
      return
    }
    this.#waiting.push(line)
    this.#waitingSize += line.length
    if (this.#waitingSize >= this.#limits.gather) this.#send()
    else this.#sendSoon()
  }

  /** Resolves once every line was written or dropped, or after the given milliseconds. */
  async drain(limitMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, limitMs)
      this.#whenEmpty = () => {
        clearTimeout(late)
        resolve()
      }
      if (!this.#isWriting) this.#goOn()
    })
  }

  /** Writes the queued lines of a process that ends without `drain`, as in a crash. */
  writeLast(): void {
    const text = this.#waiting.splice(0).join('')
    if (text !== '') this.#target.writeLast(Buffer.from(text))
  }

  #sendSoon(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    setTimeout(() => {
      this.#isPlanned = false
      this.#send()
    }, this.#limits.gatherMs).unref()
  }

  #send(): void {
    if (this.#isWriting) return
    const chunk = (this.#chunk ??= this.#nextChunk())
    if (chunk === null) return
    this.#isWriting = true
    this.#target.write(chunk, (error, written) => {
      this.#isWriting = false
      if (error?.code === 'EAGAIN') {
        this.#sendSoon()
        return
      }
      if (error) this.#drop(chunk, error)
      else this.#advance(chunk, written)
      this.#goOn()
    })
  }

  /** Sends the remaining lines, immediately if there are many or a caller waits in `drain`. */
  #goOn(): void {
    const isUrgent = this.#whenEmpty !== null || this.#waitingSize >= this.#limits.gather
    if (this.#chunk === null && this.#waiting.length === 0) this.#whenEmpty?.()
    else if (this.#chunk !== null || isUrgent) this.#send()
    else this.#sendSoon()
  }

  #nextChunk(): Buffer | null {
    if (this.#waiting.length === 0) return null
    const text = this.#waiting.splice(0).join('')
    this.#waitingSize = 0
    return Buffer.from(this.#isTorn ? `\n${text}` : text)
  }

  #advance(chunk: Buffer, written: number): void {
    if (written > 0) this.#isTorn = chunk[written - 1] !== lineEnd
    this.#chunk = written < chunk.length ? chunk.subarray(written) : null
    if (this.#chunk !== null) return
    this.#isFailing = false
    if (this.#dropped === 0) return
    const note = { level: 'warn', time: new Date().toISOString(), dropped: this.#dropped }
    this.#dropped = 0
    this.write(`${JSON.stringify({ ...note, msg: 'log lines were dropped' })}\n`)
  }

  #drop(chunk: Buffer, error: NodeJS.ErrnoException): void {
    this.#chunk = null
    const first = chunk[0] === lineEnd ? 1 : 0
    this.#dropped += chunk.subarray(first).filter((byte) => byte === lineEnd).length
    if (!this.#isFailing) this.#onFailure(error.code ?? error.name)
    this.#isFailing = true
  }
}

/**
 * Returns the standard output. A pipe or a socket is written with Node's own stream, which does not block and
 * survives the loss of its reader. A blocked write to a file occupies a thread of Node's pool, and a process
 * with such a thread cannot exit. A terminal, which Ctrl-S blocks, is therefore opened again in non-blocking
 * mode.
 */
export function standardOutput(): LogTarget {
  const stats = fstatSync(1)
  return stats.isFIFO() || stats.isSocket()
    ? streamTarget(process.stdout)
    : fileTarget(isatty(1) ? openTerminal() : 1)
}

function streamTarget(stream: NodeJS.WriteStream): LogTarget {
  stream.on('error', () => undefined)
  return {
    write: (bytes, done) => void stream.write(bytes, (error) => done(error ?? null, bytes.length)),
    writeLast: (bytes) => void stream.write(bytes),
  }
}

function fileTarget(fd: number): LogTarget {
  return {
    write: (bytes, done) => write(fd, bytes, 0, bytes.length, null, done),
    writeLast: (bytes) => {
      try {
        writeSync(fd, bytes)
      } catch {
        // The line is lost, like every line that cannot be written.
      }
    },
  }
}

function openTerminal(): number {
  try {
    return openSync('/dev/fd/1', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch {
    return 1
  }
}
