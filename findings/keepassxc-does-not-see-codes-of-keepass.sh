#!/usr/bin/env bash
# KeePassXC 2.7.4 (Debian 12), with the fields that KeePass 2.47 and later use for one-time codes.
# KeePass 2 keeps the key of a code in TimeOtp-Secret-Base32 (and its settings in TimeOtp-Length, TimeOtp-Period and
# TimeOtp-Algorithm). KeePassXC opens the file, says that the entry has no TOTP, and leaves the column TOTP of its
# CSV export empty: the key is in no column. Who moves by that CSV loses every second factor, with nothing to notice
# it by.
# What to do: move by KDBX, and write both forms where a file is for both programs: TimeOtp-… and an otpauth address
# in `otp`.
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
from pykeepass import create_database
database = create_database('base.kdbx', password='essai')
entry = database.add_entry(database.root_group, 'Banque', 'marie', 'mot')
entry.set_custom_property('TimeOtp-Secret-Base32', 'JBSWY3DPEHPK3PXP')
database.save()
PYTHON
show() {
  echo essai | keepassxc-cli show --quiet "$@" base.kdbx Banque 2>&1
}
same 'the field that it reads' "$(show --attributes TimeOtp-Secret-Base32)" JBSWY3DPEHPK3PXP
same 'asked for the code' "$(show --totp || true)" 'Entry with path Banque has no TOTP set up.'
echo essai | keepassxc export --format csv base.kdbx > base.csv
same 'column TOTP' "$(grep Banque base.csv | cut -d, -f7)" '""'
same 'lines of the CSV with the key' "$(grep -c JBSWY3DPEHPK3PXP base.csv || true)" 0
