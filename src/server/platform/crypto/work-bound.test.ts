import { describe, expect, it } from 'vitest'
import { BusyError, createWorkBound, type Turn, type WorkBound } from './work-bound.ts'

/** Returns tasks that the bound starts and the test ends. */
function tasksOn(bound: WorkBound) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    start: (name: string, turn?: Turn) =>
      bound.run(() => {
        begun.push(name)
        return new Promise<void>((end) => ends.set(name, end))
      }, turn),
    /** Ends a task and waits until the next tasks have started. */
    end: async (name: string) => {
      ends.get(name)?.()
      await new Promise((go) => setImmediate(go))
    },
  }
}

describe('costly work', () => {
  it('never exceeds the bound, runs in order of arrival, and frees its place after a failure', async () => {
    const bound = createWorkBound({ concurrency: 2, queue: 100 })
    const order: number[] = []
    let running = 0
    let most = 0
    const tasks = Array.from({ length: 20 }, (_, index) =>
      bound.run(async () => {
        order.push(index)
        running += 1
        most = Math.max(most, running)
        await new Promise((go) => setImmediate(go))
        running -= 1
        if (index % 3 === 0) throw new Error('failed')
      }),
    )
    await Promise.allSettled(tasks)
    expect(most).toBe(2)
    expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index))
  })

  it('runs for known people first, then for unknown callers, then for signed-in users', async () => {
    const bound = createWorkBound({ concurrency: 1, queue: 2 })
    const tasks = tasksOn(bound)
    const all = [
      tasks.start('running', { lane: 'work' }),
      tasks.start('unlock', { lane: 'work' }),
      tasks.start('stranger', { lane: 'stranger' }),
      tasks.start('known'),
      tasks.start('also known'),
    ]
    const order = ['running', 'known', 'also known', 'stranger', 'unlock']
    for (const name of order) await tasks.end(name)
    await Promise.all(all)
    expect(tasks.begun).toEqual(order)
  })

  it('is refused when its own lane is full, not when another lane is', async () => {
    const bound = createWorkBound({ concurrency: 1, queue: 1 })
    const tasks = tasksOn(bound)
    const all = [
      tasks.start('running'),
      tasks.start('stranger', { lane: 'stranger' }),
      tasks.start('work', { lane: 'work' }),
    ]
    for (const lane of ['stranger', 'work'] as const) {
      expect(bound.isFull({ lane })).toBe(true)
      await expect(bound.run(async () => undefined, { lane })).rejects.toThrow(BusyError)
    }
    expect(bound.isFull({ lane: 'known' })).toBe(false)
    for (const name of ['running', 'stranger', 'work']) await tasks.end(name)
    await Promise.all(all)
  })

  it.each(['stranger', 'work'] as const)('of the lane « %s » never takes the last place', async (lane) => {
    const bound = createWorkBound({ concurrency: 2, queue: 2 })
    const tasks = tasksOn(bound)
    const all = [
      tasks.start('first', { lane }),
      tasks.start('second', { lane }),
      tasks.start('third', { lane }),
      tasks.start('known'),
      tasks.start('also known'),
    ]
    expect(tasks.begun).toEqual(['first', 'known'])
    expect([bound.isFull({ lane }), bound.isFull({ lane: 'known' })]).toEqual([true, false])
    const order = ['first', 'known', 'also known', 'second', 'third']
    for (const name of order) await tasks.end(name)
    await Promise.all(all)
    expect(tasks.begun).toEqual(order)
  })
})

describe('one user', () => {
  it('has at most one running and one waiting task over all lanes, and does not block other users', async () => {
    const bound = createWorkBound({ concurrency: 3, queue: 10 })
    const tasks = tasksOn(bound)
    const all = [
      tasks.start('first', { lane: 'work', person: 1 }),
      tasks.start('second', { lane: 'work', person: 1 }),
      tasks.start('of another', { lane: 'work', person: 2 }),
    ]
    for (const lane of ['known', 'work'] as const) {
      expect(bound.isFull({ lane, person: 1 })).toBe(true)
      await expect(bound.run(async () => undefined, { lane, person: 1 })).rejects.toThrow(BusyError)
    }
    expect(tasks.begun).toEqual(['first', 'of another'])
    await tasks.end('first')
    expect(tasks.begun).toEqual(['first', 'of another', 'second'])
    expect(bound.isFull({ lane: 'work', person: 1 })).toBe(false)
    for (const name of ['of another', 'second']) await tasks.end(name)
    await Promise.all(all)
  })

  it('is overtaken by other users while their first task runs', async () => {
    const bound = createWorkBound({ concurrency: 2, queue: 10 })
    const tasks = tasksOn(bound)
    const all = [
      tasks.start('first', { person: 1 }),
      tasks.start('of another', { person: 2 }),
      tasks.start('second', { person: 1 }),
      tasks.start('of a third', { person: 3 }),
    ]
    await tasks.end('of another')
    expect(tasks.begun).toEqual(['first', 'of another', 'of a third'])
    await tasks.end('first')
    expect(tasks.begun.at(-1)).toBe('second')
    for (const name of ['of a third', 'second']) await tasks.end(name)
    await Promise.all(all)
    expect(bound.isFull({ person: 1 })).toBe(false)
  })

  it('is not recognised among unknown callers, whose tasks share one queue', async () => {
    const bound = createWorkBound({ concurrency: 2, queue: 2 })
    const tasks = tasksOn(bound)
    const all = ['a', 'b', 'c'].map((name) => tasks.start(name, { lane: 'stranger' }))
    expect(bound.isFull({ lane: 'stranger' })).toBe(true)
    for (const name of ['a', 'b', 'c']) await tasks.end(name)
    await Promise.all(all)
  })
})
