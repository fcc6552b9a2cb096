import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** A file that imports something, and whether the lint lets it. Each path stands once. */
type Import = readonly [file: string, source: string]

const refused: readonly Import[] = [
  ['src/domain/upwards-texts.ts', '#texts/errors.ts'],
  ['src/domain/upwards-contract.ts', '#contract/api.ts'],
  ['src/domain/upwards-server.ts', '#server/deps.ts'],
  ['src/domain/upwards-web.ts', '#web/api/client.ts'],
  ['src/domain/upwards-relative.ts', '../texts/errors.ts'],
  ['src/texts/upwards-contract.ts', '#contract/api.ts'],
  ['src/texts/upwards-server.ts', '#server/deps.ts'],
  ['src/contract/upwards-server.ts', '#server/deps.ts'],
  ['src/contract/upwards-web.ts', '#web/api/client.ts'],
  ['src/server/items/across.ts', '#web/api/client.ts'],
  ['src/server/items/across-relative.ts', '../../web/api/client.ts'],
  ['src/web/items/across.ts', '#server/deps.ts'],
  ['src/web/ui/across-deep.ts', '#server/items/handlers.ts'],
  ['src/server/items/handlers-of-another.ts', '../folders/handlers.ts'],
  ['src/server/items/handlers-by-alias.ts', '#server/folders/handlers.ts'],
  ['src/server/imports/rule-of-another.ts', '../trash/rules.ts'],
  ['src/server/items/parts/handlers-from-below.ts', '../../folders/handlers.ts'],
  ['src/server/items/parts/texts-of-web.ts', '../../../web/ui/Button.tsx'],
  ['src/web/items/feature-of-another.ts', '../chests/ChestTable.tsx'],
  ['src/web/items/feature-by-alias.ts', '#web/chests/ChestTable.tsx'],
]

const allowed: readonly Import[] = [
  ['src/texts/downwards.ts', '#domain/refusals.ts'],
  ['src/contract/downwards.ts', '#domain/refusals.ts'],
  ['src/server/items/downwards.ts', '#contract/items.ts'],
  ['src/server/items/texts.ts', '#texts/errors.ts'],
  ['src/web/items/downwards.ts', '#contract/items.ts'],
  ['src/server/items/queries-of-another.ts', '../folders/queries.ts'],
  ['src/server/items/queries-by-alias.ts', '#server/folders/queries.ts'],
  ['src/server/items/parts/queries-from-below.ts', '../../folders/queries.ts'],
  ['src/server/items/shared.ts', '../crypto/seal.ts'],
  ['src/server/items/own.ts', './queries.ts'],
  ['src/server/assemble-sample.ts', './items/handlers.ts'],
  ['src/web/pages/composed.ts', '../items/ItemPanel.tsx'],
  ['src/web/items/design-system.ts', '../ui/Button.tsx'],
]

type Report = { diagnostics: { code: string; filename: string }[] }

/** The repository's own configuration, on a small tree of its own: no broken file ever stands in the real one. */
describe('the dependency rule of the lint', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trousseau-boundaries-'))
  const refusals = new Map<string, string[]>()

  beforeAll(() => {
    for (const name of ['package.json', 'oxlint.config.ts']) cpSync(join(root, name), join(folder, name))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const write = (file: string, text: string): void => {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    for (const [file, source] of [...refused, ...allowed]) {
      write(file, `import { thing } from '${source}'\nexport const use = () => thing\n`)
    }
    // Two modules that import each other.
    write('src/domain/egg.ts', `import { hen } from './hen.ts'\nexport const egg = (): unknown => hen\n`)
    write('src/domain/hen.ts', `import { egg } from './egg.ts'\nexport const hen = (): unknown => egg\n`)
    for (const { code, filename } of lint(folder)) {
      refusals.set(filename, [...(refusals.get(filename) ?? []), code])
    }
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(refused)('refuses %s importing %s', (file) => {
    expect(refusals.get(file)).toEqual(['eslint(no-restricted-imports)'])
  })

  it.each(allowed)('lets %s import %s', (file) => {
    expect(refusals.get(file)).toBeUndefined()
  })

  it('refuses two modules that import each other', () => {
    expect(refusals.get('src/domain/egg.ts')).toContain('import(no-cycle)')
  })
})

function lint(cwd: string): Report['diagnostics'] {
  const options: ExecFileSyncOptionsWithStringEncoding = {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }
  try {
    execFileSync(
      process.execPath,
      [join(root, 'node_modules/oxlint/bin/oxlint'), '-f', 'json', 'src'],
      options,
    )
  } catch (error) {
    // It found something, so its exit code is 1; the report is what it printed.
    const { stdout } = error as { stdout: string }
    return (JSON.parse(stdout) as Report).diagnostics
  }
  throw new Error('the lint found nothing to refuse')
}
