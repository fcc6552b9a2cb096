/**
 * Checks the weight of the built pages: the JavaScript that a page loads before a click (its entry and all static
 * imports), gzipped. A KB has 1,024 bytes.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const web = fileURLToPath(new URL('../dist/web/', import.meta.url))

/** The limit of gzipped JavaScript by page, in KB. The page of a message shares the chunks of the sign-in page. */
const limits = { 'auth.html': 110, 'nota.html': 110, 'app.html': 260 }

/** Returns the files of a page's entry and of its static imports. */
function eagerFiles(manifest, entry, found = new Set()) {
  const chunk = manifest[entry]
  if (chunk === undefined || found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const imported of chunk.imports ?? []) eagerFiles(manifest, imported, found)
  return found
}

const manifest = JSON.parse(readFileSync(`${web}.vite/manifest.json`, 'utf8'))
let isTooHeavy = false
for (const [page, limit] of Object.entries(limits)) {
  const files = [...eagerFiles(manifest, page)].filter((file) => file.endsWith('.js'))
  if (files.length === 0) throw new Error(`${page} is not in the build`)
  const weight =
    files.reduce((sum, file) => sum + gzipSync(readFileSync(web + file), { level: 9 }).length, 0) / 1024
  if (weight > limit) isTooHeavy = true
  console.log(
    `${page}: ${weight.toFixed(1)} KB of ${limit} KB, ${files.length} files${weight > limit ? ' TOO HEAVY' : ''}`,
  )
}
if (isTooHeavy) process.exitCode = 1
