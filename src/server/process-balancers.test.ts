import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { balancerOf, createCertificate, untilReady } from '../../scripts/balanced.ts'
import { freePort } from './testing/free-port.ts'
import { temporaryFolder } from './testing/process.ts'

/** Folders of Debian's programs that a plain account has not on its path. */
const path = `${process.env['PATH']}:/usr/sbin:/sbin`

/** Starts a node that has one script. @returns its port, and the addresses that it was asked for */
async function startNode(script: string): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = []
  const node = createServer(({ url = '' }, reply) => {
    const isHealth = url.startsWith('/health/')
    if (!isHealth) asked.push(url)
    reply.statusCode = isHealth || [script, '/api/session'].includes(url) ? 200 : 404
    reply.end(script)
  }).listen(0, '127.0.0.1')
  await once(node, 'listening')
  onTestFinished(() => {
    node.closeAllConnections()
    node.close()
  })
  return { port: (node.address() as AddressInfo).port, asked }
}

describe('the samples of balancers', () => {
  it.each(['haproxy', 'nginx'] as const)(
    '%s finds the scripts of both versions while nodes of both run [UPGR-06]',
    async (name) => {
      const folder = temporaryFolder()
      createCertificate(folder)
      const before = getCACertificates('default')
      setDefaultCACertificates([...before, readFileSync(join(folder, 'coffre.crt'), 'utf8')])
      onTestFinished(() => setDefaultCACertificates(before))
      const scripts = ['/assets/app-old.js', '/assets/app-new.js']
      const nodes = [await startNode(scripts[0] ?? ''), await startNode(scripts[1] ?? '')]
      const publicPort = await freePort()
      const url = `https://localhost:${publicPort}`
      const [program, ...args] = balancerOf(name, {
        folder,
        ports: nodes.map(({ port }) => port),
        publicPort,
      })
      const balancer = spawn(program, args, { env: { PATH: path }, stdio: 'ignore' })
      const ended = once(balancer, 'exit')
      onTestFinished(async () => {
        balancer.kill('SIGKILL')
        await ended
      })
      await untilReady(url)

      const statusOf = async (address: string): Promise<number> => {
        const reply = await fetch(`${url}${address}`)
        await reply.arrayBuffer()
        return reply.status
      }
      const found = new Set<number>()
      for (let times = 0; times < 10; times += 1)
        for (const script of scripts) found.add(await statusOf(script))
      expect([...found]).toEqual([200])
      expect(await statusOf('/assets/nowhere.js')).toBe(404)
      // Anything else is asked once: its 404 is an answer.
      for (const node of nodes) node.asked.length = 0
      expect(await statusOf('/api/nowhere')).toBe(404)
      expect(nodes.flatMap(({ asked }) => asked)).toEqual(['/api/nowhere'])
      // Both nodes serve in turn.
      for (let times = 0; times < 4; times += 1) await statusOf('/api/session')
      for (const { asked } of nodes) expect(asked).toContain('/api/session')
    },
  )
})
