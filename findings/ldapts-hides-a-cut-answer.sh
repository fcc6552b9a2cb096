#!/usr/bin/env bash
# ldapts 9.2.0 (npm), with OpenLDAP 2.5.13 (Debian 12).
# A server that has more entries than it may send cuts the answer and says sizeLimitExceeded. ldapts throws that
# error, unless the call has a `sizeLimit` of its own: then it returns what came as a success, even if that is fewer
# than was asked for, since the limit that cut was the server's. Who asks for up to 1,000 people and gets 500 cannot
# tell whether these are all, and a synchronisation then removes the others.
# What to do: no `sizeLimit` in a search that has to be complete.
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

# A server of OpenLDAP with five people and a limit of three entries in an answer.
slapd_root=""
[ ! -e root/usr/sbin/slapd ] || slapd_root="$folder/root"
mkdir data
cat > slapd.conf <<CONF
include $slapd_root/etc/ldap/schema/core.schema
include $slapd_root/etc/ldap/schema/cosine.schema
include $slapd_root/etc/ldap/schema/inetorgperson.schema
modulepath $slapd_root/usr/lib/ldap
moduleload back_mdb
sizelimit 3
database mdb
suffix dc=essai
rootdn cn=admin,dc=essai
rootpw essai
directory $folder/data
CONF
{
  printf 'dn: dc=essai\nobjectClass: organization\nobjectClass: dcObject\no: essai\ndc: essai\n\n'
  printf 'dn: ou=gens,dc=essai\nobjectClass: organizationalUnit\nou: gens\n\n'
  for name in anne jean luc marie paul; do
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
import { Client } from 'ldapts'

const client = new Client({ url: `ldap://127.0.0.1:${process.argv[2]}` })
await client.bind('uid=jean,ou=gens,dc=essai', 'essai')
const search = (options) =>
  client.search('ou=gens,dc=essai', { filter: '(uid=*)', attributes: ['uid'], ...options }).then(
    ({ searchEntries }) => `${searchEntries.length} entries`,
    (error) => error.name,
  )
const seen = {
  'no sizeLimit': await search({}),
  'sizeLimit: 2': await search({ sizeLimit: 2 }),
  'sizeLimit: 1000': await search({ sizeLimit: 1000 }),
}
await client.unbind()
console.log('of 5 people, at most 3 in an answer:', seen)
assert.deepEqual(seen, {
  'no sizeLimit': 'SizeLimitExceededError',
  'sizeLimit: 2': '2 entries',
  'sizeLimit: 1000': '3 entries',
})
JS
node see.mjs "$port"
