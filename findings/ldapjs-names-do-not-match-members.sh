#!/usr/bin/env bash
# ldapjs 3.0.7 (npm), with OpenLDAP 2.5.13 (Debian 12).
# ldapjs writes the name of a found entry with each byte above 7F as backslash and two hexadecimal digits
# (ren\c3\a9). The server wrote é, and the values of `member` in the groups keep it. Somebody with an accent in
# their name is therefore found in none of their groups when the two are compared as text, while everybody else is.
# What to do: compare parsed names (`DN.fromString(a).equals(…)` of @ldapjs/dn), or ask the server: (member=<name>).
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
npm install --silent --no-audit --no-fund ldapjs@3.0.7 @ldapjs/dn@1.1.0

# A server of OpenLDAP with a group of two people.
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
  for name in rené jean; do
    printf 'dn: uid=%s,ou=gens,dc=essai\nobjectClass: inetOrgPerson\nuid: %s\n' "$name" "$name"
    printf 'cn: %s\nsn: %s\nuserPassword: essai\n\n' "$name" "$name"
  done
  printf 'dn: cn=coffre,dc=essai\nobjectClass: groupOfNames\ncn: coffre\n'
  printf 'member: uid=%s,ou=gens,dc=essai\n' rené jean
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
import ldapjs from 'ldapjs'
import dn from '@ldapjs/dn'

const client = ldapjs.createClient({ url: `ldap://127.0.0.1:${process.argv[2]}` })
await new Promise((resolve, reject) =>
  client.bind('cn=admin,dc=essai', 'essai', (error) => (error ? reject(error) : resolve())),
)
const search = (base, filter) =>
  new Promise((resolve, reject) =>
    client.search(base, { scope: 'sub', filter }, (failed, reply) => {
      if (failed) return reject(failed)
      const entries = []
      reply.on('searchEntry', ({ pojo }) => entries.push(pojo))
      reply.on('error', reject)
      reply.on('end', () => resolve(entries))
    }),
  )
const [group] = await search('dc=essai', '(cn=coffre)')
const members = group.attributes.find(({ type }) => type === 'member').values
const people = (await search('ou=gens,dc=essai', '(uid=*)')).map((entry) => entry.objectName).toSorted()
client.unbind()
console.log({ members, people })
assert.deepEqual(members, ['uid=rené,ou=gens,dc=essai', 'uid=jean,ou=gens,dc=essai'])
assert.deepEqual(people, ['uid=jean,ou=gens,dc=essai', 'uid=ren\\c3\\a9,ou=gens,dc=essai'])
const parsed = members.map((member) => dn.DN.fromString(member))
const seen = people.map((name) => [members.includes(name), parsed.some((member) => member.equals(name))])
console.log('in the group as text, as parsed names:', seen)
assert.deepEqual(seen, [
  [true, true],
  [false, true],
])
JS
node see.mjs "$port"
