import { createInterface, type Interface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** The dialogue of a command with the person or script that runs it. */
export type Terminal = {
  /** Whether a person can answer; otherwise the standard input is a file or a pipe. */
  readonly isInteractive: boolean
  say(line: string): void
  /** Says on the standard error what is no part of the result, such as why it takes time. */
  note(line: string): void
  ask(question: string): Promise<string>
  /** Asks without echoing the input; from a pipe, reads the next line. Null at the end of the input. */
  askSecret(question: string): Promise<string | null>
  close(): void
}

/**
 * Returns the terminal of this process. Secrets are read only here, since arguments are visible in the
 * process list.
 */
export function systemTerminal(): Terminal {
  const isInteractive = process.stdin.isTTY === true
  let muted = false
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!muted) process.stdout.write(chunk)
      done()
    },
  })
  let reading: { lines: Interface; next: AsyncIterator<string> } | null = null
  // Opened at the first question: an open input would keep a command from ending.
  const input = () => {
    if (reading) return reading
    const lines = createInterface({ input: process.stdin, output, terminal: isInteractive })
    reading = { lines, next: lines[Symbol.asyncIterator]() }
    return reading
  }
  const nextLine = async (): Promise<string | null> => {
    const { value, done } = await input().next.next()
    return done === true ? null : String(value)
  }

  return {
    isInteractive,
    say: (line) => void process.stdout.write(`${line}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
    ask: async (question) => (isInteractive ? input().lines.question(question) : ((await nextLine()) ?? '')),
    async askSecret(question) {
      if (!isInteractive) return nextLine()
      const answer = input().lines.question(question)
      muted = true
      try {
        return await answer
      } finally {
        muted = false
        process.stdout.write('\n')
      }
    },
    close: () => reading?.lines.close(),
  }
}
