import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { freePort } from './free-port.ts'

/** A TCP proxy to a server, which a test can close. */
export type TcpGate = {
  readonly port: number
  /** Closes every connection and refuses new ones. */
  shut(): void
  /** Keeps the connections open and forwards nothing, like a network that drops every packet. */
  freeze(): void
  /** Lets new connections through again, on the same port; frozen ones stay silent. */
  reopen(): Promise<void>
}

/**
 * Opens a gate to a server; `later` registers its closing.
 * @param forwarded so many bytes, and a little more, reach the server until the gate is reopened
 */
export async function openTcpGate(
  target: { readonly host: string; readonly port: number },
  later: (work: () => void) => void,
  forwarded = Number.POSITIVE_INFINITY,
): Promise<TcpGate> {
  const sockets = new Set<Socket>()
  let isFrozen = false
  let left = forwarded
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  }
  // Each direction ends by itself: a client of TLS waits for the other's end after its own.
  const server = createServer({ allowHalfOpen: true }, (inner) => {
    keep(inner)
    if (isFrozen) return
    const outer = connect({ ...target, allowHalfOpen: true })
    keep(outer)
    inner.pipe(outer).pipe(inner)
    inner.on('data', ({ length }: Buffer) => {
      left -= length
      if (left <= 0) inner.unpipe(outer).pause()
    })
    inner.on('close', () => outer.destroy())
    outer.on('close', () => inner.destroy())
  })
  // While the gate is shut, nothing else may take its port.
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const shut = (): void => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  later(shut)
  return {
    port,
    shut,
    reopen: async () => {
      isFrozen = false
      left = Number.POSITIVE_INFINITY
      if (server.listening) return
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    freeze: () => {
      isFrozen = true
      for (const socket of sockets) socket.unpipe().pause()
    },
  }
}
