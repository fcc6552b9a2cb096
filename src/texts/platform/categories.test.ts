import { expect, it } from 'vitest'
import { categories, categoryKeys } from '#domain/platform/categories.ts'
import { categoryTexts } from './categories.ts'

it('the categories 1 to 12 have their French names [ITEM-04]', () => {
  expect(categoryKeys.map((key) => [categories[key].id, categoryTexts[key]])).toEqual([
    [1, 'Serveur'],
    [2, 'Base de données'],
    [3, 'Messagerie'],
    [4, 'Réseau'],
    [5, 'Application'],
    [6, 'Site web'],
    [7, 'Wi-Fi'],
    [8, "Clé ou jeton d'API"],
    [9, 'Licence'],
    [10, 'Carte ou compte bancaire'],
    [11, 'OTP'],
    [12, 'Autre'],
  ])
})
