import { expect, it } from 'vitest'
import { fieldsBefore } from './write-extra-fields.ts'

const field = (id: number, value: string) => ({ id, label: `Champ ${id}`, kind: 'text', value }) as const

it('the fields before a change lack what it added, and have what it changed and deleted at its place', () => {
  const present = [field(100, 'neuf'), field(102, 'c'), field(500, 'ajouté'), field(501, 'ajouté')]
  const old = new Map([
    [101, { label: 'Champ 101', kind: 'text', value: 'supprimé', place: 1 } as const],
    [100, { label: 'Champ 100', kind: 'text', value: 'ancien', place: 0 } as const],
  ])
  expect(fieldsBefore(present, old, 5)).toEqual([
    field(100, 'ancien'),
    field(101, 'supprimé'),
    field(102, 'c'),
  ])
})

it('the fields before a change lack what it added and a later change replaced, and what a later one added', () => {
  const present = [field(100, 'seul'), field(500, 'ajouté'), field(700, 'ajouté ensuite')]
  const old = new Map([[500, { label: 'Champ 500', kind: 'text', value: 'ajouté', place: 1 } as const]])
  expect(fieldsBefore(present, old, 5)).toEqual([field(100, 'seul')])
})
