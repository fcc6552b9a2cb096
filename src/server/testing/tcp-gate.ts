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

/** Opens a gate to a server; `later` registers its closing. */
export async function openTcpGate(
  target: { readonly host: string; readonly port: number },
  later: (work: () => void) => void,
): Promise<TcpGate> {
  const sockets = new Set<Socket>()
  let isFrozen = false
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  }
  const server = createServer((inner) => {
    keep(inner)
    if (isFrozen) return
    const outer = connect(target.port, target.host)
    keep(outer)
    inner.pipe(outer).pipe(inner)
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
