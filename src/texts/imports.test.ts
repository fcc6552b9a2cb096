import { describe, expect, it } from 'vitest'

import { importTexts } from './import-dialog.ts'
import { importFailText, importFaultText, importSuccessText } from './imports.ts'

const nothingLeft = { recycleBin: 0, recycleBinFolders: 0, history: 0 }
/** Typed spaces, so that the sentences below can be read. */
const plainly = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('the sentence of a successful import', () => {
  it('counts in correct French [IMPT-15]', () => {
    const sentence = (items: number, folders: number): string =>
      plainly(importSuccessText({ items, folders, refused: 0, skipped: nothingLeft }))
    expect(sentence(14, 7)).toBe('14 mots de passe et 7 dossiers importés.')
    expect(sentence(1, 1)).toBe('1 mot de passe et 1 dossier importés.')
    expect(sentence(0, 1)).toBe('0 mot de passe et 1 dossier importé.')
    expect(sentence(1234, 2)).toBe('1 234 mots de passe et 2 dossiers importés.')
  })

  it('says what was left out', () => {
    const left = { recycleBin: 1, recycleBinFolders: 3, history: 2 }
    expect(plainly(importSuccessText({ items: 3, folders: 5, refused: 27, skipped: left }))).toBe(
      '3 mots de passe et 5 dossiers importés. Non importés : 27 entrées hors limites (voir la liste), 1 mot de passe et 3 dossiers de la corbeille, 2 anciennes versions.',
    )
    expect(
      plainly(
        importSuccessText({ items: 3, folders: 5, refused: 0, skipped: { ...nothingLeft, history: 1 } }),
      ),
    ).toContain('Non importés : 1 ancienne version.')
  })
})

it('an entry to look at is found by its line or its name, said as such [IMPT-16]', () => {
  expect(plainly(importTexts.failPlace(12))).toBe('Ligne 12')
  expect(plainly(importTexts.failPlace(1234))).toBe('Ligne 1 234')
  expect(importTexts.failPlace('Annuaire')).toBe('Annuaire')
})

describe('the sentence of a refusal', () => {
  it('says the line and the encoding when they are known', () => {
    expect(plainly(importFaultText({ code: 'MALFORMED', line: 12 }))).toBe(
      'Ce fichier XML est mal formé. Ligne 12.',
    )
    expect(plainly(importFaultText({ code: 'ENCODING_UNSUPPORTED', encoding: 'utf-7' }))).toMatch(
      /Encodage : utf-7\.$/,
    )
    expect(importFaultText({ code: 'EMPTY_FILE' })).toBe('Le fichier est vide.')
  })

  it('puts a non-breaking space before a colon', () => {
    expect(importFailText('NAME_TOO_LONG')).toContain('\u00a0:')
  })
})
