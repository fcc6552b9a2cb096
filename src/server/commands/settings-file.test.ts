import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settingsFileTexts as texts } from '#texts/commands.ts'
import { temporaryFolder } from '#server/testing/process.ts'
import { parseSettings, readSettingsFile, withSettingsOf } from './settings-file.ts'

describe('a settings file', () => {
  it.each<[string, Record<string, string>]>([
    ['A=un\nB=deux', { A: 'un', B: 'deux' }],
    ['# A=un\n  ; B=deux\n\nC=trois\n', { C: 'trois' }],
    ['  A = un deux  \r\nB=\r\n', { A: 'un deux', B: '' }],
    ['A=postgres://u:p#q@hôte/base', { A: 'postgres://u:p#q@hôte/base' }],
    ['A=\'a "b" \\n $c\'', { A: 'a "b" \\n $c' }],
    ['A="a \'b\' \\"c\\" \\$d \\e"', { A: 'a \'b\' "c" $d \\e' }],
    ['A="deux\nlignes"\nB=x', { A: 'deux\nlignes', B: 'x' }],
    ['A=un \\\n  deux\nB=x', { A: 'un   deux', B: 'x' }],
    ['A="un \\\ndeux"', { A: 'un deux' }],
    ['A=a\\ b\\\\c', { A: 'a b\\c' }],
    ['A="un" \'deux\'', { A: 'undeux' }],
    ["A=it's", { A: "it's" }],
    ['A=$B ${C}', { A: '$B ${C}' }],
  ])('%j is read as systemd reads it [PACK-04]', (text, settings) => {
    expect(parseSettings(text)).toEqual({ settings, faults: [] })
  })

  it.each<[string, string]>([
    ['A=un\nTROUSSEAU_PORT 8420\n', texts.noValue(2)],
    ['A', texts.noValue(1)],
    ['export A=un', texts.badName(1, 'export A')],
    ['1A=un', texts.badName(1, '1A')],
    ['\uFEFFA=un', texts.badName(1, '\uFEFFA')],
    ['A=un\nB=x\nA=deux', texts.twice(3, 'A')],
    ['A=8420 # le port', texts.comment(1)],
    ['A="8420" # le port', texts.comment(1)],
    ['B=x\nA="un\ndeux', texts.openQuote(2, 'A')],
    ['# un \\\nA=deux', texts.continuedComment(2)],
  ])('%j has a fault, with its line [PACK-04]', (text, fault) => {
    expect(parseSettings(text).faults).toEqual([fault])
  })

  const fileWith = (content: string | Uint8Array, mode: number): string => {
    const file = join(temporaryFolder(), 'settings')
    writeFileSync(file, content)
    chmodSync(file, mode)
    return file
  }

  it('must be readable, in UTF-8, and closed to other accounts [PACK-04]', () => {
    expect(readSettingsFile('/nulle/part').faults).toEqual([texts.unreadable('/nulle/part')])
    const latin = fileWith(Buffer.from('A=\xe9', 'latin1'), 0o600)
    expect(readSettingsFile(latin).faults).toEqual([texts.notUtf8(latin)])
    const open = fileWith('A=un', 0o644)
    expect(readSettingsFile(open)).toEqual({ settings: { A: 'un' }, faults: [texts.open(open)] })
    expect(readSettingsFile(fileWith('A=un', 0o600)).faults).toEqual([])
  })

  it('replaces the settings of the environment, and leaves the rest [PACK-04]', () => {
    const env = { PATH: '/bin', DATABASE_URL: 'postgres://ailleurs/base', TROUSSEAU_DATA: '/ailleurs' }
    const file = { settings: { TROUSSEAU_DATA: '/var/lib/trousseau' }, faults: [] }
    expect(withSettingsOf(env, file)).toEqual({ PATH: '/bin', TROUSSEAU_DATA: '/var/lib/trousseau' })
  })
})
