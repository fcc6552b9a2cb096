import { describe, expect, it } from 'vitest'
import { historyActionOf, historyParamNames } from '#domain/vault/history.ts'
import { historyLabel } from './contents.ts'

describe('the label of a history entry', () => {
  it('is a deletion for CREATED and a restoration for CANCELED [HIST-04] [HIST-05]', () => {
    expect(historyLabel({ action: historyActionOf.creation })).toBe('Création')
    expect(historyLabel({ action: 'CREATED' })).toBe('Suppression')
    expect(historyLabel({ action: 'CANCELED' })).toBe('Restauration')
  })

  it('is the French label of the changed field [HIST-06]', () => {
    expect(historyParamNames.map((paramName) => historyLabel({ action: 'UPDATE', paramName }))).toEqual([
      'Nom modifié',
      'Identifiant modifié',
      'Adresse modifiée',
      "Niveau de danger de l'adresse modifié",
      'Description modifiée',
      'Mot de passe modifié',
      'Niveau du mot de passe modifié',
      'OTP modifié',
      'OTP supprimé',
      'Catégorie modifiée',
      'Déplacement',
    ])
  })

  it('is that of the action for a change without a field', () => {
    expect(historyLabel({ action: 'UPDATE', paramName: null })).toBe('Modification')
  })
})
