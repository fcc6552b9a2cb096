#!/usr/bin/env bash
# ldapts 9.2.0 (npm), with a server made with ldapjs 3.0.7 (npm).
# A search in pages ends at a page without entries, although the server's cookie says that there is more (RFC 2696 §3:
# only an empty cookie ends the list). Neither `search` nor `searchPaginated` says so: the list looks whole. Directories
# that filter after they cut a page, or that stop a page at a limit of time, send such pages.
# What to do: do not take somebody out of a group because of such a list; when the last page is empty, ask once more
# without pages.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund ldapts@9.2.0 ldapjs@3.0.7 2> /dev/null

cat > pages.js <<'JS'
import ldap from 'ldapjs'
import { Client } from 'ldapts'

const pages = [
  [['a', 'b'], 'next'],
  [[], 'next'],
  [['c'], ''],
]
let at = 0
const server = ldap.createServer()
server.search('dc=essai', (request, response, next) => {
  const [names, cookie] = pages[at++]
  for (const cn of names)
    response.send({ dn: `cn=${cn},dc=essai`, attributes: { objectClass: ['device'], cn: [cn] } })
  const value = { size: 0, cookie: Buffer.from(cookie) }
  response.addControl(new ldap.PagedResultsControl({ value }))
  response.end()
  next()
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = server.url
const names = []
const client = new Client({ url })
const options = { scope: 'sub', filter: '(cn=*)', paged: { pageSize: 2 } }
for await (const { searchEntries } of client.searchPaginated('dc=essai', options))
  names.push(...searchEntries.map(({ cn }) => cn))
console.log(`of a, b, c in pages of 2, 0 and 1: ${names.join(', ')}, after ${at} pages`)
await client.unbind()
server.close()
process.exit(names.join() === 'a,b' && at === 2 ? 0 : 1)
JS
node pages.js
