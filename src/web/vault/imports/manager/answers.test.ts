import { expect, it } from 'vitest'
import { answer, chooseForAll, chooseForRow, noAnswers, optionsOf } from './answers.ts'

const sent = (answers: Parameters<typeof optionsOf>[0]): unknown => JSON.parse(optionsOf(answers))

it('a choice for a verdict replaces those of its entries, and leaves others', () => {
  const first = chooseForRow(noAnswers, { number: 3, verdict: 'conflict' }, 'file', true)
  const second = chooseForRow(first, { number: 4, verdict: 'changed' }, 'leave', true)
  const all = chooseForAll(second, 'conflict', 'both')
  expect(sent(all)).toMatchObject({ choices: { conflict: 'both' }, rows: { 4: 'leave' } })
  expect(all.rows).not.toHaveProperty('3')
})

it('an entry that is chosen like its verdict has no choice of its own', () => {
  const own = chooseForRow(noAnswers, { number: 3, verdict: 'conflict' }, 'file', true)
  expect(sent(own)).toMatchObject({ rows: { 3: 'file' } })
  expect(chooseForRow(own, { number: 3, verdict: 'conflict' }, 'leave', true)).toEqual(noAnswers)
  const all = chooseForAll(own, 'conflict', 'both')
  expect(sent(chooseForRow(all, { number: 3, verdict: 'conflict' }, 'leave', true))).toMatchObject({
    rows: { 3: 'leave' },
  })
})

it('an answer about the file drops the choices for single entries, and undefined withdraws one', () => {
  const own = chooseForRow(noAnswers, { number: 3, verdict: 'conflict' }, 'file', true)
  const answered = answer(own, { root: 'keep', mapping: '[]' })
  expect(sent(answered)).toMatchObject({ answers: { root: 'keep', mapping: '[]' }, rows: {} })
  expect(answer(answered, { mapping: undefined }).answers).toEqual({ root: 'keep' })
})
