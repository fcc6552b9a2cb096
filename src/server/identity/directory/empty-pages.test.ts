import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { BerReader, PresenceFilter, type BerWriter } from 'ldapts'
import { expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { ldapMessage } from '#server/testing/active-directory-search.ts'
import { makeCertificate } from '#server/testing/directory.ts'
import { withDirectory } from './bind.ts'
import { noRecord } from './last-answers.ts'
import { unguardedAccount } from './service-account.ts'

/** What a directory answers to a search: the names of its entries, and the cookie of the next page. */
type Page = { readonly names: readonly string[]; readonly cookie: string }

const searchRequest = 0x63
const pagedResults = '1.2.840.113556.1.4.319'

function answer(id: number, { names, cookie }: Page, isPaged: boolean): Buffer {
  const entries = names.map((name) =>
    ldapMessage(id, 0x64, (ber) => {
      ber.writeString(name)
      ber.startSequence()
      ber.endSequence()
    }),
  )
  const done = (ber: BerWriter) => {
    ber.writeEnumeration(0)
    ber.writeString('')
    ber.writeString('')
  }
  return Buffer.concat([...entries, ldapMessage(id, 0x65, done, isPaged ? cookie : undefined)])
}

/**
 * Lists from a directory that answers searches in pages with these pages in turn, others with `whole`. OpenLDAP, which
 * other tests use, sends no page without entries while it has more.
 */
async function listed(pages: readonly Page[], whole: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'trousseau-pages-'))
  const { cert, key } = makeCertificate(folder, 'directory', 'DNS:localhost')
  const asked: string[] = []
  const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (socket) => {
    socket.on('error', () => undefined)
    // The client sends a search once it has the answer to the last.
    socket.on('data', (data: Buffer) => {
      const reader = new BerReader(data)
      reader.readSequence()
      const id = reader.readInt()
      if (id === null || reader.peek() !== searchRequest) return
      const isPaged = data.includes(pagedResults)
      const page = isPaged ? pages[asked.length] : { names: whole, cookie: '' }
      asked.push(isPaged ? 'page' : 'whole')
      if (page) socket.write(answer(id, page, isPaged))
    })
  })
  try {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { directory } = readConfig({
      LDAP_URL: `ldaps://localhost:${(server.address() as AddressInfo).port}`,
      LDAP_BIND_DN: 'cn=trousseau',
      LDAP_BIND_PASSWORD: 'inutile',
      LDAP_BASE_DN: 'dc=exemple',
      LDAP_CA_FILE: cert,
    })
    if (!directory) throw new Error('no directory')
    const search = { filter: new PresenceFilter({ attribute: 'cn' }), attributes: ['cn'], limit: 10 }
    const parts = { account: unguardedAccount, record: noRecord }
    const list = await withDirectory(directory, parts, (session) => session.list({ scope: 'sub', ...search }))
    return { names: list.entries.map(({ dn }) => dn), isCut: list.isCut, asked }
  } finally {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

it.each([
  ['after some entries', [{ names: ['cn=a', 'cn=b'], cookie: 'more' }]],
  ['before any', []],
] as const)('a page without entries %s does not end the list of a directory', async (_when, first) => {
  const list = await listed([...first, { names: [], cookie: 'more' }], ['cn=a', 'cn=b', 'cn=c'])
  expect(list).toMatchObject({ names: ['cn=a', 'cn=b', 'cn=c'], isCut: false })
  expect(list.asked.at(-1)).toBe('whole')
})

it('a page with entries and without a cookie ends it', async () => {
  const pages = [
    { names: ['cn=a'], cookie: 'more' },
    { names: ['cn=b'], cookie: '' },
  ]
  expect(await listed(pages, ['cn=z'])).toEqual({
    names: ['cn=a', 'cn=b'],
    isCut: false,
    asked: ['page', 'page'],
  })
})
