import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { oneEngineParts, oneEngineSuites } from './engines.ts'

const server = join(import.meta.dirname, '..')

it('each suite that is listed for one engine exists and uses the list', () => {
  for (const file of Object.keys(oneEngineSuites)) {
    expect(existsSync(join(server, file)), file).toBe(true)
    expect(readFileSync(join(server, file), 'utf8'), file).toContain('eachEngine(')
  }
})

it('each part that is listed for one engine is a part of a suite', () => {
  const suites = globSync('**/*.test.ts', { cwd: server }).map((file) =>
    readFileSync(join(server, file), 'utf8'),
  )
  for (const part of Object.keys(oneEngineParts))
    expect(
      suites.some((suite) => suite.includes(`isRunOn(engine, '${part}')`)),
      part,
    ).toBe(true)
})
