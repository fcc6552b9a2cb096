import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseSync } from 'vite'

const src = join(import.meta.dirname, '..')

const isTest = (file: string): boolean => /\.test\.|\/testing\/|[/-]testing\.ts$/.test(file)

/** Exempt from the language check: `texts/`, tests, and what only tests use. */
/** Files of other programs, which only tests read. */
const isSample = (file: string): boolean => file.includes('/formats/samples/')
const isAside = (file: string): boolean => file.startsWith('texts/') || isTest(file) || isSample(file)

/** Letters that French has and English does not. Symbols such as « × » or « … » are language-neutral. */
const accented = /[àâäçéèêëîïôöùûüÿœæ]/i

/** The typographic apostrophe. The specification's texts have the straight one, and so have all others. */
const curly = '\u2019'

/** Patterns and tables that treat both apostrophes alike. */
const apostropheRules = new Set(['domain/platform/patterns.ts', 'domain/platform/folding.ts'])

/** Letters in data of a rule. */
const lettersOfRules: Record<string, readonly string[]> = { 'domain/platform/folding.ts': ['œ', 'æ'] }

/** Texts with the word « mail »: two of the specification, and the name of a folder. All others say « e-mail ». */
const mail = /(?<![\p{L}_-])mails?(?![\p{L}_-])/iu
const knownMails = [
  'Code envoyé par mail',
  "Problème lors de l'envoi du mail",
  'dossier mails',
  'dossier «\u00a0mails\u00a0»',
]

type Node = { type: string; start: number; value?: unknown }

/** Returns every text of a program: string literals, template parts, text between JSX tags. */
function textsOf(node: Node): { start: number; text: string }[] {
  const found = Object.values(node).flatMap((child) => {
    const children: unknown[] = Array.isArray(child) ? child : [child]
    return children.filter(isNode).flatMap(textsOf)
  })
  const text = ownText(node)
  return text === null ? found : [{ start: node.start, text }, ...found]
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

function ownText({ type, value }: Node): string | null {
  if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') return value
  if (type === 'TemplateElement') return (value as { cooked: string | null }).cooked
  return null
}

/** Returns `line: text` for each text of a source that matches. */
function strangersIn(name: string, source: string, isStrange: (text: string) => boolean): string[] {
  const { program, errors } = parseSync(name, source)
  if (errors[0]) throw new Error(`${name}: ${errors[0].message}`)
  return textsOf(program as unknown as Node)
    .filter(({ text }) => isStrange(text))
    .map(({ start, text }) => `${source.slice(0, start).split('\n').length}: ${text.trim()}`)
}

describe('the language of the source', () => {
  it('is English outside texts/: no accented letter in a string or between tags [SESS-01]', () => {
    const files = globSync('**/*.{ts,tsx,js}', { cwd: src }).filter((file) => !isAside(file))
    expect(files.length).toBeGreaterThan(100)
    const strangers = files.flatMap((file) =>
      strangersIn(
        file,
        readFileSync(join(src, file), 'utf8'),
        (text) => accented.test(text) && !lettersOfRules[file]?.includes(text),
      ).map((text) => `${file}:${text}`),
    )
    expect(strangers).toEqual([])
  })

  it('is English in the documents that the browser opens first too [SESS-01]', () => {
    const pages = globSync('web/*.html', { cwd: src })
    expect(pages.length).toBeGreaterThan(0)
    expect(pages.filter((page) => accented.test(readFileSync(join(src, page), 'utf8')))).toEqual([])
  })

  it('has the straight apostrophe of the specification in every text', () => {
    const files = globSync('**/*.{ts,tsx,js}', { cwd: src }).filter(
      (file) => !isTest(file) && !isSample(file) && !apostropheRules.has(file),
    )
    expect(files).toContain('texts/platform/server.ts')
    const found = files.flatMap((file) =>
      strangersIn(file, readFileSync(join(src, file), 'utf8'), (text) => text.includes(curly)).map(
        (text) => `${file}:${text}`,
      ),
    )
    expect(found).toEqual([])
    const pages = globSync('web/**/*.{html,svg}', { cwd: src })
    expect(pages.filter((page) => readFileSync(join(src, page), 'utf8').includes(curly))).toEqual([])
  })

  it('says e-mail in every sentence', () => {
    const files = globSync('texts/**/*.ts', { cwd: src }).filter((file) => !isTest(file))
    const found = files.flatMap((file) =>
      strangersIn(
        file,
        readFileSync(join(src, file), 'utf8'),
        (text) =>
          text.trim().includes(' ') && mail.test(text) && !knownMails.some((known) => text.includes(known)),
      ).map((text) => `${file}:${text}`),
    )
    expect(found).toEqual([])
  })

  it('formats every date by the one function that writes the first of a month in French', () => {
    const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter((file) => !isTest(file))
    const writers = files.filter((file) =>
      /DateTimeFormat\(|toLocale(?:Date|Time)?String\(/.test(readFileSync(join(src, file), 'utf8')),
    )
    expect(writers).toEqual(['texts/platform/format.ts'])
  })

  it('is checked in every place where a text can occur', () => {
    const source = [
      `const a = 'é'`,
      `const b = \`x \${a} à \${'ç'}\``,
      `const c = <p title="ù" aria-label={'ê'}>Hé {a} <b>œuf</b></p>`,
      `type D = 'ô'`,
      `const e = { 'clé': /é/ } // é`,
      `const f = 'x … × « plain »'`,
    ].join('\n')
    expect(strangersIn('sample.tsx', source, (text) => accented.test(text)).toSorted()).toEqual(
      ['1: é', '2: à', '2: ç', '3: ù', '3: ê', '3: Hé', '3: œuf', '4: ô', '5: clé'].toSorted(),
    )
  })
})
