import { argon2Sync } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import type { Argon2Input } from './argon2id-input.ts'

/** What the thread answers to an `Argon2Input`. */
export type Argon2Answer = { readonly hash: Uint8Array } | { readonly error: Error }

parentPort?.on('message', (input: Argon2Input) => parentPort?.postMessage(answerTo(input)))

function answerTo({ message, salt, length, ...rest }: Argon2Input): Argon2Answer {
  try {
    return { hash: argon2Sync('argon2id', { ...rest, message, nonce: salt, tagLength: length }) }
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  } finally {
    // This thread's copy of what was typed.
    message.fill(0)
  }
}
