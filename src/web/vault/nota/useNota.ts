import { useEffect, useState } from 'react'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { nota } from '#contract/vault/nota.ts'
import { notaPath } from '#domain/vault/nota.ts'
import { decodeNota, type NotaContent } from '#domain/vault/nota-content.ts'
import { notaProof, openNota } from '#domain/vault/nota-seal.ts'
import { call } from '#web/platform/api/client.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { outcomeOf, readMark, type End, type Link } from './reading.ts'

/** The sender by the server's own knowledge; null for what it does not say. */
export type Sender = ReplyOf<typeof nota.read>['sender']

/** The state of the page. `trouble`: why the last attempt to reveal the message failed. */
export type Reading =
  | { step: 'asking' }
  | { step: 'unasked'; why: string }
  | {
      step: 'waiting'
      sender: Sender
      expiresAt: string
      isSending: boolean
      trouble: 'again' | 'doubt' | null
    }
  | { step: 'read'; sender: Sender; content: NotaContent }
  | { step: 'ended'; end: End }

export type Nota = { reading: Reading; ask: () => void; reveal: () => void }

/** The state of a message for its reader. `ask` reads nothing; only `reveal` does, and destroys it. */
export function useNota(link: Link): Nota {
  const [reading, setReading] = useState<Reading>(
    'end' in link ? { step: 'ended', end: link.end } : { step: 'asking' },
  )
  const [isDoubtful, setDoubtful] = useState(false)

  useEffect(() => {
    if (reading.step !== 'asking' || 'end' in link) return undefined
    const asked = new AbortController()
    call(nota.read, { params: { id: link.id }, signal: asked.signal }).then(
      (waiting) => setReading({ step: 'waiting', ...waiting, isSending: false, trouble: null }),
      (error: unknown) => {
        if (asked.signal.aborted) return
        const outcome = outcomeOf(error, isDoubtful)
        setReading(
          typeof outcome === 'object'
            ? { step: 'ended', ...outcome }
            : { step: 'unasked', why: sentenceOf(error) },
        )
      },
    )
    return () => asked.abort()
  }, [reading.step, link, isDoubtful])

  const reveal = async () => {
    if (reading.step !== 'waiting' || reading.isSending || 'end' in link) return
    setReading({ ...reading, isSending: true })
    try {
      const body = { proof: await notaProof(link.key) }
      const { sealed } = await call(nota.open, { params: { id: link.id }, body })
      // The message is destroyed: drop the key from the address, and mark it for a reload.
      window.history.replaceState(readMark, '', notaPath(link.id))
      setReading(await opened(sealed, link.key, reading.sender))
    } catch (error) {
      const outcome = outcomeOf(error, isDoubtful)
      if (outcome === 'doubt') setDoubtful(true)
      setReading(
        typeof outcome === 'object'
          ? { step: 'ended', ...outcome }
          : { ...reading, isSending: false, trouble: outcome },
      )
    }
  }
  return { reading, ask: () => setReading({ step: 'asking' }), reveal: () => void reveal() }
}

const opened = async (sealed: string, key: string, sender: Sender): Promise<Reading> =>
  openNota(sealed, key).then(
    (message) => ({ step: 'read', sender, content: decodeNota(message) }),
    () => ({ step: 'ended', end: 'unreadable' }),
  )
