import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { sameOrigin } from './testing/app.ts'
import { expectStatus, foundAndSignIn, newChest, newHttpBrowser } from './testing/browser.ts'
import { startServer, temporaryFolder } from './testing/process.ts'

it('a server that is killed during an upload leaves nothing that anybody sees, and the next start removes the rest [ATTA-16]', async () => {
  const folder = temporaryFolder()
  const settings = { TROUSSEAU_DATA: folder }
  const server = await startServer(settings)
  const browser = await foundAndSignIn(server.url, server.setupToken())
  const chestId = await newChest(browser)
  const body = { chestId, name: 'Serveur', password: 'secret' }
  const { id } = expectStatus(await browser.post('/api/item/', body), 201).body as { id: number }

  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const headers = Object.entries({ host: `${hostname}:${port}`, ...sameOrigin, cookie })
  socket.write(
    `POST /api/item/${id}/attachment HTTP/1.1\r\n${headers.map((pair) => pair.join(': ')).join('\r\n')}\r\n` +
      'content-type: multipart/form-data; boundary=x\r\ncontent-length: 1000000\r\n\r\n' +
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n',
  )
  if (!socket.write(randomBytes(600_000))) await once(socket, 'drain')
  const chunks = () => {
    const database = new DatabaseSync(join(folder, 'trousseau.db'), { readOnly: true })
    const row = database.prepare('select count(*) as count from attachment_chunks').get()
    database.close()
    return Number(row?.['count'])
  }
  await expect.poll(chunks).toBeGreaterThan(5)
  await server.end('SIGKILL')
  expect(chunks()).toBeGreaterThan(5)

  const again = await startServer(settings)
  const later = newHttpBrowser(again.url, browser.cookies)
  const item = expectStatus(await later.get(`/api/item/${id}`), 200).body
  expect(item).toMatchObject({ attachments: [], removedAttachments: [], history: [{ action: 'CREATE' }] })
  await expect.poll(chunks, { timeout: 30_000 }).toBe(0)
})
