import { expect, it } from 'vitest'
import { cardsOf } from './cards.ts'
import type { FavouriteItem } from './queries.ts'

const favourite = (id: number, more: Partial<Record<keyof FavouriteItem, unknown>> = {}): FavouriteItem =>
  ({
    id,
    item_id: id,
    chest_id: 1,
    folder_id: null,
    name: `Compte ${id}`,
    address: '',
    login: '',
    password: true,
    otp: false,
    ...more,
  }) as FavouriteItem

it('cardsOf returns the last five favourites, newest first [FAVO-06]', () => {
  const many = [1, 2, 3, 4, 5, 6, 7].map((id) => favourite(id))
  expect(cardsOf(many).cards.map(({ name }) => name)).toEqual([
    'Compte 7',
    'Compte 6',
    'Compte 5',
    'Compte 4',
    'Compte 3',
  ])
  expect(many).toHaveLength(7)
})

it('cardsOf skips and counts a broken favourite and keeps the others [FAVO-11]', () => {
  const broken = [{ name: null }, { address: undefined }, { login: null }, { item_id: null }, { name: ' ' }]
  for (const fields of broken) {
    const { cards, failed } = cardsOf([favourite(1), favourite(2, fields), favourite(3)])
    expect([cards.map(({ favourite: { id } }) => id), failed]).toEqual([[3, 1], 1])
  }
})

it('cardsOf links an address that a click may follow, named by its host', () => {
  const of = (address: string) => cardsOf([favourite(1, { address })]).cards[0]
  expect(of('https://www.exemple.fr/connexion')).toMatchObject({ host: 'exemple.fr' })
  expect(of('javascript:alert(1)')).toMatchObject({ href: null, host: '' })
  expect(of('')).toMatchObject({ href: null, host: '' })
})
