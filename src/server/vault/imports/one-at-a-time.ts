import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { imports } from '#contract/vault/imports.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { idempotencyHeader } from '#server/access/creations.ts'

export type Progress = ReplyOf<typeof imports.progress>
type Tell = (progress: Progress) => void

const busySeconds = 5
const notYet: Progress = { stage: null, done: 0, total: 0 }

type Running = {
  /** The caller's key of the creation, for this call; null without one. */
  readonly submission: string | null
  readonly outcome: Promise<unknown>
  progress: Progress
}

type Calling = {
  readonly actor: { readonly id: number }
  readonly header: (name: string) => string | undefined
}

/**
 * The imports, or other long work, that run on this node. An import can take half a minute of processor time, so each user
 * runs one at a time; the browser repeats a submission whose connection broke, and gets the result of the one that goes on.
 * @param busyText tells a user that such work of theirs runs
 */
export function createOneAtATime(busyText: string) {
  const running = new Map<number, Running>()
  return {
    progressOf: (userId: number): Progress => running.get(userId)?.progress ?? notYet,

    /**
     * Runs work of a user.
     * @param name what it is; a repeat of the same work with the same key waits for the first
     * @throws Refusal SERVER_BUSY while other work of the user runs
     */
    async run<Result>(
      { actor: { id }, header }: Calling,
      name: string,
      work: (tell: Tell) => Promise<Result>,
    ): Promise<Result> {
      const key = header(idempotencyHeader)
      const submission = key === undefined ? null : `${name} ${key}`
      const other = running.get(id)
      if (other && submission !== null && other.submission === submission)
        return other.outcome as Promise<Result>
      if (other) throw new Refusal('SERVER_BUSY', { retryAfterSeconds: busySeconds, sentence: busyText })
      const outcome = work((progress) => (own.progress = progress))
      const own: Running = { submission, progress: notYet, outcome }
      running.set(id, own)
      try {
        return await outcome
      } finally {
        running.delete(id)
      }
    },
  }
}
export type OneAtATime = ReturnType<typeof createOneAtATime>
