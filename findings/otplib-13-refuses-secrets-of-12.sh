#!/usr/bin/env bash
# otplib 13.5.0 (npm) after otplib 12.0.1.
# The secrets that otplib 12 makes by default have 10 bytes (16 characters), as those of many sites have. otplib 13
# refuses every secret below 16 bytes, in verification as well: after the upgrade, nobody who enrolled before gets
# in. Its own new secrets have 20 bytes, so that a test with a new account shows nothing.
# What to do: pass `guardrails: createGuardrails({ MIN_SECRET_BYTES: 10 })` for the secrets that exist.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund otplib-12@npm:otplib@12.0.1 otplib-13@npm:otplib@13.5.0

cat > see.mjs <<'JS'
import assert from 'node:assert/strict'
import old from 'otplib-12'
import { createGuardrails, generateSecret, generateSync, verifySync } from 'otplib-13'

const enrolled = old.authenticator.generateSecret()
const epoch = 1_700_000_000
const token = old.authenticator.clone({ epoch: epoch * 1000 }).generate(enrolled)
console.log(`characters of a secret: ${enrolled.length} from otplib 12, ${generateSecret().length} from otplib 13`)
assert.equal(enrolled.length, 16)
assert.equal(generateSecret().length, 32)

const refused = /Secret must be at least 16 bytes \(128 bits\), got 10 bytes/
assert.throws(() => verifySync({ secret: enrolled, token, epoch }), refused)
assert.throws(() => generateSync({ secret: enrolled, epoch }), refused)
console.log('otplib 13 refuses the secret of otplib 12')

const guardrails = createGuardrails({ MIN_SECRET_BYTES: 10 })
const { valid } = verifySync({ secret: enrolled, token, epoch, guardrails })
console.log(`with guardrails of 10 bytes, its code is valid: ${valid}`)
assert.equal(valid, true)
JS
node see.mjs
