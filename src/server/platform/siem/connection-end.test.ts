import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, createServer as createPlainServer, type AddressInfo, type Server } from 'node:net'
import { createServer } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { makeCertificate } from '#server/testing/directory.ts'
import { temporaryFolder } from '#server/testing/process.ts'
import { siemState } from './cursors.ts'
import { read } from './siem-testing.ts'

describe('the end of a connection', () => {
  const atEnd: (() => void | Promise<void>)[] = []
  let app: TestApp
  let server: Server
  let answer: 'plain' | 'early' = 'plain'
  let url = ''
  let ca = ''
  beforeAll(async () => {
    const folder = temporaryFolder((work) => void atEnd.push(work))
    const { cert, key } = makeCertificate(folder, 'server', 'DNS:localhost')
    ca = cert
    const tls = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (socket) => {
      socket.on('error', () => undefined).resume()
    })
    await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve))
    const inner = (tls.address() as AddressInfo).port
    // Between the two ends: closes without TLS's own end, as a process that is killed.
    server = createPlainServer({ allowHalfOpen: true }, (outer) => {
      const through = connect(inner, '127.0.0.1')
      for (const socket of [outer, through]) socket.on('error', () => undefined)
      through.on('data', (chunk: Buffer) => void (outer.writable && outer.write(chunk)))
      outer.on('data', (chunk: Buffer) => through.write(chunk))
      if (answer === 'early') setTimeout(() => outer.end(), 20)
      outer.on('end', () => {
        outer.end()
        through.destroy()
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `syslog+tls://localhost:${(server.address() as AddressInfo).port}`
    atEnd.push(
      () => void tls.close(),
      () => void server.close(),
    )
  })
  afterAll(async () => {
    for (const work of atEnd.toReversed()) await work()
  })
  afterEach(() => app.close())

  const outcome = async (address: string) => {
    app = await startTestApp('sqlite', { TROUSSEAU_SIEM_URL: address, TROUSSEAU_SIEM_CA_FILE: ca })
    await app.deps.siem.round()
    await read(app, 2)
    await app.deps.siem.round()
    const [state] = await siemState(app.deps.db, ['syslog'])
    return [state?.waiting, state?.fault?.code]
  }

  it('counts only with the end of TLS, unless the settings say otherwise', async () => {
    answer = 'plain'
    expect(await outcome(url)).toEqual([2, 'UNCONFIRMED'])
    await app.close()
    expect(await outcome(`${url}?close=plain`)).toEqual([0, undefined])
  })

  it('that comes before the events does not count', async () => {
    answer = 'early'
    expect(await outcome(`${url}?close=plain`)).toEqual([2, 'CLOSED'])
  })
})
