#!/usr/bin/env bash
# OpenLDAP 2.5.13 (Debian 12), asked with ldapts 9.2.0 (npm).
# A condition on an attribute that the server's schema does not have is neither true nor false but undefined, and so
# is its negation (RFC 4511 §4.5.1.7). A filter made for Active Directory, "people whose account is not disabled",
# therefore finds nobody here, with success and no hint. The same condition inside an `or` does no harm, so that it
# is found late.
# What to do: no negation of attributes in filters for directories of several makers. At the start, count the people
# that a filter finds with and without each of its negations.
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

# A server of OpenLDAP with three people.
slapd_root=""
[ ! -e root/usr/sbin/slapd ] || slapd_root="$folder/root"
mkdir data
cat > slapd.conf <<CONF
include $slapd_root/etc/ldap/schema/core.schema
include $slapd_root/etc/ldap/schema/cosine.schema
include $slapd_root/etc/ldap/schema/inetorgperson.schema
modulepath $slapd_root/usr/lib/ldap
moduleload back_mdb
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
import { Client } from 'ldapts'

const client = new Client({ url: `ldap://127.0.0.1:${process.argv[2]}` })
await client.bind('cn=admin,dc=essai', 'essai')
const count = async (filter) => (await client.search('ou=gens,dc=essai', { filter })).searchEntries.length
const disabled = '(userAccountControl:1.2.840.113556.1.4.803:=2)'
const seen = {}
for (const filter of [
  '(uid=*)',
  `(&(uid=*)(!${disabled}))`,
  '(&(uid=*)(!(nsAccountLock=TRUE)))',
  `(|(uid=*)(!${disabled}))`,
  // Known to the schema, absent from the entries: an ordinary false.
  '(&(uid=*)(!(title=chef)))',
])
  seen[filter] = await count(filter)
await client.unbind()
console.log('people found:', seen)
assert.deepEqual(Object.values(seen), [3, 0, 0, 3, 3])
JS
node see.mjs "$port"
