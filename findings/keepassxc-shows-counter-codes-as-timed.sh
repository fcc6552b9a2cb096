#!/usr/bin/env bash
# KeePassXC 2.7.4 (Debian 12), beside oathtool 2.6.7.
# The key URI of a counter-based code (otpauth://hotp/…&counter=5) in an entry's field `otp` is taken for a
# time-based one: KeePassXC shows six digits of the current half minute, and its CSV export writes the address as
# otpauth://totp/… without the counter. The site refuses such a code, and what was exported can no longer give a
# right one.
# What to do: keep HOTP keys out of the field `otp` of a KDBX file, and take a totp address in a CSV of KeePassXC
# for what it says only if the service is known to use time.
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
database = create_database('hotp.kdbx', password='essai')
entry = database.add_entry(database.root_group, 'Jeton', 'marie', 'essai')
entry.otp = 'otpauth://hotp/Jeton:marie?secret=JBSWY3DPEHPK3PXP&issuer=Jeton&counter=5'
database.save()
PYTHON

wanted=$(oathtool --hotp --base32 --counter 5 JBSWY3DPEHPK3PXP)
same 'oathtool, counter 5' "$wanted" 768897
# Asked again if the half minute changed between the two programs.
for _ in 1 2 3; do
  timed=$(oathtool --totp --base32 JBSWY3DPEHPK3PXP)
  shown=$(echo essai | keepassxc show --totp hotp.kdbx Jeton)
  [ "$timed" != "$shown" ] || break
done
same 'KeePassXC shows the code of this half minute' "$([ "$shown" = "$timed" ] && echo yes)" yes
exported=$(echo essai | keepassxc export --format csv hotp.kdbx | grep -o 'otpauth://[^"]*')
same 'KeePassXC exports' "$exported" 'otpauth://totp/Jeton:marie?secret=JBSWY3DPEHPK3PXP&period=30&digits=6&issuer=Jeton'
