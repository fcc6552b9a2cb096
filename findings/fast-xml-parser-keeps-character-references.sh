#!/usr/bin/env bash
# fast-xml-parser 5.12.1 (npm), with pykeepass 4.0.3 (Debian 12).
# Character references such as &#13; are part of XML, whatever the document. pykeepass writes one for each carriage
# return of a note that was typed under Windows. fast-xml-parser leaves its four or five letters in the text unless
# `htmlEntities` is set. Its other defaults are known to turn values into numbers; this one stays when these are off
# (parseTagValue, trimValues), and no error shows it.
# What to do: set `htmlEntities: true` to read KeePass XML, or take a parser that follows XML (saxes, xml2js).
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

echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund fast-xml-parser@5.12.1 xml2js@0.6.2

"$python" - <<'PYTHON'
from pykeepass import create_database
database = create_database('base.kdbx', password='essai')
database.add_entry(database.root_group, 'Banque', 'marie', '0017e3', notes='un\r\ndeux')
database.dump_xml('base.xml')
PYTHON
cat > see.mjs <<'JS'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { XMLParser } from 'fast-xml-parser'
import { parseStringPromise } from 'xml2js'

const xml = readFileSync('base.xml', 'utf8')
const read = (options) => {
  const { String: fields } = new XMLParser(options).parse(xml).KeePassFile.Root.Group.Entry
  return Object.fromEntries(fields.map(({ Key, Value }) => [Key, Value]))
}
const plain = { parseTagValue: false, trimValues: false }
const other = (await parseStringPromise(xml)).KeePassFile.Root[0].Group[0].Entry[0].String
const seen = {
  defaults: read({}).Notes,
  'as text': read(plain).Notes,
  'as text, htmlEntities': read({ ...plain, htmlEntities: true }).Notes,
  xml2js: other.find(({ Key: [key] }) => key === 'Notes').Value[0],
}
console.log('notes:', seen)
console.log('password 0017e3:', read({}).Password, read(plain).Password)
assert.deepEqual(seen, {
  defaults: 'un&#13;\ndeux',
  'as text': 'un&#13;\ndeux',
  'as text, htmlEntities': 'un\r\ndeux',
  xml2js: 'un\r\ndeux',
})
JS
node see.mjs
