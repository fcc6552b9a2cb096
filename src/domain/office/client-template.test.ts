import { describe, expect, it } from 'vitest'
import { folderCount, templateFaults, templateLimits, type ClientFolder } from './client-template.ts'

const nested = (levels: number): ClientFolder =>
  levels === 1 ? { name: 'x' } : { name: 'x', folders: [nested(levels - 1)] }

describe('the faults of a template', () => {
  it('are none for a tree within the limits', () => {
    expect(templateFaults({ folders: [] })).toEqual([])
    expect(templateFaults({ folders: [nested(templateLimits.depth)] })).toEqual([])
    const most = Array.from({ length: templateLimits.folders }, (_, at) => ({ name: `n${at}` }))
    expect(templateFaults({ folders: most })).toEqual([])
  })

  it('have kind and place, and are all reported', () => {
    const template = {
      folders: [{ nom: 'x' }, 'texte', { name: 3, description: 4, folders: {} }, { name: 'a\u202eb' }],
      autre: 1,
    }
    expect(templateFaults(template)).toEqual([
      { place: 'autre', kind: 'unknown-field' },
      { place: 'folders[0].nom', kind: 'unknown-field' },
      { place: 'folders[0].name', kind: 'name-missing' },
      { place: 'folders[1]', kind: 'not-an-object' },
      { place: 'folders[2].name', kind: 'not-a-text' },
      { place: 'folders[2].description', kind: 'not-a-text' },
      { place: 'folders[3].name', kind: 'name-refused' },
      { place: 'folders[2].folders', kind: 'not-a-list' },
    ])
  })

  it('include too many levels and too many folders', () => {
    const place = `${'folders[0].'.repeat(templateLimits.depth)}folders`
    expect(templateFaults({ folders: [nested(templateLimits.depth + 1)] })).toEqual([
      { place, kind: 'too-deep' },
    ])
    const many = Array.from({ length: templateLimits.folders + 1 }, (_, at) => ({ name: `n${at}` }))
    expect(templateFaults({ folders: many })).toEqual([{ place: 'folders', kind: 'too-many' }])
  })

  it('are found in any value, however deep', () => {
    for (const value of [null, 1, 'x', [], undefined]) {
      expect(templateFaults(value)).toEqual([{ place: '', kind: 'not-an-object' }])
    }
    expect(templateFaults({})).toEqual([{ place: 'folders', kind: 'not-a-list' }])
    let deep: unknown = []
    for (let level = 0; level < 100_000; level += 1) deep = [{ name: 'x', folders: deep }]
    expect(templateFaults({ folders: deep })).toHaveLength(1)
  })
})

it('folderCount counts the folders of a tree', () => {
  expect(folderCount([nested(3), { name: 'y' }])).toBe(4)
})
