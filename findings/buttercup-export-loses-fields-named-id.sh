#!/usr/bin/env bash
# @buttercup/exporter 1.1.0, with buttercup 6.17.2 (the CSV export of Buttercup's applications).
# A person's own field that is called `id` is not in the table: the identifier of its entry takes its place, without a
# word. What lies in the trash is in the table like any other entry: only the title of its group, Trash, tells.
# What to do: before moving out of Buttercup, give such a field another name; an import treats the group Trash at the top
# as a trash.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts @buttercup/exporter@1.1.0 buttercup@6.17.2
cat >export.cjs <<'EOF'
const { exportVaultToCSV } = require('@buttercup/exporter')
const { Vault, init } = require('buttercup')

init()
const vault = Vault.createWithDefaults()
const group = vault.createGroup('Accounts')
group.createEntry('Portal').setProperty('password', 'secret-1').setProperty('id', 'CLIENT-42')
group.createEntry('Shop').setProperty('password', 'secret-2').setProperty('number', 'CLIENT-43')
group.createEntry('Deleted').setProperty('password', 'secret-3').delete()

exportVaultToCSV(vault).then((csv) => {
  const rows = csv.trim().split('\n').map((line) => line.split(','))
  const [header] = rows
  const cell = (row, name) => row[header.indexOf(name)]
  const entries = rows.filter((row) => cell(row, '!type') === 'entry')
  const groups = new Map(
    rows.filter((row) => cell(row, '!type') === 'group').map((row) => [cell(row, '!group_id'), row]),
  )
  const deleted = entries.find((row) => cell(row, 'title') === 'Deleted')
  const trash = groups.get(cell(deleted, '!group_id'))
  const seen = {
    'the field called number': csv.includes('CLIENT-43'),
    'the field called id': csv.includes('CLIENT-42'),
    'the deleted entry': cell(deleted, 'password') === 'secret-3',
    'its group': cell(trash, '!group_name'),
    'columns that say that it is deleted': header.filter((name) => /trash|deleted|role/i.test(name)).length,
  }
  for (const [what, is] of Object.entries(seen)) console.log(`${what}: ${is}`)
  process.exit(Object.values(seen).join() === 'true,false,true,Trash,0' ? 0 : 1)
})
EOF
node export.cjs
