#!/usr/bin/env bash
# rsyslog 8.2302.0 (Debian 12).
# An event in the form of RFC 5424 carries its facts as structured data: who, what, which id. A file that rsyslog
# writes without a template has the text behind it only, and neither the structured data nor the message id; an
# event with structured data and no text is an empty line. Nothing in the file or in the log of rsyslog says that
# something was left out.
# What to do: template="RSYSLOG_SyslogProtocol23Format" in the action, or repeat what counts in the text of the
# message.
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
debian rsyslog=8.2302.0-1+deb12u2
libraries=$(find root -type d -name '*-linux-gnu' -path '*/lib/*' -printf "$folder/%p:")
export PATH="$folder/root/usr/bin:$folder/root/usr/sbin:$PATH" LD_LIBRARY_PATH="$libraries"

send() {
  node - "$port" "$@" <<'JS'
const [port, ...messages] = process.argv.slice(2)
const socket = require('node:net').connect(Number(port), '127.0.0.1')
for (const message of messages) socket.write(`${Buffer.byteLength(message)} ${message}`)
socket.end()
JS
}
free() {
  node -e "const s = require('net').createServer().listen(0, '127.0.0.1', () => (console.log(s.address().port), s.close()))"
}
# Starts rsyslog with the given lines of configuration, and waits until it takes connections.
start() {
  port=$(free)
  printf '%s\n' 'module(load="imtcp")' "$@" > rsyslog.conf
  printf 'input(type="imtcp" port="%s" address="127.0.0.1")\n' "$port" >> rsyslog.conf
  modules=$(find "$folder/root" /usr/lib -type d -path '*-linux-gnu/rsyslog' | head -1)
  rsyslogd -n -f rsyslog.conf -i "$folder/rsyslog.pid" -M "$modules" 2>> rsyslog.log &
  server=$!
  for _ in $(seq 100); do
    ! node -e "require('net').connect($port, '127.0.0.1').on('error', () => process.exit(1)).on('connect', () => process.exit(0))" || break
    sleep 0.1
  done
}
# Ends it by the usual signal: it writes what it has first.
finish() {
  kill "$server"
  wait "$server" || true
  server=
}
trap '[ -z "${server:-}" ] || kill "$server"; wait; rm -rf "$folder"' EXIT
# Waits until a text is in a file.
arrived() {
  for _ in $(seq 100); do
    ! grep -q "$1" "$2" 2>/dev/null || return 0
    sleep 0.1
  done
  return 1
}

start "action(type=\"omfile\" file=\"$folder/usual.log\")" \
  "action(type=\"omfile\" file=\"$folder/whole.log\" template=\"RSYSLOG_SyslogProtocol23Format\")"
first='<110>1 2026-11-28T10:00:00Z coffre trousseau 7 item.read [journal@32473 id="41" user="marie"]'
second='<110>1 2026-11-28T10:00:01Z coffre trousseau 7 item.read [journal@32473 id="42" user="jean"] end'
send "$first" "$second"
arrived end usual.log
arrived end whole.log
finish
echo 'usual.log:'
cat usual.log
echo 'whole.log:'
cat whole.log
[ "$(cut -d' ' -f3- usual.log)" = 'trousseau[7] 
trousseau[7] end' ]
[ "$(sed 's/ *$//' whole.log)" = "$first
$second" ]
