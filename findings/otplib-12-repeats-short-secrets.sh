#!/usr/bin/env bash
# otplib 12.0.1 (npm), beside otpauth 9.5.2, speakeasy 2.0.0 and otplib 13.5.0.
# otplib 12 repeats a secret that is shorter than 16 bytes for SHA-256, or than 32 for SHA-512, before it uses it as
# the key. RFC 6238 asks for the secret itself, and the other libraries compute another code. Its own secrets have
# 10 bytes by default. The long test secrets of the RFC show no difference, nor does SHA-1 from 10 bytes on.
# What to do: with otplib 12 and SHA-256 or SHA-512, create secrets of 32 bytes or more. Those who enrolled a
# shorter one enrol again before an upgrade to 13. A password manager cannot show the code that such a site asks
# for.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund otplib-12@npm:otplib@12.0.1 otplib-13@npm:otplib@13.5.0 otpauth@9.5.2 speakeasy@2.0.0

cat > see.mjs <<'JS'
import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import old from 'otplib-12'
import { generateSync } from 'otplib-13'
import speakeasy from 'speakeasy'

const seconds = 1_700_000_000
const seen = {}
for (const [bytes, algorithm] of [
  [10, 'sha1'],
  [20, 'sha1'],
  [10, 'sha256'],
  [20, 'sha256'],
  [20, 'sha512'],
  [32, 'sha512'],
]) {
  const secret = new Secret({ buffer: new Uint8Array(bytes).map((_, index) => index + 1).buffer })
  const base32 = secret.base32
  const codes = {
    'otplib 12': old.authenticator.clone({ algorithm, epoch: seconds * 1000 }).generate(base32),
    otpauth: TOTP.generate({ secret, algorithm, timestamp: seconds * 1000 }),
    speakeasy: speakeasy.totp({ secret: base32, encoding: 'base32', algorithm, time: seconds }),
    // The new version takes 16 bytes or more.
    ...(bytes >= 16 && { 'otplib 13': generateSync({ secret: base32, algorithm, epoch: seconds }) }),
  }
  console.log(`${algorithm}, ${bytes} bytes:`, codes)
  const { 'otplib 12': first, ...others } = codes
  assert.equal(new Set(Object.values(others)).size, 1, 'the others agree')
  seen[`${algorithm} ${bytes}`] = first === others.otpauth ? 'same' : 'other code'
}
assert.deepEqual(seen, {
  'sha1 10': 'same',
  'sha1 20': 'same',
  'sha256 10': 'other code',
  'sha256 20': 'same',
  'sha512 20': 'other code',
  'sha512 32': 'same',
})
JS
node see.mjs
