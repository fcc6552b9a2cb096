#!/usr/bin/env bash
# KeePassXC 2.7.4 (Debian 12), beside oathtool 2.6.7.
# A key URI with a period above 60 seconds (otpauth://totp/…&period=120) is read with a period of 60. The codes look
# right and are never those of the site, and the CSV export writes period=60.
# What to do: before you give somebody a KDBX file with such a key, tell them. Do not trust period=60 in a CSV of
# KeePassXC when the site says otherwise.
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
debian keepassxc=2.7.4+dfsg.1-2 python3-pykeepass=4.0.3-1 oathtool=2.6.7-3.1+deb12u1
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
database = create_database('period.kdbx', password='essai')
for period in (45, 60, 90, 120):
    entry = database.add_entry(database.root_group, f'Période {period}', 'marie', 'essai')
    entry.otp = f'otpauth://totp/Jeton:marie?secret=JBSWY3DPEHPK3PXP&period={period}'
database.save()
PYTHON

exported=$(echo essai | keepassxc export --format csv period.kdbx | grep -o 'Période.*period=[0-9]*' | sed 's/".*period=/ is exported as /')
echo "$exported"
[ "$exported" = 'Période 45 is exported as 45
Période 60 is exported as 60
Période 90 is exported as 60
Période 120 is exported as 60' ]
for _ in 1 2 3; do
  minute=$(oathtool --totp --base32 --time-step-size=60s JBSWY3DPEHPK3PXP)
  shown=$(echo essai | keepassxc show --totp period.kdbx 'Période 120')
  [ "$minute" != "$shown" ] || break
done
same 'With period=120 it shows the code of period=60' "$([ "$shown" = "$minute" ] && echo yes)" yes
