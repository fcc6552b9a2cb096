/** How the build puts modules into files: few, so that a slow network waits for few replies. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'

type Modules = ReadonlySet<string>
type Chunking = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...given: never) => unknown>>[1]

const web = fileURLToPath(new URL('../src/web/', import.meta.url)).replaceAll('\\', '/')

/** Loaded when the explorer is idle, so that they open at the first press. */
const idle = [
  'pages/explorer/idleParts.ts',
  'vault/items/GeneratorDialog.tsx',
  'vault/items/CategorySelect.tsx',
  'vault/items/OtpInput.tsx',
  'vault/search/SearchPanel.tsx',
  'platform/ui/ColumnsDialog.tsx',
  'platform/shell/ShortcutsDialog.tsx',
]

/** Returns the modules that load with these, themselves included; `later` adds what those load on demand. */
function modulesWith(entries: readonly string[], chunking: Chunking, later = false): Modules {
  const found = new Set<string>()
  const waiting = entries.map((name) => web + name)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    const module = chunking.getModuleInfo(id)
    if (module === null) throw new Error(`${id} is not in the build`)
    found.add(id)
    waiting.push(...module.importedIds, ...(later ? module.dynamicallyImportedIds : []))
  }
  return found
}

/** The pages of the back offices that are lists. */
const offices = ['BankPage', 'ChestPage', 'TeamPage', 'UserPage'].map((name) => `pages/${name}.tsx`)

const entries = ['auth.tsx', 'main.tsx']

/**
 * The files, those on which others depend first:
 * - base: what the sign-in shares with the application
 * - steps: what the later steps of the sign-in share with the application's first screen
 * - forms: what else they share with the application
 * - sign-in: what the sign-in alone loads at once
 * - app: what else the application loads before its first screen
 * - overlays: what opens over a page or in its place, loaded while it is idle
 * - idle: what else the explorer loads while it is idle
 * - office: what the lists of the back offices load
 */
const names = ['base', 'steps', 'forms', 'sign-in', 'app', 'overlays', 'idle', 'office'] as const

function filesOf(chunking: Chunking): ReadonlyMap<string, string> {
  const of = (some: readonly string[]) => modulesWith(some, chunking)
  const [auth, app] = [of(['auth.tsx']), of(['main.tsx'])]
  const overlays = of(['platform/ui/overlayParts.ts', 'pages/SealedScreen.tsx'])
  const application = app.union(of(idle))
  const files = new Map<string, string>()
  const put = (file: (typeof names)[number], modules: Modules) => {
    for (const id of modules) if (!files.has(id)) files.set(id, file)
  }
  put('base', auth.intersection(application))
  const steps = modulesWith(['auth.tsx'], chunking, true).intersection(application)
  put('steps', steps.intersection(app))
  put('forms', steps.difference(overlays))
  put('sign-in', auth)
  put('app', app)
  put('overlays', overlays)
  put('idle', application)
  put('office', of(offices))
  // The build makes the file of an entry itself.
  for (const entry of entries) files.delete(web + entry)
  return files
}

/** Returns the groups of the build. */
export function bundles(): Rolldown.CodeSplittingGroup[] {
  let files: ReadonlyMap<string, string> | null = null
  return names.map((name, index) => ({
    name: (id, chunking) => ((files ??= filesOf(chunking)).get(id) === name ? name : null),
    debugName: name,
    priority: names.length - index,
  }))
}

const importOfIcons = /import \{([^}]+)\} from 'lucide-react'/g

/** Imports each icon from its own file: the module that names them all would tie every icon to the first screen. */
export function singleIcons(): Plugin {
  const text = readFileSync(
    fileURLToPath(import.meta.resolve('lucide-react')).replace(/cjs.*$/, 'esm/lucide-react.mjs'),
    'utf8',
  )
  const fileOf = new Map<string, string>()
  for (const [, names = '', file = ''] of text.matchAll(/export \{([^}]+)\} from '\.\/icons\/([^']+)\.mjs'/g))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g))
      fileOf.set(name, `lucide-react/icons/${file}`)
  return {
    name: 'trousseau:single-icons',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!resolve(id).replaceAll('\\', '/').startsWith(web) || !code.includes("'lucide-react'")) return null
      return code.replaceAll(importOfIcons, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '')
          .map((name) => {
            // An import of inline types alone stays an import of the module, with every icon.
            if (name.startsWith('type ')) return `import type { ${name.slice(5)} } from 'lucide-react'`
            const [icon = '', local = icon] = name.split(' as ')
            const file = fileOf.get(icon)
            if (file === undefined) throw new Error(`lucide-react has no icon ${icon}`)
            return `import ${local} from '${file}'`
          })
          .join(';'),
      )
    },
  }
}
