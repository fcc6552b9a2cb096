import { addressOf } from '#contract/platform/address.ts'
import { sendCreationsBy, type Parts } from './client.ts'
import { ApiError, isAway } from './errors.ts'

/** The waits before a creation is repeated, in milliseconds. */
const waitsMs = [500, 1_000, 2_000]

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** Returns what identifies a submission: the call and everything that was entered. */
const contentOf = (address: string, { body, file, second }: Parts): string =>
  JSON.stringify([address, body, ...[file, second].map((one) => [one?.name, one?.size, one?.lastModified])])

/**
 * Repeats creations while the server or its database is away. The key makes the server create once. A creation without a
 * reply keeps its key, so that submitting the same content again creates nothing twice.
 */
export function repeatCreations(): void {
  /** The keys of creations without a reply, by content. */
  const unanswered = new Map<string, string>()
  sendCreationsBy((send) => async (endpoint, parts) => {
    const content = contentOf(addressOf(endpoint, parts), parts)
    const key = unanswered.get(content) ?? newKey()
    for (let turn = 0; ; turn += 1) {
      const wait = waitsMs[turn]
      unanswered.set(content, key)
      try {
        const reply = await send(endpoint, parts, key)
        const isAnswered = !isAway(reply)
        if (isAnswered) unanswered.delete(content)
        if (isAnswered || wait === undefined) return reply
      } catch (error) {
        if (wait === undefined || !(error instanceof ApiError)) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  })
}
