import { expect, it } from 'vitest'
import { contentText, fieldLines } from './rowTexts.ts'
import type { PreviewRow } from './usePreview.ts'

const row: PreviewRow = {
  number: 0,
  verdict: 'new',
  choice: 'file',
  choices: ['file'],
  path: [],
  name: 'GLPI',
  login: '',
  address: '',
  password: true,
  otp: false,
  fields: 0,
  attachments: 0,
  fieldLabels: [],
  fileNames: [],
  renewBefore: null,
  reasons: [],
}

it('names the day before which an entry is to be renewed', () => {
  expect(contentText(row)).toBe('mot de passe')
  expect(contentText({ ...row, renewBefore: '2027-01-31' })).toMatch(
    /^mot de passe, à renouveler avant le 31.janvier.2027$/,
  )
})

it('names the extra fields, and says which are concealed', () => {
  const fieldLabels = [
    { label: 'Poste', concealed: false },
    { label: 'PIN', concealed: true },
  ]
  expect(fieldLines({ ...row, fieldLabels })).toEqual(['Poste', 'PIN (masqué)'])
})
