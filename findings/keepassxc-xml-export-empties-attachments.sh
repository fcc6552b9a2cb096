#!/usr/bin/env bash
# KeePassXC 2.7.4 (Debian 12).
# The XML export of a database in format KDBX 4 names an entry's attached files and leaves out their bytes: these
# are in the binary header of the file, which XML has not. The import of that XML, by KeePassXC itself, says that it
# succeeded and creates the files with 0 bytes. From a database in format KDBX 3.1 the same two commands keep them.
# What to do: keep the KDBX file; an XML export is no copy of it. An importer says for which entries the XML has a
# name of an attached file without content.
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
debian keepassxc=2.7.4+dfsg.1-2 python3-pykeepass=4.0.3-1
libraries=$(find root -type d -name '*-linux-gnu' -path '*/lib/*' -printf "$folder/%p:")
export PATH="$folder/root/usr/bin:$folder/root/usr/sbin:$PATH" LD_LIBRARY_PATH="$libraries"
export QT_QPA_PLATFORM=offscreen QT_PLUGIN_PATH="$folder/root/usr/lib/$(uname -m)-linux-gnu/qt5/plugins"
python=$(PATH="$folder/root/usr/bin:/usr/bin" command -v python3)
export PYTHONPATH="$folder/root/usr/lib/python3/dist-packages"

keepassxc() {
  keepassxc-cli "$1" --quiet "${@:2}" 2>/dev/null
}
same() {
  printf '%-44s %s\n' "$1" "$2"
  [ "$2" = "$3" ] || { echo "expected: $3"; exit 1; }
}

printf 'la clé de secours' > clé.txt
printf 'essai\nessai\n' | keepassxc db-create --set-password kdbx3.kdbx > setup.log
"$python" -c "
from pykeepass import create_database
create_database('kdbx4.kdbx', password='essai')"

for format in kdbx3 kdbx4; do
  printf 'essai\nmot\n' | keepassxc add --password-prompt $format.kdbx Serveur
  echo essai | keepassxc attachment-import $format.kdbx Serveur clé.txt clé.txt
  echo essai | keepassxc export --format xml $format.kdbx > $format.xml
  printf 'essai\nessai\n' | keepassxc import --set-password $format.xml $format-again.kdbx > setup.log
  for file in $format $format-again; do
    echo essai | keepassxc attachment-export $file.kdbx Serveur clé.txt $file.txt
  done
done
version() {
  # Bytes 10 and 11 of a KDBX file: the major version.
  od -An -j10 -N2 -tu2 "$1" | tr -d ' '
}
same 'format of the first database' "$(version kdbx3.kdbx)" 3
same '  attached bytes, then after XML' "$(wc -c < kdbx3.txt) $(wc -c < kdbx3-again.txt)" '18 18'
same 'format of the second database' "$(version kdbx4.kdbx)" 4
same '  attached bytes, then after XML' "$(wc -c < kdbx4.txt) $(wc -c < kdbx4-again.txt)" '18 0'
same '  the name in the XML' "$(grep -c '<Key>clé.txt</Key>' kdbx4.xml)" 1
