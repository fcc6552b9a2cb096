#!/usr/bin/env bash
# pykeepass 4.0.3 (Debian 12).
# Neither `delete_attachment` nor `delete_entry` removes the bytes of an attached file: these stay in the saved
# database, with no entry that names them, and `find_attachments` does not list them. Who has the file and its
# password reads them under `binaries`.
# What to do: find the ids that no entry uses any more and call `delete_binary` for each, highest first, before
# `save`: it renumbers the ids above.
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
debian python3-pykeepass=4.0.3-1
libraries=$(find root -type d -name '*-linux-gnu' -path '*/lib/*' -printf "$folder/%p:")
export PATH="$folder/root/usr/bin:$folder/root/usr/sbin:$PATH" LD_LIBRARY_PATH="$libraries"
python=$(PATH="$folder/root/usr/bin:/usr/bin" command -v python3)
export PYTHONPATH="$folder/root/usr/lib/python3/dist-packages"

same() {
  printf '%-44s %s\n' "$1" "$2"
  [ "$2" = "$3" ] || { echo "expected: $3"; exit 1; }
}

"$python" - <<'PYTHON' > seen.txt
from pykeepass import PyKeePass, create_database

database = create_database('base.kdbx', password='essai')
for title in ('Banque', 'Poste'):
    entry = database.add_entry(database.root_group, title, 'marie', 'mot')
    entry.add_attachment(database.add_binary(f'clé de {title}'.encode()), 'clé.txt')
database.save()

database = PyKeePass('base.kdbx', password='essai')
database.find_entries(title='Banque', first=True).attachments[0].delete()
database.delete_entry(database.find_entries(title='Poste', first=True))
database.save()

database = PyKeePass('base.kdbx', password='essai')
print(len(database.entries), len(database.find_attachments(filename='clé.txt')))
print(' and '.join(content.decode() for content in database.binaries))
for unused in (1, 0):
    database.delete_binary(unused)
database.save()
print(len(PyKeePass('base.kdbx', password='essai').binaries))
PYTHON
same 'entries, and attached files that are found' "$(sed -n 1p seen.txt)" '1 0'
same 'what the saved file still holds' "$(sed -n 2p seen.txt)" 'clé de Banque and clé de Poste'
same 'files in it after delete_binary' "$(sed -n 3p seen.txt)" 0
