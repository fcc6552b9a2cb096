import { argon2Sync } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import type { Argon2Input } from './argon2id-input.ts'

/** The thread's answer to an `Argon2Input`. */
export type Argon2Answer = { readonly hash: Uint8Array } | { readonly error: Error }

parentPort?.on('message', (input: Argon2Input) => parentPort?.postMessage(answerTo(input)))

function answerTo({ message, salt, length, ...rest }: Argon2Input): Argon2Answer {
  try {
    return { hash: argon2Sync('argon2id', { ...rest, message, nonce: salt, tagLength: length }) }
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  } finally {
    // Wipe this thread's copy of the typed secret.
    message.fill(0)
  }
}
