#!/usr/bin/env bash
# kdbxweb 2.1.1 (npm).
# On reading, kdbxweb deletes the control characters that XML does not allow, and the tab, which it does allow, with
# them. A tab in notes, in a login or in an unprotected field is gone without a word, and is lost in the file at the
# next save. Protected values keep theirs. A note with a table, a Makefile or a line of /etc/fstab becomes another
# text.
# What to do: mark fields that may hold tabs as protected before another program saves them, and compare after a
# round trip.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund kdbxweb@2.1.1

cat > see.mjs <<'JS'
import assert from 'node:assert/strict'
import kdbxweb from 'kdbxweb'

const { Credentials, Kdbx, ProtectedValue } = kdbxweb
const credentials = () => new Credentials(ProtectedValue.fromString('essai'))
// AES-KDF needs no Argon2 from elsewhere.
const created = Kdbx.create(credentials(), 'essai')
created.setVersion(3)

const entry = created.createEntry(created.getDefaultGroup())
const note = 'nom\tport\nssh\t22'
entry.fields.set('Notes', note)
entry.fields.set('Table', ProtectedValue.fromString(note))

const read = await Kdbx.load(await created.save(), credentials())
const { fields } = read.getDefaultGroup().entries[0]
const seen = { plain: fields.get('Notes'), protected: fields.get('Table').getText() }
console.log({ written: note, ...seen })
assert.deepEqual(seen, { plain: 'nomport\nssh22', protected: note })
JS
node see.mjs
