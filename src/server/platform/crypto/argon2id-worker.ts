import { argon2Sync } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import type { Argon2Input, Argon2Variant } from './argon2id-input.ts'

/** The thread's answer to an `Argon2Question`. */
export type Argon2Answer = { readonly hash: Uint8Array } | { readonly error: Error }
export type Argon2Question = Argon2Input & { readonly variant: Argon2Variant }

parentPort?.on('message', (question: Argon2Question) => parentPort?.postMessage(answerTo(question)))

function answerTo({ variant, message, salt, length, ...rest }: Argon2Question): Argon2Answer {
  try {
    return { hash: argon2Sync(variant, { ...rest, message, nonce: salt, tagLength: length }) }
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  } finally {
    // Wipe this thread's copy of the typed secret.
    message.fill(0)
  }
}
