#!/usr/bin/env bash
# ldapts 9.2.0 (npm), with OpenLDAP 2.5.13 (Debian 12).
# When the connection of a client is lost (a firewall, a restart, the server's idle timeout), the next search opens
# another one and does not bind again. It runs as anonymous and succeeds, with what anonymous may see: often no
# person at all. Nothing in the reply differs from an empty directory, and `isConnected` is true again.
# What to do: a new Client for each piece of work, with `bind` in it. Treat a search base that suddenly has no
# people as a failure.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Unpacks Debian packages of exact versions under root/, with what they need and the machine lacks.
debian() {
  local apt=(apt-get -qq -o Debug::NoLocking=1 -o "APT::Sandbox::User=$(id -un)"
    -o "Dir::State::lists=$folder/lists" -o "Dir::Cache=$folder/cache")
  mkdir -p lists/partial cache/archives/partial root
  "${apt[@]}" update
  "${apt[@]}" --yes --allow-downgrades --download-only --no-install-recommends install "$@"
  find cache -name '*.deb' -exec dpkg-deb -x {} root \;
}
debian slapd=2.5.13+dfsg-5
libraries=$(find root -type d -name '*-linux-gnu' -path '*/lib/*' -printf "$folder/%p:")
export PATH="$folder/root/usr/bin:$folder/root/usr/sbin:$PATH" LD_LIBRARY_PATH="$libraries"

echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund ldapts@9.2.0

# A server of OpenLDAP with people whom only signed-in accounts may read.
slapd_root=""
[ ! -e root/usr/sbin/slapd ] || slapd_root="$folder/root"
mkdir data
cat > slapd.conf <<CONF
include $slapd_root/etc/ldap/schema/core.schema
include $slapd_root/etc/ldap/schema/cosine.schema
include $slapd_root/etc/ldap/schema/inetorgperson.schema
modulepath $slapd_root/usr/lib/ldap
moduleload back_mdb
access to dn.base="dc=essai" by * read
access to dn.base="ou=gens,dc=essai" by * read
access to attrs=userPassword by anonymous auth
access to * by users read
database mdb
suffix dc=essai
rootdn cn=admin,dc=essai
rootpw essai
directory $folder/data
CONF
{
  printf 'dn: dc=essai\nobjectClass: organization\nobjectClass: dcObject\no: essai\ndc: essai\n\n'
  printf 'dn: ou=gens,dc=essai\nobjectClass: organizationalUnit\nou: gens\n\n'
  for name in anne jean marie; do
    printf 'dn: uid=%s,ou=gens,dc=essai\nobjectClass: inetOrgPerson\nuid: %s\n' "$name" "$name"
    printf 'cn: %s\nsn: %s\nuserPassword: essai\n\n' "$name" "$name"
  done
} > data.ldif
slapadd -q -f slapd.conf -l data.ldif
port=$(node -e "
  const server = require('net').createServer()
  server.listen(0, '127.0.0.1', () => (console.log(server.address().port), server.close()))")
slapd -d 0 -f slapd.conf -h "ldap://127.0.0.1:$port" &
server=$!
trap 'kill "$server" || true; wait; rm -rf "$folder"' EXIT
for _ in $(seq 100); do
  ! (exec 3<> "/dev/tcp/127.0.0.1/$port") 2> connect.log || break
  sleep 0.1
done

cat > see.mjs <<'JS'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { Client } from 'ldapts'

// Between client and server, so that the connection can be cut.
const connections = []
const between = createServer((socket) => {
  const server = connect(Number(process.argv[2]), '127.0.0.1')
  socket.on('error', () => {}).pipe(server.on('error', () => {})).pipe(socket)
  socket.on('close', () => server.destroy())
  connections.push(socket)
}).listen(0, '127.0.0.1')
await once(between, 'listening')

const client = new Client({ url: `ldap://127.0.0.1:${between.address().port}` })
await client.bind('uid=jean,ou=gens,dc=essai', 'essai')
const people = async () => {
  const { searchEntries } = await client.search('ou=gens,dc=essai', { filter: '(uid=*)', attributes: ['uid'] })
  return searchEntries.length
}
const before = await people()
connections[0].destroy()
await once(connections[0], 'close')
while (client.isConnected) await new Promise((resolve) => setImmediate(resolve))
const after = await people()
console.log({ before, after, connections: connections.length, isConnected: client.isConnected })
assert.deepEqual([before, after, connections.length, client.isConnected], [3, 0, 2, true])
await client.unbind()
between.close()
JS
node see.mjs "$port"
