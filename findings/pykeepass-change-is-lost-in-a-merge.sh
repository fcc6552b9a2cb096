#!/usr/bin/env bash
# pykeepass 4.0.3 and KeePassXC 2.7.4 (both Debian 12).
# Setting `entry.password` in pykeepass leaves the entry's time of modification as it is, and keeps no old value. A
# merge in KeePassXC decides by that time: the database that the script changed is merged, the program reports
# success, and the old password stays. The new one is gone, not even in the history.
# What to do: before each change call `entry.save_history()`, after it `entry.touch(modify=True)`.
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

"$python" - <<'PYTHON'
from datetime import datetime, timedelta, timezone
from pykeepass import create_database
database = create_database('desk.kdbx', password='essai')
for title in ('Banque', 'Poste'):
    entry = database.add_entry(database.root_group, title, 'marie', 'old')
    entry.mtime = datetime.now(timezone.utc) - timedelta(days=1)
database.save()
PYTHON
cp desk.kdbx script.kdbx
"$python" - <<'PYTHON'
from pykeepass import PyKeePass
database = PyKeePass('script.kdbx', password='essai')
plain, careful = (database.find_entries(title=title, first=True) for title in ('Banque', 'Poste'))
before = plain.mtime
plain.password = 'new'
print('time of modification after a plain change:', 'the same' if plain.mtime == before else 'another')
careful.save_history()
careful.password = 'new'
careful.touch(modify=True)
database.save()
PYTHON

password() {
  echo essai | keepassxc show --show-protected --attributes Password "$1" "$2"
}
same 'script.kdbx, plain change' "$(password script.kdbx Banque)" new
same 'script.kdbx, change with touch' "$(password script.kdbx Poste)" new
printf 'essai\n' | keepassxc merge --same-credentials desk.kdbx script.kdbx > merge.log
same 'desk.kdbx after the merge, plain change' "$(password desk.kdbx Banque)" old
same 'desk.kdbx after the merge, with touch' "$(password desk.kdbx Poste)" new
same 'places of the plain "new" in desk.kdbx' "$(
  "$python" - <<'PYTHON'
from pykeepass import PyKeePass
entry = PyKeePass('desk.kdbx', password='essai').find_entries(title='Banque', first=True)
print([entry.password, *(old.password for old in entry.history)].count('new'))
PYTHON
)" 0
