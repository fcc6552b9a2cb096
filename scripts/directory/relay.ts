import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** A relay to the domain controller that counts what it sends. */
export type Relay = { readonly received: () => number; close(): void }

/** Relays a port of the controller's address to that of LDAP over TLS. */
export async function startRelay(host: string, port: number): Promise<Relay> {
  let received = 0
  const server = createServer((socket) => {
    const controller = connect(636, host)
    controller.on('data', (data: Buffer) => (received += data.length))
    socket.pipe(controller).pipe(socket)
    for (const [one, other] of [
      [socket, controller],
      [controller, socket],
    ] as const)
      one.on('error', () => undefined).on('close', () => other.destroy())
  })
  await once(server.listen(port, host), 'listening')
  return { received: () => received, close: () => server.close() }
}
