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
      'Date de renouvellement modifiée',
      'Ordre des champs modifié',
      'Règle de renouvellement modifiée',
      'Déplacement depuis un autre coffre',
      'Pièce jointe ajoutée',
      'Pièce jointe supprimée',
      'Pièce jointe restaurée',
    ])
  })

  it('names an extra field by its present label, if it still has one', () => {
    const label = (paramName: string, present?: string) =>
      historyLabel({ action: 'UPDATE', paramName }, (id) => (id === 101 ? present : undefined))
    expect(label('field:101', 'Port')).toBe('Champ «\u00a0Port\u00a0» modifié')
    expect(label('field_new:101', 'Port')).toBe('Champ «\u00a0Port\u00a0» ajouté')
    expect(label('field_delete:101')).toBe('Champ supplémentaire supprimé')
  })

  it('is that of the action for a change without a field', () => {
    expect(historyLabel({ action: 'UPDATE', paramName: null })).toBe('Modification')
  })
})
