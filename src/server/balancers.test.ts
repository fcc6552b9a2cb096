import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

const tried = ['balancers/haproxy.cfg', 'balancers/nginx.conf', 'patroni/patroni.yml', 'patroni/etcd']

it.each(tried)('the documentation shows the tested %s', (file) => {
  expect(read('docs/operations.md')).toContain(`\n${read(`scripts/${file}`)}\`\`\``)
})
