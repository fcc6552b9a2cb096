/**
 * Writes docs/settings.md and docs/fr/reglages.md from the table of settings; with `--check`, fails when a committed one is out
 * of date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { settingGroups, type Setting } from '../src/server/platform/settings-table.ts'
import { typographic } from '../src/texts/platform/format.ts'
import {
  settingGroupTexts,
  settingsPage as french,
  settingTexts,
  type SettingText,
} from '../src/texts/platform/settings.ts'

type Group = (typeof settingGroups)[number]

const code = (text: string): string => `\`${text}\``
const cells = (values: readonly string[]): string =>
  `| ${values.map((value) => value.replaceAll('|', '\\|')).join(' | ')} |`

const lineOf = ([name, setting]: [string, Setting]): string => {
  const unset = setting.default === undefined ? (setting.unset ?? 'none') : code(setting.default)
  return cells([code(name), unset, setting.does, code(setting.example)])
}

const section = (group: Group): string =>
  [
    `## ${group.title}`,
    '',
    ...('note' in group ? [group.note, ''] : []),
    cells(['setting', 'default', 'what it does', 'example']),
    cells(['---', '---', '---', '---']),
    ...Object.entries<Setting>(group.settings).map(lineOf),
  ].join('\n')

const introduction = `# Settings

<!-- Generated from src/server/platform/settings-table.ts: run « npm run settings ». -->

Trousseau reads its settings from the environment. All are optional, and an empty one counts as unset.

- A wrong value stops the start with a sentence that explains how to correct it.
- So does an unknown name that begins with \`TROUSSEAU_\`.
- So does a name that differs from one of these by its case or its underscores alone, such as \`LDAP_BINDDN\`.
- A secret may be in a file that \`…_FILE\` names: one line, closed to other accounts (mode 0600, or 0640 if it belongs to root).
- Other names are ignored: a host may have \`LDAP_…\` or \`SSO_…\` variables of another program.

[operations.md](operations.md) shows examples.`

const frenchTexts: Record<string, SettingText> = settingTexts

const frenchLineOf = ([name, setting]: [string, Setting]): string => {
  const { does, unset = french.none } = frenchTexts[name] ?? { does: '' }
  return cells([
    code(name),
    setting.default === undefined ? unset : code(setting.default),
    does,
    code(setting.example),
  ])
}

const frenchSection = (group: Group, place: number): string =>
  [
    `## ${settingGroupTexts[place]}`,
    '',
    cells(french.columns),
    cells(french.columns.map(() => '---')),
    ...Object.entries<Setting>(group.settings).map(frenchLineOf),
  ].join('\n')

const pages = [
  { path: '../docs/settings.md', parts: [introduction, ...settingGroups.map(section)] },
  {
    path: '../docs/fr/reglages.md',
    parts: [french.introduction, ...settingGroups.map(frenchSection)].map(typographic),
  },
]

for (const { path, parts } of pages) {
  const file = fileURLToPath(new URL(path, import.meta.url))
  const wanted = `${parts.join('\n\n')}\n`
  if (!process.argv.includes('--check')) writeFileSync(file, wanted)
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
    console.error(`${path.slice(3)} is out of date: run « npm run settings » and commit it`)
    process.exitCode = 1
  }
}
