import type { TLSSocket } from 'node:tls'
import type { SearchEntry } from 'ldapts'

/** A request that ended, or the entries of one that was abandoned at its limit. */
export type Limited<Result> = { readonly result: Result } | { readonly cut: readonly SearchEntry[] }

/** The limit of the entries that one request may bring, where the directory keeps to none. */
export type EntryLimit = {
  /**
   * Runs one request and abandons it at the first entry beyond a limit. Requests of a connection run one at a time.
   * @returns that entry too, when it was abandoned
   */
  readonly runWithin: <Result>(limit: number, request: () => Promise<Result>) => Promise<Limited<Result>>
}

/** The number of the abandoning request: the directory gives no answer that the library could look for. */
const abandonMessageId = 2 ** 31 - 1

/**
 * Reads a connection beside the library, which shows the entries of a request only once the directory has sent them all
 * (ldapts 9.2, `_handleSendResponse`).
 */
export function createEntryLimit(
  channel: TLSSocket,
  { AbandonRequest, MessageParser, SearchEntry: Entry }: typeof import('ldapts'),
): EntryLimit {
  const parser = new MessageParser()
  const ofNoRequest = new Map<string, never>()
  const abandoned = new Set<number>()
  let read: (entry: SearchEntry) => void = () => undefined
  parser.on('message', (message) => {
    if (message instanceof Entry && !abandoned.has(message.messageId)) read(message)
  })
  // The library meets the same fault, and fails its request.
  parser.on('error', () => undefined)
  channel.on('data', (data: Buffer) => parser.read(data, ofNoRequest))

  return {
    async runWithin(limit, request) {
      const cut: SearchEntry[] = []
      const end = Promise.withResolvers<{ cut: readonly SearchEntry[] }>()
      read = (entry) => {
        cut.push(entry)
        if (cut.length <= limit) return
        // RFC 4511 §4.11: no answer follows. Entries that are on their way are ignored.
        abandoned.add(entry.messageId)
        channel.write(new AbandonRequest({ messageId: abandonMessageId, abandonId: entry.messageId }).write())
        end.resolve({ cut })
      }
      const answer = request().then((result) => ({ result }))
      // An abandoned request fails once the connection closes, when nobody waits for it any more.
      answer.catch(() => undefined)
      try {
        return await Promise.race([answer, end.promise])
      } finally {
        read = () => undefined
      }
    },
  }
}
