/** Writes CHANGELOG.md from the releases that the pages show; with `--check`, fails when it is out of date. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { releases, type Change, type Release } from '#texts/platform/changelog.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
export const changelogFile = join(root, 'CHANGELOG.md')

/** The headings of Keep a Changelog 1.1.0, in French as the texts below them. */
const headings: Record<Change, string> = {
  changed: 'Modifié',
  deprecated: 'Obsolète',
  removed: 'Supprimé',
  fixed: 'Corrigé',
  security: 'Sécurité',
}
const changes = Object.keys(headings) as Change[]

/** Compares two versions `1.2.3`: negative where the first one is older. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((version) => version.split('.').map(Number))
  const index = left?.findIndex((part, place) => part !== right?.[place]) ?? -1
  return index === -1 ? 0 : (left?.[index] ?? 0) - (right?.[index] ?? 0)
}

/** Returns the notes of a release: a list below each heading with entries. */
export function notesOf({ features, operator = [], notes = {} }: Release): string {
  const lists = [
    ["À faire par l'exploitant", operator] as const,
    ['Ajouté', features.map(({ title, text }) => `**${title}**\u00a0: ${text}`)] as const,
    ...changes.map((change) => [headings[change], notes[change] ?? []] as const),
  ]
  return lists
    .filter(([, lines]) => lines.length > 0)
    .map(([heading, lines]) => `### ${heading}\n\n${lines.map((line) => `- ${line}`).join('\n')}`)
    .join('\n\n')
}

/** Returns the whole file for the version of the package: later releases are not published yet. */
export function changelogOf(all: readonly Release[], version: string): string {
  const sections = all.map((release) => {
    const isPublished = compareVersions(release.version, version) <= 0
    const heading = isPublished ? `[${release.version}] - ${release.date}` : '[Non publié]'
    return `## ${heading}\n\n${notesOf(release)}`
  })
  const introduction = `# Journal des modifications

<!-- Generated from src/texts/platform/changelog.ts: run « npm run changelog ». -->

Le format suit [Keep a Changelog](https://keepachangelog.com/fr/1.1.0/), les numéros suivent
[Semantic Versioning](https://semver.org/lang/fr/). Trousseau montre les mêmes nouveautés à ses utilisateurs.`
  return `${[introduction, ...sections].join('\n\n')}\n`
}

if (import.meta.main) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const wanted = changelogOf(releases, version)
  if (!process.argv.includes('--check')) writeFileSync(changelogFile, wanted)
  else if (readFileSync(changelogFile, 'utf8') !== wanted) {
    console.error('CHANGELOG.md is out of date: run « npm run changelog » and commit it')
    process.exitCode = 1
  }
}
