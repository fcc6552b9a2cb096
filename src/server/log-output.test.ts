import { describe, expect, it } from 'vitest'
import { LogOutput, type LogTarget } from './log-output.ts'

/** A target whose next results are set by a test: a number of written bytes, or the code of an error. */
function scriptedTarget() {
  const answers: (number | string)[] = []
  const taken: Buffer[] = []
  let asked = 0
  const take = (bytes: Buffer, count: number) => void taken.push(bytes.subarray(0, count))
  const target: LogTarget = {
    write: (bytes, done) => {
      asked += 1
      const answer = answers.shift() ?? bytes.length
      setImmediate(() => {
        if (typeof answer === 'string') return done(Object.assign(new Error(answer), { code: answer }), 0)
        take(bytes, answer)
        return done(null, Math.min(answer, bytes.length))
      })
    },
    writeLast: (bytes) => take(bytes, bytes.length),
  }
  return { target, answers, text: () => Buffer.concat(taken).toString(), asked: () => asked }
}

const lineOf = (number: number) => `{"line":${number}}\n`
const limits = { gather: 1_000, gatherMs: 1, keep: 200 }

function outputOn(target: LogTarget) {
  const failures: string[] = []
  return { output: new LogOutput(target, (code) => failures.push(code), limits), failures }
}

describe('the output of the log', () => {
  it('writes queued lines together, in order', async () => {
    const { target, text, asked } = scriptedTarget()
    const { output } = outputOn(target)
    for (const number of [1, 2, 3]) output.write(lineOf(number))
    await output.drain(10_000)
    expect([text(), asked()]).toEqual([[1, 2, 3].map(lineOf).join(''), 1])
  })

  it.each(['EPIPE', 'ENOSPC', 'EIO'])(
    'drops lines on %s, reports it once, and counts them in a line',
    async (code) => {
      const { target, answers, text } = scriptedTarget()
      const { output, failures } = outputOn(target)
      answers.push(code, code)
      output.write(lineOf(1))
      await output.drain(10_000)
      output.write(lineOf(2))
      output.write(lineOf(3))
      await output.drain(10_000)
      expect([text(), output.dropped, failures]).toEqual(['', 3, [code]])
      output.write(lineOf(4))
      await output.drain(10_000)
      const [kept, note, end] = text().split('\n')
      expect([`${kept}\n`, end]).toEqual([lineOf(4), ''])
      expect(JSON.parse(note ?? '')).toMatchObject({
        level: 'warn',
        msg: 'log lines were dropped',
        dropped: 3,
      })
      expect(output.dropped).toBe(0)
    },
  )

  it('ends a partly written line before the next one', async () => {
    const { target, answers, text } = scriptedTarget()
    const { output } = outputOn(target)
    answers.push(lineOf(1).length + 4, 'ENOSPC', 'ENOSPC')
    for (const number of [1, 2]) output.write(lineOf(number))
    await output.drain(10_000)
    output.write(lineOf(3))
    await output.drain(10_000)
    expect(output.dropped).toBe(2)
    output.write(lineOf(4))
    await output.drain(10_000)
    expect(text()).toMatch(new RegExp(`^${lineOf(1)}${lineOf(2).slice(0, 4)}\n${lineOf(4)}`))
  })

  it('retries a blocked target, and drops lines beyond the memory limit', async () => {
    const { target, answers, text } = scriptedTarget()
    const { output, failures } = outputOn(target)
    answers.push('EAGAIN', 'EAGAIN')
    const numbers = Array.from({ length: 20 }, (_, number) => 10 + number)
    for (const number of numbers) output.write(lineOf(number))
    expect(output.dropped).toBe(4)
    await output.drain(10_000)
    const lines = text().split(/(?<=\n)/)
    expect(lines.slice(0, -1)).toEqual(numbers.slice(0, 16).map(lineOf))
    expect([JSON.parse(lines.at(-1) ?? ''), failures]).toMatchObject([{ dropped: 4 }, []])
  })

  it('waits no longer than the given limit for a target that never answers', async () => {
    const output = new LogOutput(
      { write: () => undefined, writeLast: () => undefined },
      () => undefined,
      limits,
    )
    output.write(lineOf(1))
    await output.drain(1)
    expect(output.dropped).toBe(0)
  })

  it('writes the queued lines when the process ends without a stop', () => {
    const { target, text } = scriptedTarget()
    const { output } = outputOn(target)
    output.write(lineOf(1))
    output.writeLast()
    output.writeLast()
    expect(text()).toBe(lineOf(1))
  })
})
