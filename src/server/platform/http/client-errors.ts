import type { Socket } from 'node:net'
import { errorTexts } from '#texts/platform/errors.ts'

/**
 * Node's codes for an unreadable request whose status is not 400. The reason phrases are listed here: importing
 * `node:http` for them would take a fiftieth of the start.
 */
const statusOf: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Answers what Node's parser cannot read: no hook runs for it, so it sets the headers itself. */
export const clientErrorHandler =
  (headers: Readonly<Record<string, string>>) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
    const status = statusOf[error.code ?? ''] ?? '400 Bad Request'
    const body = JSON.stringify({ code: 'INVALID_REQUEST', message: errorTexts.INVALID_REQUEST })
    const lines = Object.entries({
      ...headers,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}`)
    const head = [`HTTP/1.1 ${status}`, ...lines].join('\r\n')
    socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy())
  }
