#!/usr/bin/env bash
# kdbxweb 2.1.1 (npm), beside KeePassXC 2.7.4 (Debian 12).
# On reading, kdbxweb separates tags at colons too. A tag such as client:ville, which KeePassXC keeps and shows
# whole, is two tags after one opening and saving with kdbxweb, and a search for the former one finds nothing.
# kdbxweb itself writes such a tag and reads two.
# What to do: no colon in the tags of a KDBX file that programs on kdbxweb open; another separator keeps its
# meaning.
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
debian keepassxc=2.7.4+dfsg.1-2
libraries=$(find root -type d -name '*-linux-gnu' -path '*/lib/*' -printf "$folder/%p:")
export PATH="$folder/root/usr/bin:$folder/root/usr/sbin:$PATH" LD_LIBRARY_PATH="$libraries"
export QT_QPA_PLATFORM=offscreen QT_PLUGIN_PATH="$folder/root/usr/lib/$(uname -m)-linux-gnu/qt5/plugins"

echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund kdbxweb@2.1.1

keepassxc() {
  keepassxc-cli "$1" --quiet "${@:2}" 2>/dev/null
}
same() {
  printf '%-44s %s\n' "$1" "$2"
  [ "$2" = "$3" ] || { echo "expected: $3"; exit 1; }
}

cat > see.mjs <<'JS'
import assert from 'node:assert/strict'
import kdbxweb from 'kdbxweb'
import { writeFileSync } from 'node:fs'

const { Credentials, Kdbx, ProtectedValue } = kdbxweb
const credentials = () => new Credentials(ProtectedValue.fromString('essai'))
// AES-KDF needs no Argon2 from elsewhere.
const created = Kdbx.create(credentials(), 'essai')
created.setVersion(3)

const entry = created.createEntry(created.getDefaultGroup())
entry.fields.set('Title', 'Banque')
entry.tags = ['client:ville', 'essai']
const first = await created.save()
writeFileSync('first.kdbx', new Uint8Array(first))

const read = await Kdbx.load(first, credentials())
const { tags } = read.getDefaultGroup().entries[0]
console.log('kdbxweb wrote', entry.tags, 'and reads', tags)
assert.deepEqual(tags, ['client', 'ville', 'essai'])
writeFileSync('second.kdbx', new Uint8Array(await read.save()))
JS
node see.mjs
tags() {
  echo essai | keepassxc show --attributes Tags "$1" Banque
}
same 'KeePassXC reads in the first file' "$(tags first.kdbx)" 'client:ville,essai'
same 'and in the one that was opened and saved' "$(tags second.kdbx)" 'client,essai,ville'
