import { expect, it } from 'vitest'
import { entriesOf, withoutEntries } from './pastedEntries.ts'

it('reads a pasted list, whatever parts its entries, each once', () => {
  expect(entriesOf('a.martin\n b.durand@exemple.fr, c.petit;A.MARTIN\t d.roux\r\n\n')).toEqual([
    'a.martin',
    'b.durand@exemple.fr',
    'c.petit',
    'd.roux',
  ])
  expect(entriesOf(' \n;, ')).toEqual([])
})

it('takes the address alone of what a mail program copies', () => {
  expect(entriesOf('Marie Durand <m.durand@exemple.fr>; Paul Roux <p.roux@exemple.fr>')).toEqual([
    'm.durand@exemple.fr',
    'p.roux@exemple.fr',
  ])
})

it('takes unknown entries out of a list', () => {
  expect(withoutEntries('a.martin, Zoe\nb.petit', ['zoe'])).toBe('a.martin\nb.petit')
})
