#!/usr/bin/env bash
# rsyslog 8.2302.0 (Debian 12).
# Its limit for a message is 8,096 bytes, less than the 8,192 that receivers should take (RFC 5425 §4.3.1). A longer
# one over TCP with octet counting is not cut, though the log of rsyslog says so: the rest, less one byte, becomes
# an event of its own, with the receiver's time and the priority 13 (user, notice). A line of JSON is broken in two,
# and the count of events no longer fits.
# What to do: on the receiver, global(maxMessageSize="64k") before any input; in the sender, stay below 8,096 bytes.
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
# Starts rsyslog with the given lines of configuration, and waits until it has said its port.
start() {
  rm -f port
  printf '%s\n' 'module(load="imtcp")' "$@" > rsyslog.conf
  echo "input(type=\"imtcp\" address=\"127.0.0.1\" port=\"0\" listenPortFileName=\"$folder/port\")" >> rsyslog.conf
  modules=$(find root /usr/lib -type d -path '*-linux-gnu/rsyslog' -print -quit)
  rsyslogd -n -f rsyslog.conf -i "$folder/rsyslog.pid" -M "$modules" 2>> rsyslog.log &
  server=$!
  for _ in $(seq 100); do
    [ ! -s port ] || break
    sleep 0.1
  done
  port=$(cat port)
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

event() {
  local header='<110>1 2026-11-28T10:00:00Z coffre trousseau 7 journal - '
  node -p "process.argv[1].padEnd($1, 'x')" "$header"
}
# The priority, the program and the length of each event that arrives, of three that are sent.
seen() {
  rm -f seen.log
  start 'template(name="seen" type="string" string="%pri%|%programname%|%rawmsg%\n")' \
    "action(type=\"omfile\" file=\"$folder/seen.log\" template=\"seen\")" "$@"
  send "$(event 8096)" "$(event 8192)" "$(event 100) end"
  arrived end seen.log
  finish
  awk -F '|' '{ printf "priority %s, program %s, %d bytes\n", $1, substr($2, 1, 9), length($3) }' seen.log
}

echo 'Sent: 8096, 8192 and 104 bytes. With the usual limit:'
usual=$(seen)
echo "$usual"
[ "$usual" = 'priority 110, program trousseau, 8096 bytes
priority 110, program trousseau, 8096 bytes
priority 13, program , 95 bytes
priority 110, program trousseau, 104 bytes' ]
echo 'With maxMessageSize="64k":'
larger=$(seen 'global(maxMessageSize="64k")')
echo "$larger"
[ "$larger" = 'priority 110, program trousseau, 8096 bytes
priority 110, program trousseau, 8192 bytes
priority 110, program trousseau, 104 bytes' ]
