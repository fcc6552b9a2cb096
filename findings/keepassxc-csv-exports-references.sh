#!/usr/bin/env bash
# KeePassXC 2.7.4 (Debian 12).
# An entry may refer to the password of another one, as a clone with references does: its password is stored as
# {REF:P@I:<id>}. `show` follows the reference. The CSV export writes the reference itself, and the table has no
# column of ids: no program that reads it can find the password.
# What to do: an import of this CSV reports passwords that begin with {REF: rather than store them as passwords. To
# move, use KDBX or XML, which have the ids.
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

keepassxc() {
  keepassxc-cli "$1" --quiet "${@:2}" 2>/dev/null
}
same() {
  printf '%-44s %s\n' "$1" "$2"
  [ "$2" = "$3" ] || { echo "expected: $3"; exit 1; }
}

printf 'essai\nessai\n' | keepassxc db-create --set-password base.kdbx > setup.log
printf 'essai\nmot-partagé\n' | keepassxc add --password-prompt base.kdbx Serveur
id=$(echo essai | keepassxc show --attributes Uuid base.kdbx Serveur | tr -d '{}-' | tr a-f A-F)
printf 'essai\n%s\n' "{REF:P@I:$id}" | keepassxc add --password-prompt base.kdbx Copie

same 'shown for the copy' "$(echo essai | keepassxc show --show-protected --attributes Password base.kdbx Copie)" mot-partagé
echo essai | keepassxc export --format csv base.kdbx > base.csv
same 'exported for the copy' "$(grep Copie base.csv | cut -d'"' -f8 | sed "s/$id/<id>/")" '{REF:P@I:<id>}'
same 'columns of the table' "$(head -1 base.csv)" '"Group","Title","Username","Password","URL","Notes","TOTP","Icon","Last Modified","Created"'
