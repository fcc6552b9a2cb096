import { describe, expect, it } from 'vitest'

import { importTexts, importFailText, importFaultText, importSuccessText } from './imports.ts'

const nothingLeft = { recycleBin: 0, recycleBinFolders: 0, history: 0, attachments: 0, lines: 0 }
const nothing = {
  items: 0,
  folders: 0,
  updated: 0,
  attached: 0,
  same: 0,
  kept: 0,
  inTrash: 0,
  gone: 0,
  refused: 0,
}
/** Returns a text with plain spaces, so that the expectations are readable. */
const plainly = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ')

it('counts the progress in entries, and in attached files at the last stage', () => {
  expect(plainly(importTexts.progress('writing', 3, 10))).toBe('3 sur 10 entrées')
  expect(plainly(importTexts.progress('attaching', 1, 1))).toBe('1 sur 1 pièce jointe')
})

describe('the sentence of a successful import', () => {
  it('has correct French plurals [IMPT-15]', () => {
    const sentence = (items: number, folders: number): string =>
      plainly(importSuccessText({ ...nothing, items, folders, skipped: nothingLeft }))
    expect(sentence(14, 7)).toBe('14 mots de passe et 7 dossiers importés.')
    expect(sentence(1, 1)).toBe('1 mot de passe et 1 dossier importés.')
    expect(sentence(0, 1)).toBe('1 dossier importé.')
    expect(sentence(1, 0)).toBe('1 mot de passe importé.')
    expect(sentence(0, 0)).toBe('Rien de nouveau.')
    expect(sentence(1234, 2)).toBe('1 234 mots de passe et 2 dossiers importés.')
  })

  it('counts what existed, what changed and what is no longer in the file [IMPT-15]', () => {
    const sentence = (counts: Partial<typeof nothing>): string =>
      plainly(importSuccessText({ ...nothing, ...counts, skipped: nothingLeft }))
    expect(sentence({ same: 14 })).toBe('Rien de nouveau. 14 mots de passe déjà présents.')
    expect(sentence({ items: 1, updated: 2, same: 1, gone: 3 })).toBe(
      "1 mot de passe importé. 2 mots de passe mis à jour. 1 mot de passe déjà présent. 3 mots de passe d'un import précédent ne sont plus dans ce fichier : laissés en place.",
    )
    expect(sentence({ kept: 1, inTrash: 2 })).toBe(
      'Rien de nouveau. Non importés : 1 entrée différente dans le coffre (voir la liste), 2 entrées à la corbeille du coffre (voir la liste).',
    )
  })

  it('counts what was left out', () => {
    const left = { recycleBin: 1, recycleBinFolders: 3, history: 2, attachments: 1, lines: 4 }
    expect(plainly(importSuccessText({ ...nothing, items: 3, folders: 5, refused: 27, skipped: left }))).toBe(
      '3 mots de passe et 5 dossiers importés. Non importés : 27 entrées hors limites (voir la liste), 1 mot de passe et 3 dossiers de la corbeille du fichier, 2 anciennes versions, 1 pièce jointe, 4 lignes sans entrée.',
    )
  })
})

it('an entry of the report is named by its line or its name [IMPT-16]', () => {
  expect(plainly(importTexts.failPlace(12))).toBe('Ligne 12')
  expect(plainly(importTexts.failPlace(1234))).toBe('Ligne 1 234')
  expect(importTexts.failPlace('Annuaire')).toBe('Annuaire')
})

describe('the sentence of a refusal', () => {
  it('contains the line and the encoding when they are known', () => {
    expect(plainly(importFaultText({ code: 'MALFORMED', line: 12 }))).toBe(
      'Ce fichier XML est mal formé. Ligne 12.',
    )
    expect(plainly(importFaultText({ code: 'ENCODING_UNSUPPORTED', encoding: 'utf-7' }))).toMatch(
      /Encodage : utf-7\.$/,
    )
    expect(importFaultText({ code: 'EMPTY_FILE' })).toBe('Le fichier est vide.')
  })

  it('has a non-breaking space before a colon', () => {
    expect(importFailText('NAME_TOO_LONG')).toContain('\u00a0:')
  })

  it('names the fields concerned', () => {
    expect(plainly(importFailText('COLUMNS_KEPT', 'port, salle'))).toMatch(
      /gardées en champs supplémentaires : port, salle\.$/,
    )
  })
})
