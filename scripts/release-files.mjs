/**
 * `npm run release:files -- --key FILE [--folder dist/release]`: writes what is published beside a release into a folder: the
 * source of the tag of this version, the Debian packages, the SBOM, SHA256SUMS over every file of the folder, and its signature.
 * What another command has put into the folder is summed too: run this last.
 *
 * The key is an Ed25519 private key in PEM (`openssl genpkey -algorithm ed25519`). Everybody verifies with its public half:
 * `openssl pkeyutl -verify -pubin -inkey release.pub -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig && sha256sum -c SHA256SUMS`
 */
import { spawnSync } from 'node:child_process'
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './installation.mjs'

const sums = 'SHA256SUMS'

/** Returns the Ed25519 private key of a PEM file. */
export function readSigningKey(file) {
  const passphrase = process.env.TROUSSEAU_RELEASE_PASSPHRASE
  const key = createPrivateKey({ key: readFileSync(file), ...(passphrase && { passphrase }) })
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${file} is no Ed25519 key`)
  return key
}

/** Writes the sums of a folder, their signature and the public key. */
export function signFolder(folder, key) {
  const own = [sums, `${sums}.sig`, 'release.pub']
  const names = readdirSync(folder)
    .filter((name) => !own.includes(name))
    .sort()
  const lines = names.map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}  ${name}\n`,
  )
  const text = lines.join('')
  writeFileSync(join(folder, sums), text)
  writeFileSync(join(folder, `${sums}.sig`), sign(null, Buffer.from(text), key))
  writeFileSync(
    join(folder, 'release.pub'),
    createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString(),
  )
  return names
}

function run(command, args) {
  const { status, stderr, error } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args[0]} failed: ${error?.message ?? stderr}`)
}

/** Writes the files of the release of this version, and signs them. */
export function writeRelease(folder, key) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  mkdirSync(folder, { recursive: true })
  const archive = join(folder, `trousseau-${version}.tar.gz`)
  run('git', ['archive', `--prefix=trousseau-${version}/`, '--output', archive, `v${version}`])
  run(process.execPath, [join(root, 'scripts/package.mjs'), '--folder', folder])
  run(process.execPath, [join(root, 'scripts/sbom.mjs'), join(folder, `trousseau-${version}.sbom.cdx.json`)])
  return signFolder(folder, key)
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: { key: { type: 'string' }, folder: { type: 'string', default: 'dist/release' } },
  })
  if (values.key === undefined) {
    console.error('say the key that signs: npm run release:files -- --key FILE')
    process.exit(2)
  }
  const folder = resolve(values.folder)
  const names = writeRelease(folder, readSigningKey(values.key))
  console.error(`${folder}: ${names.join(', ')}, ${sums} and its signature`)
}
