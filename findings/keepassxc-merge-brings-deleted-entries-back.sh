#!/usr/bin/env bash
# KeePassXC 2.7.4 (Debian 12), beside kdbxweb 2.1.1 (npm).
# A deletion leaves the id and the time under DeletedObjects in the KDBX file, so that a merge with an older copy
# knows of it. `keepassxc-cli merge` does not look there: merged into the older copy, the deletion is not carried
# over; with the older copy merged in, the deleted password comes back. Both runs report success. kdbxweb follows
# the list both ways.
# What to do: after a merge by this command, compare the entries with DeletedObjects and delete again. Merge with
# another program where a deletion has to hold (somebody left, a password leaked).
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

printf 'essai\nessai\n' | keepassxc db-create --set-password before.kdbx > setup.log
for title in Banque Poste; do
  printf 'essai\nmot\n' | keepassxc add --password-prompt before.kdbx $title
done
# The deletion has to be later than the entry, and the format counts whole seconds.
added=$(date +%s)
while [ "$(date +%s)" -le $((added + 1)) ]; do sleep 0.1; done
cp before.kdbx after.kdbx
# The first call moves to the bin, the second deletes.
echo essai | keepassxc rm after.kdbx Banque > delete.log
echo essai | keepassxc rm after.kdbx 'Recycle Bin/Banque' >> delete.log

entries() {
  echo essai | keepassxc ls --recursive --flatten "$1" | grep -xE 'Banque|Poste' | sort | xargs
}
same 'entries before' "$(entries before.kdbx)" 'Banque Poste'
same 'entries after the deletion' "$(entries after.kdbx)" Poste
same 'deletions noted in the file' "$(echo essai | keepassxc export after.kdbx | grep -c '<DeletedObject>')" 1

cp before.kdbx forwards.kdbx
cp after.kdbx backwards.kdbx
echo essai | keepassxc merge --same-credentials forwards.kdbx after.kdbx > merge.log
echo essai | keepassxc merge --same-credentials backwards.kdbx before.kdbx >> merge.log
same 'KeePassXC: deletion merged into the old copy' "$(entries forwards.kdbx)" 'Banque Poste'
same 'KeePassXC: old copy merged into the new one' "$(entries backwards.kdbx)" 'Banque Poste'

cat > see.mjs <<'JS'
import { readFileSync } from 'node:fs'
import kdbxweb from 'kdbxweb'
const { Credentials, Kdbx, ProtectedValue } = kdbxweb
const open = (name) =>
  Kdbx.load(new Uint8Array(readFileSync(name)).buffer, new Credentials(ProtectedValue.fromString('essai')))
for (const [into, from] of [
  ['before.kdbx', 'after.kdbx'],
  ['after.kdbx', 'before.kdbx'],
]) {
  const database = await open(into)
  database.merge(await open(from))
  console.log([...database.getDefaultGroup().allEntries()].map((entry) => entry.fields.get('Title')).join(' '))
}
JS
same 'kdbxweb: the same two merges' "$(node see.mjs | xargs)" 'Poste Poste'
