/**
 * Checks the weight of the built pages: the JavaScript that a page loads before a click (its entry and all static
 * imports), gzipped. A KB has 1,024 bytes.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const web = fileURLToPath(new URL('../dist/web/', import.meta.url))

/** The manifest of each page, and its limit of JavaScript in KB. Most of a message's page is React itself. */
const pages = {
  'auth.html': { manifest: 'manifest.json', limit: 110 },
  'nota.html': { manifest: 'manifest-nota.json', limit: 80 },
  'app.html': { manifest: 'manifest.json', limit: 225 },
}

/** Returns the files of a page's entry and of its static imports. */
function eagerFiles(manifest, entry, found = new Set()) {
  const chunk = manifest[entry]
  if (chunk === undefined || found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const imported of chunk.imports ?? []) eagerFiles(manifest, imported, found)
  return found
}

let isTooHeavy = false
for (const [page, { manifest, limit }] of Object.entries(pages)) {
  const chunks = JSON.parse(readFileSync(`${web}.vite/${manifest}`, 'utf8'))
  const files = [...eagerFiles(chunks, page)].filter((file) => file.endsWith('.js'))
  if (files.length === 0) throw new Error(`${page} is not in the build`)
  const bytes = files.map((file) => gzipSync(readFileSync(web + file), { level: 9 }).length)
  const weight = bytes.reduce((sum, length) => sum + length, 0) / 1024
  if (weight > limit) isTooHeavy = true
  console.log(
    `${page}: ${weight.toFixed(1)} KB of ${limit} KB, ${files.length} files${weight > limit ? ' TOO HEAVY' : ''}`,
  )
}
if (isTooHeavy) process.exitCode = 1
