import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

it.each(['haproxy.cfg', 'nginx.conf'])('the documentation shows the tested %s', (file) => {
  expect(read('docs/operations.md')).toContain(`\n${read(`scripts/balancers/${file}`)}\`\`\``)
})
