import { Worker } from 'node:worker_threads'
import type { Argon2Input, Argon2Variant } from './argon2id-input.ts'
import type { Argon2Answer, Argon2Question } from './argon2id-worker.ts'

/** RFC 9106 §3.1: a salt of 16 bytes is recommended for password hashing. */
export const saltBytes = 16

/** A thread and its pending hashes, in the order of its answers. */
type Thread = { readonly worker: Worker; readonly asked: PromiseWithResolvers<Buffer>[] }

const mostThreads = 2
const threads: Thread[] = []

/**
 * Returns the Argon2id hash, version 1.3 (RFC 9106). Two dedicated threads compute: each of libuv's four would retain
 * the memory of a hash (decision 57). Threads start on demand and are reused. Each call uses `memory` KiB while it
 * runs, so calls that unauthenticated callers can trigger go through a work bound.
 * @throws what `crypto.argon2Sync` throws, without its code; an error if the thread ends before it answers
 */
export const argon2id = (input: Argon2Input): Promise<Buffer> => hashed('argon2id', input)

/** Returns the Argon2d hash, which only databases of KeePass ask for. @throws as `argon2id` */
export const argon2d = (input: Argon2Input): Promise<Buffer> => hashed('argon2d', input)

function hashed(variant: Argon2Variant, input: Argon2Input): Promise<Buffer> {
  const [idlest] = threads.toSorted((one, other) => one.asked.length - other.asked.length)
  const isFree = idlest && (idlest.asked.length === 0 || threads.length === mostThreads)
  const { worker, asked } = isFree ? idlest : startThread()
  const answer = Promise.withResolvers<Buffer>()
  // Transfer copies: a small Buffer shares its pool, and the thread would receive the whole pool.
  const [message, salt] = [new Uint8Array(input.message), new Uint8Array(input.salt)]
  const question: Argon2Question = { ...input, variant, message, salt }
  worker.postMessage(question, [message.buffer, salt.buffer])
  // Answers come in the order of the messages: only what was posted waits for one.
  asked.push(answer)
  worker.ref()
  return answer.promise
}

function startThread(): Thread {
  // A small young generation is enough: a thread handles one message at a time.
  const resourceLimits = { maxYoungGenerationSizeMb: 1 }
  const worker = new Worker(new URL('./argon2id-worker.ts', import.meta.url), { resourceLimits, env: {} })
  const thread: Thread = { worker, asked: [] }
  const end = (error: Error): void => {
    if (threads.includes(thread)) threads.splice(threads.indexOf(thread), 1)
    for (const { reject } of thread.asked.splice(0)) reject(error)
  }
  worker.on('message', (answer: Argon2Answer) => {
    const waiter = thread.asked.shift()
    if ('hash' in answer) waiter?.resolve(Buffer.from(answer.hash))
    else waiter?.reject(answer.error)
    // An idle thread must not keep the process running.
    if (thread.asked.length === 0) worker.unref()
  })
  worker.on('error', end)
  // An answer that cannot be read would shift those after it.
  worker.on('messageerror', (error) => {
    end(error)
    void worker.terminate()
  })
  worker.on('exit', () => end(new Error('the thread that hashes passwords ended')))
  threads.push(thread)
  return thread
}

/**
 * Returns the bytes of a typed secret to hash: its Unicode form NFKC in UTF-8. An é typed as one character or as two is
 * thus the same secret.
 */
export function normalised(typed: string): Buffer {
  return Buffer.from(typed.normalize('NFKC'), 'utf8')
}
