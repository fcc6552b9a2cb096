import { addressOf } from '#contract/platform/address.ts'
import { attachments } from '#contract/vault/attachments.ts'
import { attendanceHeader } from '#web/platform/api/attendance.ts'
import { errorOfReply, unreachable } from '#web/platform/api/errors.ts'
import { announce } from '#web/platform/api/events.ts'
import { readUnlocked } from '#web/platform/api/unlocked.ts'

export type Sending = {
  readonly itemId: number
  readonly file: File
  /** The key of the creation: sending the same file again after a lost reply attaches it once. */
  readonly key: string
  readonly onSent: (bytes: number) => void
  readonly signal: AbortSignal
}

/**
 * Attaches a file. `fetch` does not tell how much of a body was sent, so this call is made by hand.
 * @throws ApiError; DOMException AbortError when it was cancelled
 */
export async function sendFile(sending: Sending): Promise<void> {
  try {
    const reply = await sent(sending)
    if (reply.ok) return
    const error = await errorOfReply(reply)
    if (error.status === 401 || error.status === 403)
      announce(error.status === 401 ? 'session-ended' : 'session-forbidden')
    // The page asks for the master key; the file can be sent again then.
    if (error.status === 423) announce('chest-locked')
    throw error
  } finally {
    announce('changed')
  }
}

function sent({ itemId, file, key, onSent, signal }: Sending): Promise<Response> {
  const request = new XMLHttpRequest()
  const form = new FormData()
  form.append('file', file, file.name)
  const unlocked = readUnlocked()
  const headers = {
    Accept: 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
    'Idempotency-Key': key,
    ...attendanceHeader(),
    ...(unlocked !== null && { 'X-Chest-Handle': unlocked.key }),
  }
  return new Promise((resolve, reject) => {
    const cancel = () => request.abort()
    const end = (settle: () => void) => () => {
      signal.removeEventListener('abort', cancel)
      settle()
    }
    request.open('POST', addressOf(attachments.add, { params: { id: itemId } }))
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded }) => onSent(Math.min(loaded, file.size)))
    request.addEventListener(
      'load',
      end(() => resolve(new Response(request.responseText, { status: request.status }))),
    )
    request.addEventListener(
      'error',
      end(() => {
        announce('unreachable')
        reject(unreachable())
      }),
    )
    request.addEventListener(
      'abort',
      end(() => reject(new DOMException('cancelled', 'AbortError'))),
    )
    signal.addEventListener('abort', cancel)
    if (signal.aborted) reject(new DOMException('cancelled', 'AbortError'))
    else request.send(form)
  })
}
