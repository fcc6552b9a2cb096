/** Writes docs/openapi.json from the contract; with `--check`, fails when the committed one is out of date. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openApiDocument } from '#contract/openapi.ts'

const file = fileURLToPath(new URL('../docs/openapi.json', import.meta.url))
const wanted = `${JSON.stringify(openApiDocument(), null, 2)}\n`

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== wanted) {
    console.error('docs/openapi.json is out of date: run « npm run openapi » and commit it')
    process.exit(1)
  }
} else {
  writeFileSync(file, wanted)
}
