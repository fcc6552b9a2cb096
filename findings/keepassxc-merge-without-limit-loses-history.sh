#!/usr/bin/env bash
# KeePassXC 2.7.4 (Debian 12), beside kdbxweb 2.1.1 (npm).
# A database may say that its histories have no limit (HistoryMaxItems of -1, KeePass's "unlimited"). When KeePassXC merges a
# newer database into it whose entry has another password and no history, as programs write it that know the present
# password alone, the merged entry has no history: the former password is gone, and all older ones. With a limit of ten all
# of them are kept.
# What to do: give a database that will be merged a limit that no history reaches, instead of none.
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

cat > make.mjs <<'JS'
import kdbxweb from 'kdbxweb'
import { writeFileSync } from 'node:fs'

const { Credentials, Kdbx, ProtectedValue } = kdbxweb
const credentials = () => new Credentials(ProtectedValue.fromString('essai'))
const at = (day) => new Date(Date.UTC(2026, 0, day))
const [, , limit] = process.argv

async function write(database, name) {
  writeFileSync(name, new Uint8Array(await database.save()))
}

// AES-KDF needs no Argon2 from elsewhere.
const database = Kdbx.create(credentials(), 'essai')
database.setVersion(3)
database.meta.historyMaxItems = Number(limit)
const entry = database.createEntry(database.getDefaultGroup())
entry.fields.set('Title', 'Banque')
entry.fields.set('Password', ProtectedValue.fromString('premier'))
entry.times.creationTime = entry.times.lastModTime = at(1)
entry.pushHistory()
entry.fields.set('Password', ProtectedValue.fromString('second'))
entry.times.lastModTime = at(2)
await write(database, 'older.kdbx')

// As a program writes it that knows the present password alone.
entry.history.splice(0)
entry.fields.set('Password', ProtectedValue.fromString('troisieme'))
entry.times.lastModTime = at(3)
await write(database, 'newer.kdbx')
JS
cat > read.mjs <<'JS'
import kdbxweb from 'kdbxweb'
import { readFileSync } from 'node:fs'

const { Credentials, Kdbx, ProtectedValue } = kdbxweb
const [, , name] = process.argv
const bytes = new Uint8Array(readFileSync(name)).buffer
const database = await Kdbx.load(bytes, new Credentials(ProtectedValue.fromString('essai')))
const [entry] = database.getDefaultGroup().entries
const passwordOf = ({ fields }) => fields.get('Password').getText()
console.log([...entry.history.map(passwordOf), passwordOf(entry)].join(' '))
JS
same() {
  printf '%-44s %s\n' "$1" "$2"
  [ "$2" = "$3" ] || { echo "expected: $3"; exit 1; }
}

for limit in 10 -1; do
  node make.mjs "$limit"
  same "limit $limit: the older database has" "$(node read.mjs older.kdbx)" 'premier second'
  same "limit $limit: the newer database has" "$(node read.mjs newer.kdbx)" 'troisieme'
  cp older.kdbx merged.kdbx
  echo essai | keepassxc-cli merge --quiet --same-credentials merged.kdbx newer.kdbx >/dev/null 2>&1
  if [ "$limit" = 10 ]; then wanted='premier second troisieme'; else wanted='troisieme'; fi
  same "limit $limit: the merged one has" "$(node read.mjs merged.kdbx)" "$wanted"
done
