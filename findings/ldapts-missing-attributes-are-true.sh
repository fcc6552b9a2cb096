#!/usr/bin/env bash
# ldapts 9.2.0 (npm), with OpenLDAP 2.5.13 (Debian 12).
# An attribute that was asked for and that an entry does not have is an empty array: true in a condition, unlike
# undefined. `if (entry.pwdAccountLockedTime)` finds everybody locked, and `entry.mail ?? fallback` gives the empty
# array. Without a list of attributes, or in an entry that has the attribute, nothing of this shows.
# What to do: read each attribute by one function that turns [] into undefined and arrays into what you expect.
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

# A server of OpenLDAP with three people without a mail.
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
const { searchEntries } = await client.search('ou=gens,dc=essai', {
  filter: '(uid=jean)',
  attributes: ['uid', 'mail', 'pwdAccountLockedTime'],
})
const unlisted = await client.search('ou=gens,dc=essai', { filter: '(uid=jean)' })
await client.unbind()
const [{ dn, ...entry }] = searchEntries
console.log(entry, `as a condition: ${Boolean(entry.pwdAccountLockedTime)}`)
assert.deepEqual(entry, { uid: 'jean', mail: [], pwdAccountLockedTime: [] })
assert.equal(unlisted.searchEntries[0].mail, undefined)
JS
node see.mjs "$port"
