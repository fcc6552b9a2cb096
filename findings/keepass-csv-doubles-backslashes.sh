#!/usr/bin/env bash
# KeePass 2.47 (Debian 12), read by csv-parse 7.0.3 and papaparse 5.7.1 (npm).
# The format "KeePass CSV (1.x)" looks like RFC 4180 and is not: each backslash is written twice, and a quote as
# backslash and quote. Parsers of CSV take the first for two characters, so that each login of a Windows domain and
# each password with a backslash comes out wrong, without an error; a cell with a quote is an error in csv-parse and
# another text in papaparse.
# What to do: know the table by its first row (Account, Login Name, Password, Web Site, Comments), and read that one
# with a backslash as the escape (csv-parse: `escape: '\\'`).
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
debian keepass2=2.47+dfsg-2 mono-mcs=6.8.0.105+dfsg-3.3+deb12u1
libraries=$(find root -type d -name '*-linux-gnu' -path '*/lib/*' -printf "$folder/%p:")
export PATH="$folder/root/usr/bin:$folder/root/usr/sbin:$PATH" LD_LIBRARY_PATH="$libraries"

echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund csv-parse@7.0.3 papaparse@5.7.1

export MONO_GAC_PREFIX="$folder/root/usr:/usr" MONO_PATH="$folder/root/usr/lib/mono/4.5"
[ ! -d root/etc/mono ] || export MONO_CFG_DIR="$folder/root/etc"
LD_LIBRARY_PATH="$folder/root/usr/lib:$libraries"
mono=$(command -v mono-sgen || command -v mono)
mkdir -p root/usr/lib
keepass=$(find root/usr/lib /usr/lib -name KeePass.exe -print -quit)
mcs=$(find root/usr/lib /usr/lib -name mcs.exe -print -quit)
cp "$keepass" .
# Calls the exporter of the program, which has no command for it.
cat > see.cs <<'CS'
using System;
using System.IO;
using KeePass.DataExchange;
using KeePassLib;
using KeePassLib.Security;

public static class See {
  static void Add(PwDatabase database, string title, string login, string password) {
    PwEntry entry = new PwEntry(true, true);
    entry.Strings.Set(PwDefs.TitleField, new ProtectedString(false, title));
    entry.Strings.Set(PwDefs.UserNameField, new ProtectedString(false, login));
    entry.Strings.Set(PwDefs.PasswordField, new ProtectedString(true, password));
    database.RootGroup.AddEntry(entry, true);
  }

  public static void Main() {
    PwDatabase database = new PwDatabase();
    database.RootGroup = new PwGroup(true, true, "essai", PwIcon.Folder);
    Add(database, "Poste", @"DOMAINE\jean", @"a\b");
    Add(database, "Caisse", "marie", "c\"d");
    Type format = typeof(PwDatabase).Assembly.GetType("KeePass.DataExchange.Formats.KeePassCsv1x");
    FileFormatProvider writer = (FileFormatProvider) Activator.CreateInstance(format, true);
    using (FileStream file = File.Create("base.csv"))
      if (!writer.Export(new PwExportInfo(database.RootGroup, database), file, null)) Environment.Exit(1);
  }
}
CS
"$mono" "$mcs" -r:KeePass.exe see.cs
"$mono" see.exe
cat base.csv

cat > see.mjs <<'JS'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import Papa from 'papaparse'

const text = readFileSync('base.csv', 'utf8')
const [head, post, till] = text.split('\r\n')
assert.deepEqual(
  [head, post, till],
  [
    '"Account","Login Name","Password","Web Site","Comments"',
    String.raw`"Poste","DOMAINE\\jean","a\\b","",""`,
    String.raw`"Caisse","marie","c\"d","",""`,
  ],
)
const codeOf = (work) => {
  try {
    return work()
  } catch (error) {
    return error.code
  }
}
const seen = {
  'csv-parse, first entry': parse(post)[0].slice(1, 3),
  'papaparse, first entry': Papa.parse(post).data[0].slice(1, 3),
  'csv-parse, second entry': codeOf(() => parse(till)[0].slice(1, 3)),
  'papaparse, second entry': Papa.parse(till).data[0].slice(1, 3),
  'csv-parse with escape, both': parse(`${post}\n${till}`, { escape: '\\' }).map((row) => row[2]),
}
console.log(seen)
const doubled = [String.raw`DOMAINE\\jean`, String.raw`a\\b`]
assert.deepEqual(seen, {
  'csv-parse, first entry': doubled,
  'papaparse, first entry': doubled,
  'csv-parse, second entry': 'CSV_INVALID_CLOSING_QUOTE',
  'papaparse, second entry': ['marie', String.raw`c\"d`],
  'csv-parse with escape, both': [String.raw`a\b`, 'c"d'],
})
JS
node see.mjs
