import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { headersOf } from './loads.ts'
import type { SeededDashboard } from './seed-dashboard.ts'
import type { Server } from './server.ts'

/** Each administrator opens the dashboard this often; the fifty are spread evenly. */
const everyMs = 10_000
/** Interval between changes of the company's chests while its figures are read. */
export const changeEveryMs = 250

/** The calls of the dashboard, by the permission that they need, and the list behind a slice of the pie. */
export const own = ['password_strength', 'worses_password', 'health']
export const ofCompany = ['password_strength?is_manager=true', 'various_kpi']
const ofConnections = ['visit', 'totalUsers']
export const list = ['password?concern=weak&limit=25']

const agents = new Map<string, Agent>()
/** As many connections as a browser opens. */
const agentOf = (url: string): Agent => {
  const known = agents.get(url) ?? new Agent({ keepAlive: true, maxSockets: 6 })
  agents.set(url, known)
  return known
}

/** Makes the calls of a page concurrently. @returns milliseconds until the last byte of the last one */
export async function open(server: Server, cookie: string, calls: readonly string[]): Promise<number> {
  const since = performance.now()
  await Promise.all(calls.map((call) => get(server.url, `/api/kpi/${call}`, cookie)))
  return performance.now() - since
}

function get(url: string, path: string, cookie: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { agent: agentOf(url), headers: headersOf(cookie) }
    const asked = request(url + path, options, (reply) => {
      reply.resume().on('end', () => {
        if (reply.statusCode === 200) resolve()
        else reject(new Error(`${path} was answered ${reply.statusCode}`))
      })
    })
    asked.on('error', reject).end()
  })
}

/** Changes passwords of items until stopped. @returns a function that stops it */
export function startChanges({ url }: Server, { cookie, big }: SeededDashboard): () => Promise<void> {
  const headers = { ...headersOf(cookie), 'content-type': 'application/json' }
  let isOver = false
  const change = async (): Promise<void> => {
    for (let count = 0; !isOver; count += 1) {
      const body = JSON.stringify({ elementType: 'password', elementValue: `Nouveau-mot-${count}-Wx6?` })
      const path = `/api/item/${big.itemIds[count % big.itemIds.length]}`
      const reply = await fetch(url + path, { method: 'PATCH', headers, body })
      if (!reply.ok) throw new Error(`a change was answered ${reply.status}: ${await reply.text()}`)
      await reply.arrayBuffer()
      await pause(changeEveryMs)
    }
  }
  const under = change()
  return async () => {
    isOver = true
    await under
  }
}

/** Opens the dashboards of administrators until stopped. @returns a function that stops it and returns the times */
export function startReading(server: Server, cookies: readonly string[]): () => Promise<number[]> {
  const calls = [...own, ...ofCompany, ...ofConnections]
  const times: number[] = []
  let isOver = false
  const reader = async (cookie: string, place: number): Promise<void> => {
    await pause((place * everyMs) / cookies.length)
    while (!isOver) {
      const next = pause(everyMs)
      times.push(await open(server, cookie, calls))
      await next
    }
  }
  const under = cookies.map(reader)
  return async () => {
    isOver = true
    await Promise.all(under)
    return times
  }
}

/** Returns the share of a core that the server uses for the administrators' dashboards alone. */
export async function shareOfCore(server: Server, cookies: readonly string[]): Promise<number> {
  const [since, before] = [performance.now(), server.processorMs()]
  const stop = startReading(server, cookies)
  await pause(everyMs)
  const share = (server.processorMs() - before) / (performance.now() - since)
  await stop()
  return share
}
