import { describe, expect, it } from 'vitest'
import { defaultTemplate } from '#texts/office/administration.ts'
import { readTemplate, textOf } from './templateText.ts'

describe('the text of a template', () => {
  it('reads back as the template that it was written from', () => {
    expect(readTemplate(textOf(defaultTemplate))).toEqual({ template: defaultTemplate, faults: null })
  })

  it('names the line and column where it stops being JSON', () => {
    const { faults } = readTemplate('{\n  "folders": [\n    { "name": x }\n  ]\n}')
    expect(faults?.[0]).toMatch(/^Ligne 3, colonne 15\s: /)
    expect(readTemplate('{"folders":').faults?.[0]).toMatch(/^Ligne 1, colonne 12\s: /)
  })

  it('names each fault by its place, and counts those beyond the eighth', () => {
    const { faults } = readTemplate('{"folders":[{"name":""}]}')
    expect(faults?.[0]).toMatch(/^folders\[0\]\.name\s: le dossier doit avoir un nom$/)
    const many = JSON.stringify({ folders: Array.from({ length: 12 }, () => ({})) })
    expect(readTemplate(many).faults).toHaveLength(9)
    expect(readTemplate(many).faults?.at(-1)).toMatch(/^et 4\sautres erreurs$/)
  })
})
