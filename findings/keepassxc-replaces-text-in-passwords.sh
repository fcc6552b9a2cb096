#!/usr/bin/env bash
# KeePassXC 2.7.4 (Debian 12).
# Passwords are templates. `show` prints one that happens to hold {TITLE} or {USERNAME} with the entry's title or
# login in that place, even with --show-protected. The file and the CSV export hold the password itself, so that two
# readers of one file disagree. Braces around other words stay.
# What to do: a program that writes KDBX warns of values with these names in braces. One that reads KDBX does not
# replace them. Leave `{` and `}` out of generated passwords that go into a KDBX file.
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
add() {
  printf 'essai\n%s\n' "$2" | keepassxc add --password-prompt --username marie base.kdbx "$1"
}
shown() {
  echo essai | keepassxc show --show-protected --attributes Password base.kdbx "$1"
}
add Banque 'q7{TITLE}w2'
add Poste 'q7{USERNAME}w2'
add Caisse 'q7{AUTRE}w2'

same 'stored q7{TITLE}w2, shown' "$(shown Banque)" q7Banquew2
same 'stored q7{USERNAME}w2, shown' "$(shown Poste)" q7mariew2
same 'stored q7{AUTRE}w2 (no such name), shown' "$(shown Caisse)" 'q7{AUTRE}w2'
same 'exported for the first' "$(echo essai | keepassxc export --format csv base.kdbx | grep Banque | cut -d'"' -f8)" 'q7{TITLE}w2'
