import { Worker } from 'node:worker_threads'
import type { Argon2Cost, Argon2Input } from './argon2id-input.ts'
import type { Argon2Answer } from './argon2id-worker.ts'

/** For guardian chests' master keys and the keyring's passphrase: RFC 9106 §4, second recommended option. */
export const masterKeyCost: Argon2Cost = { memory: 65_536, passes: 3, parallelism: 4 }

/** For sign-in passwords: OWASP Password Storage Cheat Sheet's minimum, 19 MiB, 2 passes, 1 lane. */
export const passwordCost: Argon2Cost = { memory: 19_456, passes: 2, parallelism: 1 }

/** RFC 9106 §3.1: a salt of 16 bytes is recommended for password hashing. */
export const saltBytes = 16

/** A thread and the hashes that it was asked for, in the order of its answers. */
type Thread = { readonly worker: Worker; readonly asked: PromiseWithResolvers<Buffer>[] }

const mostThreads = 2
const threads: Thread[] = []

/**
 * Argon2id version 1.3 (RFC 9106), on one of two threads of its own: libuv's four would each keep the memory of a hash
 * (decision 57). They start with the first hash and stay. Each call takes `memory` KiB for its time, so callers that
 * strangers can trigger go through a work bound.
 * @throws what `crypto.argon2Sync` throws, without its code; an error if the thread ended over it.
 */
export function argon2id(input: Argon2Input): Promise<Buffer> {
  const [idlest] = threads.toSorted((one, other) => one.asked.length - other.asked.length)
  const isFree = idlest && (idlest.asked.length === 0 || threads.length === mostThreads)
  const { worker, asked } = isFree ? idlest : startThread()
  const answer = Promise.withResolvers<Buffer>()
  asked.push(answer)
  worker.ref()
  // Copies of their own, handed over: of a small Buffer the thread would get all that lies in its pool.
  const [message, salt] = [new Uint8Array(input.message), new Uint8Array(input.salt)]
  worker.postMessage({ ...input, message, salt }, [message.buffer, salt.buffer])
  return answer.promise
}

function startThread(): Thread {
  // A thread holds a message at a time.
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
    // Idle, it keeps no process from ending.
    if (thread.asked.length === 0) worker.unref()
  })
  worker.on('error', end)
  worker.on('exit', () => end(new Error('the thread that hashes passwords ended')))
  threads.push(thread)
  return thread
}

/**
 * What is hashed of a typed secret: its UTF-8 in Unicode's form NFKC, so that é typed as one character or as
 * two, on any keyboard or system, is the same secret.
 */
export function normalised(typed: string): Buffer {
  return Buffer.from(typed.normalize('NFKC'), 'utf8')
}
