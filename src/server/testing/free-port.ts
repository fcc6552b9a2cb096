import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'

/** Ports from here on belong to no well-known service. */
const lowest = 10_000

/**
 * Returns a port of 127.0.0.1 for a program that must know its port before it listens, or that is restarted on it.
 * Nothing else takes this port. The system gives programs that listen on port 0, and connections, only ports of its
 * own range. Tests of every process reserve theirs, and keep them as long as the process runs.
 */
export async function freePort(): Promise<number> {
  const highest = firstEphemeralPort()
  for (let tries = 0; tries < 1_000; tries += 1) {
    const port = randomInt(lowest, highest)
    if (!(await reserve(port))) continue
    const probe = await listen({ port, host: '127.0.0.1' })
    if (probe === null) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
  throw new Error(`no port between ${lowest} and ${highest} is free`)
}

/** Returns the first port that the system gives to connections; where it does not say so, that of IANA. */
function firstEphemeralPort(): number {
  try {
    const [first = ''] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s/)
    // Where the range leaves no room below, an unlikely collision is all that is left.
    return Number(first) > lowest + 1_000 ? Number(first) : 65_535
  } catch {
    return 49_152
  }
}

/**
 * Reserves a port among the processes that use this function. An abstract socket of its name is the reservation: only
 * one process can have it, and the system deletes it when the process ends, however it ends.
 */
async function reserve(port: number): Promise<boolean> {
  // Only Linux has abstract sockets.
  if (process.platform !== 'linux') return true
  return (await listen({ path: `\0trousseau-test-port-${port}` }))?.unref() !== undefined
}

/** Returns a server on an address, or null if the address is taken. */
async function listen(address: { port: number; host: string } | { path: string }): Promise<Server | null> {
  const server = createServer()
  try {
    await once(server.listen(address), 'listening')
    return server
  } catch {
    return null
  }
}
