#!/usr/bin/env bash
# ldapts 9.2.0 (npm), with OpenLDAP 2.5.13 (Debian 12).
# A filter as text may write a byte as backslash and two hexadecimal digits (RFC 4515 §3), as tools and
# administrators do for é (\c3\a9) and for binary keys. ldapts takes each such byte for a character of its own and
# sends its UTF-8: from 80 on, one byte becomes two. The search succeeds and finds nobody. This also holds for what
# its own `escapeFilter` makes of a Buffer, so that a search by objectGUID finds some people (all bytes below 80)
# and not others.
# What to do: give ldapts a filter object (`new EqualityFilter({ attribute, value })`, the value a string or a
# Buffer).
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

# A server of OpenLDAP with somebody whose names have an accent.
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
import { BerWriter, Client, EqualityFilter, FilterParser, escapeFilter } from 'ldapts'

const client = new Client({ url: `ldap://127.0.0.1:${process.argv[2]}` })
await client.bind('cn=admin,dc=essai', 'essai')
const search = async (filter) => {
  const { searchEntries } = await client.search('ou=gens,dc=essai', { filter, attributes: ['uid'] })
  return searchEntries.map((entry) => entry.uid).join()
}
const found = {
  'letter é': await search('(cn=rené)'),
  'escaped é': await search('(cn=ren\\c3\\a9)'),
  'escaped j': await search('(cn=\\6aean)'),
  'object with é': await search(new EqualityFilter({ attribute: 'cn', value: 'rené' })),
  'object with bytes': await search(new EqualityFilter({ attribute: 'cn', value: Buffer.from('rené') })),
}
await client.unbind()
console.log('found:', found)
assert.deepEqual(found, {
  'letter é': 'rené',
  'escaped é': '',
  'escaped j': 'jean',
  'object with é': 'rené',
  'object with bytes': 'rené',
})

const key = Buffer.from('12fe8041', 'hex')
const text = escapeFilter`(objectGUID=${key})`
const writer = new BerWriter()
FilterParser.parseString(text).write(writer)
const sent = writer.buffer.subarray(-6).toString('hex')
console.log(`${text} is sent as ${sent}`)
assert.equal(text, '(objectGUID=\\12\\fe\\80\\41)')
assert.equal(sent, '12c3bec28041')
JS
node see.mjs "$port"
