/**
 * Writes src/texts/platform/accessibility-audit.ts from docs/accessibilite.md; with `--check`, fails when it is out of
 * date. The server and the pages read the copy: an installation does not need the folder docs.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import type { Audit } from '#texts/platform/documents.ts'
import type { accessibilityLevels } from '#texts/platform/shell.ts'

const pathOf = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url))
export const auditFile = pathOf('docs/accessibilite.md')
const copyFile = pathOf('src/texts/platform/accessibility-audit.ts')

type Criterion = {
  readonly number: string
  readonly subject: string
  readonly state: 'C' | 'NC' | 'NA'
  readonly seen: string
}

/** The criteria of each theme of RGAA 4.1, 106 in all. */
export const criteriaByTheme = [9, 2, 3, 13, 8, 2, 5, 10, 4, 14, 13, 11, 12] as const

/** Returns the rows of the tables, in their order. A row with another state or an empty cell is an error. */
export function criteriaOf(markdown: string): Criterion[] {
  return markdown
    .split('\n')
    .filter((line) => /^\|\s*\d/.test(line))
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      const [, number = '', subject = '', state = '', seen = '', ...rest] = cells
      if (subject === '' || seen === '' || rest.length !== 1 || !isState(state))
        throw new Error(
          `docs/accessibilite.md, criterion ${number}: subject, C, NC or NA, and how it was seen`,
        )
      return { number, subject, state, seen }
    })
}

const isState = (text: string): text is Criterion['state'] => ['C', 'NC', 'NA'].includes(text)

type Summary = { auditLevel: keyof typeof accessibilityLevels; audit: Audit }

/** Returns what the declaration and the footer say. */
export function summaryOf(markdown: string): Summary {
  const criteria = criteriaOf(markdown)
  const count = (wanted: Criterion['state']) => criteria.filter(({ state }) => state === wanted).length
  const [conform, failed] = [count('C'), count('NC')]
  // Rounded down: only a full rate says 100 %.
  const rate = Math.floor((100 * conform) / (conform + failed))
  const facts = Object.fromEntries(
    [...markdown.matchAll(/^- \*\*([^*]+)\*\* : ((?:.|\n {2})+)/gm)].map(([, name = '', text = '']) => [
      name,
      plain(text),
    ]),
  )
  const fact = (name: string): string => {
    const text = facts[name]
    if (text === undefined) throw new Error(`docs/accessibilite.md lacks « ${name} »`)
    return text
  }
  return {
    // The legal levels: all criteria that apply, half of them at least, or fewer.
    auditLevel: failed === 0 ? 'full' : rate >= 50 ? 'partial' : 'none',
    audit: {
      date: fact('Date'),
      author: fact('Auteur'),
      technologies: fact('Technologies'),
      environment: fact('Environnement'),
      tools: fact('Outils'),
      limits: fact('Limite'),
      pages: Object.entries(facts).flatMap(([name, text]) =>
        /^P\d+$/.test(name) ? [`${name}\u00a0: ${text}`] : [],
      ),
      counts: { conform, failed, unrelated: count('NA') },
      rate,
      faults: criteria
        .filter(({ state }) => state === 'NC')
        .map(({ number, subject, seen }) => ({ number, subject, seen: plain(seen) })),
    },
  }
}

/** Returns a text without the marks of Markdown, with the spaces that French needs. */
const plain = (text: string): string =>
  text
    .replaceAll('`', '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/ ([:;?!»])/g, '\u00a0$1')
    .replaceAll('« ', '«\u00a0')

/** The file as JavaScript writes it; the formatter gives it its form. */
function sourceOf({ auditLevel, audit }: Summary): string {
  const text = (value: unknown) => JSON.stringify(value, null, 2).replaceAll('\u00a0', '\\u00a0')
  return `/** Generated from docs/accessibilite.md: run « npm run accessibility ». */
import type { Audit } from './documents.ts'
import type { accessibilityLevels } from './shell.ts'

/** Separate, for the pages: they need no more of the audit. */
export const auditLevel: keyof typeof accessibilityLevels = ${text(auditLevel)}

export const audit: Audit = ${text(audit)}
`
}

if (import.meta.main) {
  const wanted = summaryOf(readFileSync(auditFile, 'utf8'))
  if (!process.argv.includes('--check')) {
    writeFileSync(copyFile, sourceOf(wanted))
    const formatter = fileURLToPath(new URL('../node_modules/.bin/oxfmt', import.meta.url))
    process.exit(spawnSync(formatter, [copyFile], { stdio: 'inherit' }).status ?? 1)
  }
  const { auditLevel, audit } = await import('#texts/platform/accessibility-audit.ts')
  if (!isDeepStrictEqual({ auditLevel, audit }, wanted)) {
    console.error(
      'The copy of docs/accessibilite.md is out of date: run « npm run accessibility » and commit it',
    )
    process.exit(1)
  }
}
