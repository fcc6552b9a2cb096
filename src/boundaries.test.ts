import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** A file that imports something, and whether the lint lets it. Each path stands once. */
type Import = readonly [file: string, source: string]

const rooms = ['domain', 'texts', 'contract', 'server', 'web'] as const
const wings = ['platform', 'access', 'identity', 'vault', 'office'] as const
/** From the foundation up; identity and vault stand side by side. */
const storey = { platform: 0, access: 1, identity: 2, vault: 2, office: 3 }
type Wing = (typeof wings)[number]

/** Every folder of every wing, as the repository has them today. */
const folders = globSync(`src/{${rooms.join(',')}}/{${wings.join(',')}}/{,**/}`, { cwd: root })
  .map((folder) => folder.replace(/\/$/, ''))
  .toSorted()
const wingOf = (folder: string) => folder.split('/')[2] as Wing

const isClosed = (from: Wing, to: Wing) => from !== to && storey[to] >= storey[from]

/** Of each folder: what each wing that is closed to it would be imported as, and what stands above all wings. */
const breaches: readonly Import[] = folders.flatMap((folder) => {
  const room = folder.split('/')[1] ?? ''
  const closed = wings.filter((wing) => isClosed(wingOf(folder), wing))
  return [
    ...closed.map((wing): Import => [`${folder}/breach-${wing}.ts`, `#domain/${wing}/thing.ts`]),
    ...closed.map((wing): Import => [`${folder}/breach-own-${wing}.ts`, `#${room}/${wing}/feature/thing.ts`]),
    [`${folder}/breach-above.ts`, `#${room}/assemble.ts`],
  ]
})

const refused: readonly Import[] = [
  ['src/domain/upwards-texts.ts', '#texts/platform/errors.ts'],
  ['src/domain/upwards-contract.ts', '#contract/api.ts'],
  ['src/domain/upwards-server.ts', '#server/assemble.ts'],
  ['src/domain/vault/upwards-web.ts', '#web/platform/api/client.ts'],
  ['src/domain/upwards-relative.ts', '../texts/errors.ts'],
  ['src/texts/vault/upwards-contract.ts', '#contract/vault/items.ts'],
  ['src/texts/upwards-server.ts', '#server/assemble.ts'],
  ['src/contract/vault/upwards-server.ts', '#server/vault/items/change.ts'],
  ['src/contract/upwards-web.ts', '#web/platform/api/client.ts'],
  ['src/contract/vault/own-maker.ts', 'typebox'],
  ['src/server/vault/items/across.ts', '#web/platform/api/client.ts'],
  ['src/web/vault/items/across.ts', '#server/access/locate.ts'],
  ['src/server/vault/items/relative.ts', '../folders/change.ts'],
  ['src/contract/vault/relative.ts', '../identity/sign-in.ts'],
  ['src/server/vault/items/type-across.ts', '#server/identity/sign-in/account.ts'],
  ['src/server/vault/items/relative-web.ts', '../../../web/api/client.ts'],
  ['src/server/vault/items/handlers-of-another.ts', '#server/vault/folders/handlers.ts'],
  ['src/server/office/users/handlers-below.ts', '#server/identity/sign-in/handlers.ts'],
  ['src/web/vault/items/page.ts', '#web/pages/explorer/ExplorerPage.tsx'],
  ['src/server/vault/items/command.ts', '#server/commands/doctor.ts'],
]

const allowed: readonly Import[] = [
  ['src/texts/vault/downwards.ts', '#domain/platform/refusals.ts'],
  ['src/contract/vault/downwards.ts', '#domain/vault/history.ts'],
  ['src/server/vault/items/downwards.ts', '#contract/vault/items.ts'],
  ['src/server/vault/items/texts.ts', '#texts/platform/errors.ts'],
  ['src/web/vault/items/downwards.ts', '#contract/vault/items.ts'],
  ['src/server/vault/items/neighbour.ts', '#server/vault/folders/change.ts'],
  ['src/server/vault/items/platform.ts', '#server/platform/crypto/seal.ts'],
  ['src/server/vault/items/access.ts', '#server/access/locate.ts'],
  ['src/server/office/users/below.ts', '#server/identity/sign-in/account.ts'],
  ['src/server/vault/items/own.ts', './change.ts'],
  ['src/server/assemble-sample.ts', './vault/items/handlers.ts'],
  ['src/web/pages/composed.ts', '#web/vault/items/ItemPanel.tsx'],
  ['src/web/vault/items/design-system.ts', '#web/platform/ui/Button.tsx'],
  ['src/server/vault/items/whole.test.ts', '#contract/api.ts'],
]

type Report = { diagnostics: { code: string; filename: string }[] }

/** The repository's own configuration and folders, on a small tree of its own: no broken file ever stands in the real one. */
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
    for (const [file, source] of [...refused, ...breaches, ...allowed]) {
      const name = source === 'typebox' ? 'Type' : 'thing'
      write(
        file,
        file.includes('/type-')
          ? `import type { ${name} } from '${source}'\nexport type Use = ${name}\n`
          : `import { ${name} } from '${source}'\nexport const use = () => ${name}\n`,
      )
    }
    // Two modules that import each other.
    write('src/domain/egg.ts', `import { hen } from './hen.ts'\nexport const egg = (): unknown => hen\n`)
    write('src/domain/hen.ts', `import { egg } from './egg.ts'\nexport const hen = (): unknown => egg\n`)
    for (const { code, filename } of lint(folder)) {
      refusals.set(filename, [...(refusals.get(filename) ?? []), code])
    }
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('has a breach in every folder of every wing, and refuses each', () => {
    expect(folders.length).toBeGreaterThan(60)
    expect(breaches.filter(([file]) => !refusals.has(file))).toEqual([])
  })

  it.each(refused)('refuses %s importing %s', (file) => {
    expect(new Set(refusals.get(file))).toEqual(new Set(['eslint(no-restricted-imports)']))
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
    maxBuffer: 64 * 1024 * 1024,
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
