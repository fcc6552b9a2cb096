/**
 * Builds the web part: the pages (dist/web), the server-rendered fragments (dist/fragments), a
 * brotli and a gzip copy of every text asset, and a stamp that holds a hash of the sources.
 * `node scripts/build-web.mjs` builds; `--if-stale` only when the sources changed since.
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const stampFile = `${root}dist/web.stamp`

/** The files that the build depends on. */
const sources = [
  'package-lock.json',
  'vite.config.ts',
  'scripts/build-web.mjs',
  'src/{web,domain,texts,contract}/**/*.{ts,tsx,css,html,js,svg,webp}',
]

/** The smallest size to compress, in bytes: a tiny file gains nothing. */
const worthCompressing = 512

function hashOfSources() {
  const hash = createHash('sha256')
  const files = globSync(sources, { cwd: root }).map((file) => file.replaceAll('\\', '/'))
  for (const file of files.filter((name) => !/\.test\.tsx?$/.test(name)).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(root + file))
      .update('\0')
  }
  return hash.digest('hex')
}

/** Whether dist/ is missing or was built from other sources. */
export function isStale() {
  try {
    return readFileSync(stampFile, 'utf8') !== hashOfSources()
  } catch {
    return true
  }
}

async function precompress(folder) {
  const files = globSync('**/*.{js,css,html,svg}', { cwd: folder })
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(`${folder}/${file}`)
      if (content.length < worthCompressing) return
      const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
      writeFileSync(`${folder}/${file}.br`, await promisify(brotliCompress)(content, best))
      writeFileSync(`${folder}/${file}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}

/** Builds everything. The stamp is written last: an interrupted build counts as stale. */
export async function buildWeb({ quiet = true } = {}) {
  const hash = hashOfSources()
  // Vite is loaded only for a build, which keeps the start fast.
  const { build } = await import('vite')
  const logLevel = quiet ? 'warn' : 'info'
  const configFile = `${root}vite.config.ts`
  process.env.NODE_ENV = 'production'
  await build({ configFile, logLevel })
  await build({ configFile, logLevel, mode: 'nota' })
  await build({ configFile, logLevel, mode: 'demo' })
  await build({ configFile, logLevel, mode: 'fragments' })
  await precompress(`${root}dist/web`)
  writeFileSync(stampFile, hash)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const ifStale = process.argv.includes('--if-stale')
  if (!ifStale || isStale()) {
    if (ifStale) console.error('Construction des pages…')
    await buildWeb({ quiet: ifStale })
  }
}
