import { expect, it } from 'vitest'
import { entriesOf, withoutEntries } from './pastedEntries.ts'

it('entriesOf reads a pasted list with any separators, without duplicates', () => {
  expect(entriesOf('a.martin\n b.durand@exemple.fr, c.petit;A.MARTIN\t d.roux\r\n\n')).toEqual([
    'a.martin',
    'b.durand@exemple.fr',
    'c.petit',
    'd.roux',
  ])
  expect(entriesOf(' \n;, ')).toEqual([])
})

it('entriesOf extracts the address from what a mail program copies', () => {
  expect(entriesOf('Marie Durand <m.durand@exemple.fr>; Paul Roux <p.roux@exemple.fr>')).toEqual([
    'm.durand@exemple.fr',
    'p.roux@exemple.fr',
  ])
})

it('withoutEntries removes entries from a list', () => {
  expect(withoutEntries('a.martin, Zoe\nb.petit', ['zoe'])).toBe('a.martin\nb.petit')
})
