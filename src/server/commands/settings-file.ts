import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { settingsFileTexts as texts } from '#texts/commands.ts'
import { isOpenToOthers } from '#server/platform/secret-files.ts'
import { settingRows } from '#server/platform/settings-table.ts'

/** A file of settings. Faults are sentences; systemd would ignore such lines, or read them otherwise than meant. */
export type SettingsFile = {
  readonly settings: Readonly<Record<string, string>>
  readonly faults: readonly string[]
}

const known = new Set<string>(settingRows.map(({ name }) => name))

/** Returns an environment with the settings of a file, and none of its own: what the service of that file gets. */
export const withSettingsOf = (
  env: Readonly<Record<string, string | undefined>>,
  { settings }: SettingsFile,
): Record<string, string | undefined> => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !known.has(name))),
  ...settings,
})

export function readSettingsFile(path: string): SettingsFile {
  try {
    const file = resolve(path)
    const { settings, faults } = parseSettings(
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file)),
    )
    return { settings, faults: isOpenToOthers(statSync(file)) ? [texts.open(path), ...faults] : faults }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return { settings: {}, faults: [code.startsWith('ERR_') ? texts.notUtf8(path) : texts.unreadable(path)] }
  }
}

/** What the reader is in, named as in systemd's parser (`parse_env_file_internal`, src/basic/env-file.c). */
type State = 'before-name' | 'name' | 'before-value' | 'value' | 'single' | 'double' | 'comment'

const escaping: ReadonlySet<State> = new Set(['before-value', 'value', 'double', 'comment'])

const isBreak = (sign: string): boolean => sign === '\n' || sign === '\r'
const isSpace = (sign: string): boolean => isBreak(sign) || sign === ' ' || sign === '\t'
const isName = /^[A-Za-z_][A-Za-z0-9_]*$/

/**
 * Parses a file of `NAME=value` lines as systemd does (EnvironmentFile, systemd.exec(5)): quotes, backslashes and continued
 * lines; `#` and `;` begin a comment at the beginning of a line only; nothing is expanded.
 */
export function parseSettings(text: string): SettingsFile {
  const settings: Record<string, string> = {}
  const faults: string[] = []
  let state: State = 'before-name'
  let [name, value, line, nameLine] = ['', '', 1, 1]
  /** The length of the value without spaces at its end, which an unquoted value does not keep. */
  let kept = 0

  const store = (): void => {
    const found = name.trimEnd()
    if (!isName.test(found)) faults.push(texts.badName(nameLine, found))
    else if (Object.hasOwn(settings, found)) faults.push(texts.twice(nameLine, found))
    else settings[found] = value.slice(0, kept)
    state = 'before-name'
  }
  const add = (signs: string, isKept: boolean): void => {
    value += signs
    if (isKept) kept = value.length
  }

  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    // Within single quotes and in names a backslash is a sign like any other.
    const escaped = sign === '\\' && escaping.has(state) ? text.charAt((at += 1)) : null
    if (escaped === '\n') line += 1
    switch (state) {
      case 'before-name':
        if (isSpace(sign)) break
        ;[name, value, kept, nameLine] = [sign, '', 0, line]
        state = sign === '#' || sign === ';' ? 'comment' : 'name'
        break
      case 'comment':
        if (escaped === '\n') faults.push(texts.continuedComment(line))
        if (isBreak(sign) || escaped === '\n') state = 'before-name'
        break
      case 'name':
        if (sign === '=') state = 'before-value'
        else if (isBreak(sign)) {
          faults.push(texts.noValue(line))
          state = 'before-name'
        } else name += sign
        break
      case 'before-value':
      case 'value':
        if (escaped !== null) {
          if (!isBreak(escaped)) add(escaped, true)
          state = 'value'
        } else if (isBreak(sign)) store()
        else if (state === 'before-value' && (sign === "'" || sign === '"'))
          state = sign === '"' ? 'double' : 'single'
        else if (state === 'value' || !isSpace(sign)) {
          const isAfterSpace = state === 'value' ? /\s$/.test(value) : value !== ''
          if (sign === '#' && isAfterSpace) faults.push(texts.comment(line))
          add(sign, !isSpace(sign))
          state = 'value'
        }
        break
      case 'single':
        if (sign === "'") state = 'before-value'
        else add(sign, true)
        break
      case 'double':
        if (sign === '"') state = 'before-value'
        else if (escaped === null) add(sign, true)
        else if (!isBreak(escaped)) add('"\\`$'.includes(escaped) ? escaped : `\\${escaped}`, true)
        break
    }
    if (sign === '\n') line += 1
  }
  if (state === 'single' || state === 'double') faults.push(texts.openQuote(nameLine, name.trimEnd()))
  else if (state === 'before-value' || state === 'value') store()
  else if (state === 'name') faults.push(texts.noValue(line))
  return { settings, faults }
}
