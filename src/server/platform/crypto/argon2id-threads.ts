import { Worker } from 'node:worker_threads'
import type { Argon2Answer } from './argon2id-worker.ts'
import type { Argon2Input } from './argon2id-input.ts'

type Task = { readonly input: Argon2Input; resolve(hash: Uint8Array): void; reject(error: Error): void }
type Thread = { run(task: Task): void }

const mostThreads = 2
/** A thread holds a message at a time. */
const resourceLimits = { maxYoungGenerationSizeMb: 1 }

const waiting: Task[] = []
const threads = new Set<Thread>()
const idle = new Set<Thread>()

/**
 * Argon2id on one of two threads of its own rather than on the four of libuv's pool: each thread keeps the memory of
 * its hashes (decision 32), and look-ups of names and files wait behind no password. They start with the first hash
 * and stay.
 * @throws what `crypto.argon2Sync` throws, without its code; an error if the thread ended over it.
 */
export function hashOnThread(input: Argon2Input): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    waiting.push({ input, resolve, reject })
    startNext()
  })
}

function startNext(): void {
  const [thread] = idle
  if (waiting.length === 0 || (!thread && threads.size === mostThreads)) return
  const task = waiting.shift()
  if (task) (thread ?? startThread()).run(task)
}

function startThread(): Thread {
  const worker = new Worker(new URL('./argon2id-worker.ts', import.meta.url), { resourceLimits, env: {} })
  let task: Task | undefined
  const thread: Thread = {
    run(next) {
      task = next
      idle.delete(thread)
      worker.ref()
      // Copies of their own, handed over: of a small Buffer the thread would get all that lies in its pool.
      const [message, salt] = [new Uint8Array(next.input.message), new Uint8Array(next.input.salt)]
      worker.postMessage({ ...next.input, message, salt }, [message.buffer, salt.buffer])
    },
  }
  const end = (error: Error): void => {
    if (!threads.delete(thread)) return
    idle.delete(thread)
    task?.reject(error)
    startNext()
  }
  worker.on('message', (answer: Argon2Answer) => {
    const done = task
    task = undefined
    // Idle, it keeps no process from ending.
    worker.unref()
    idle.add(thread)
    if ('hash' in answer) done?.resolve(answer.hash)
    else done?.reject(answer.error)
    startNext()
  })
  worker.on('error', end)
  worker.on('exit', () => end(new Error('the thread that hashes passwords ended')))
  threads.add(thread)
  return thread
}
