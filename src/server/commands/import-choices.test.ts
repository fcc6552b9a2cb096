import { expect, it } from 'vitest'
import { choicesFor, type ImportVerdict } from '#domain/vault/import-plan.ts'
import { remoteTexts as texts } from '#texts/remote-commands.ts'
import { CommandError, UsageError } from './command.ts'
import { choicesIn, linesOfLeft, rowChoices } from './import-choices.ts'

type Row = Parameters<typeof rowChoices>[0][number]
const row = (number: number | null, verdict: ImportVerdict, path: readonly string[]): Row => {
  const choices = [...choicesFor(verdict, true)]
  return {
    number,
    verdict,
    choice: choices[0] ?? 'leave',
    choices,
    path: path.slice(0, -1),
    name: path.at(-1) ?? '',
    login: '',
    address: '',
    password: true,
    otp: false,
    fields: 0,
    attachments: 0,
    fieldLabels: [],
    fileNames: [],
    renewBefore: null,
    reasons: [],
  }
}
const rows = [
  row(0, 'changed', ['Réseau', 'A=B']),
  row(1, 'conflict', ['Réseau', 'C']),
  row(2, 'new', ['GLPI']),
  row(3, 'new', ['GLPI']),
  row(4, 'identical', ['2']),
  row(null, 'missing', ['Parti']),
]
const chosen = (...given: string[]) => rowChoices(rows, choicesIn(given).single)

it('a choice is for a verdict, or for an entry by its number or its path [CMND-01]', () => {
  expect(choicesIn(['conflict=file', 'new=leave', '2=both', 'Réseau/A=B=leave'])).toEqual({
    choices: { conflict: 'file', new: 'leave' },
    single: [
      { entry: '2', choice: 'both' },
      { entry: 'Réseau/A=B', choice: 'leave' },
    ],
  })
  // An entry that is called 2 is not the second one: numbers come first.
  expect(chosen('2=both', 'Réseau/A=B=leave', '3=leave')).toEqual({ 1: 'both', 0: 'leave', 2: 'leave' })
})

it.each(['VPN', '=file', 'VPN=', 'VPN=prendre', 'trashed=file', ''])(
  'refuses --choice %s [CMND-01]',
  (given) => {
    expect(() => choicesIn([given])).toThrow(UsageError)
  },
)

it('an entry that the file has not, has twice, or offers no such choice is named [CMND-01]', () => {
  const refused = (given: string) => expect(() => chosen(given))
  refused('Absent=file').toThrow(new CommandError(texts.noEntry('Absent')))
  refused('C=file').toThrow(texts.noEntry('C'))
  refused('0=file').toThrow(texts.noEntry('0'))
  refused('Parti=leave').toThrow(texts.noEntry('Parti'))
  refused('GLPI=leave').toThrow(texts.manyEntries('GLPI', [3, 4]))
  refused('3=both').toThrow(texts.entryChoices('3', ['file', 'leave']))
})

it('what stays out is named with its number, twenty entries of a verdict at most [CMND-01]', () => {
  const many = Array.from({ length: 23 }, (_, at) => row(at, 'conflict', ['Lot', `n${at}`]))
  const lines = linesOfLeft([...many, row(23, 'identical', ['X']), row(24, 'trashed', ['Z'])])
  expect(lines[0]).toBe(texts.left.byChoice('conflict', 23, ['file', 'both']))
  expect(lines.slice(1, 3)).toEqual(['    1\u00a0: Lot/n0', '    2\u00a0: Lot/n1'])
  expect(lines.slice(20)).toEqual([
    '    20\u00a0: Lot/n19',
    texts.left.moreEntries(3),
    texts.left.byChoice('trashed', 1, ['both']),
    '    25\u00a0: Z',
  ])
})
