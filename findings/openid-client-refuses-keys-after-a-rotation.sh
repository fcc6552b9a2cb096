#!/usr/bin/env bash
# openid-client 6.8.9 (npm), with enableNonRepudiationChecks.
# The keys of a provider are kept for five minutes, and within the first minute an unknown key id does not make the
# library fetch them again. If the provider rotates its key in that minute, its identities are refused as having no
# applicable key, by a server that has just started or just had a sign-in, and nobody there can do anything but
# wait.
# What to do: on OAUTH_KEY_SELECTION_FAILED, forget the configuration, create another one and repeat the whole
# sign-in: the code of the first one is used up.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund openid-client@6.8.9 jose@6.2.18

cat > see.mjs <<'JS'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import * as client from 'openid-client'

const newKey = async (kid) => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}
let key = await newKey('first')
let fetched = 0
const server = createServer(async (request, reply) => {
  reply.setHeader('content-type', 'application/json')
  if (request.url === '/keys') {
    fetched += 1
    reply.end(JSON.stringify({ keys: [key.jwk] }))
    return
  }
  const identity = new SignJWT({}).setProtectedHeader({ alg: 'RS256', kid: key.kid }).setIssuer(issuer)
  identity.setAudience('coffre').setSubject('marie').setIssuedAt().setExpirationTime('5m')
  const id_token = await identity.sign(key.privateKey)
  reply.end(JSON.stringify({ access_token: 'essai', token_type: 'bearer', id_token }))
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const issuer = `http://127.0.0.1:${server.address().port}`

const newConfiguration = () => {
  const metadata = { issuer, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/keys` }
  const created = new client.Configuration(metadata, 'coffre', undefined, client.ClientSecretPost('essai'))
  client.allowInsecureRequests(created)
  client.enableNonRepudiationChecks(created)
  return created
}
const signIn = (configuration) =>
  client.authorizationCodeGrant(configuration, new URL(`${issuer}/back?code=essai`)).then(
    (tokens) => `${tokens.claims().sub}, keys fetched ${fetched} times`,
    (error) => `${error.code}, keys fetched ${fetched} times`,
  )
const configuration = newConfiguration()
const seen = [await signIn(configuration)]
key = await newKey('second')
seen.push(await signIn(configuration), await signIn(newConfiguration()))
server.close()
console.log(seen)
assert.deepEqual(seen, [
  'marie, keys fetched 1 times',
  'OAUTH_KEY_SELECTION_FAILED, keys fetched 1 times',
  'marie, keys fetched 2 times',
])
JS
node see.mjs
