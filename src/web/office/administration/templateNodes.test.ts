import { describe, expect, it } from 'vitest'
import { templateFaults, type ClientFolder } from '#domain/office/client-template.ts'
import { defaultTemplate } from '#texts/office/administration.ts'
import {
  changeNode,
  dropNode,
  faultsById,
  findNode,
  freeName,
  insertNode,
  isTree,
  moveNode,
  newNode,
  nodesOf,
  removeNode,
  templateOf,
  type DropPlace,
  type MoveWay,
  type TemplateNode,
} from './templateNodes.ts'

type Nodes = readonly TemplateNode[]
/** A(B C(D)) E */
const tree = (): Nodes =>
  nodesOf([{ name: 'A', folders: [{ name: 'B' }, { name: 'C', folders: [{ name: 'D' }] }] }, { name: 'E' }])
const written = (nodes: Nodes | null): string | null =>
  nodes &&
  nodes.map(({ name, folders }) => (folders.length > 0 ? `${name}(${written(folders)})` : name)).join(' ')
const idOf = (nodes: Nodes, name: string): string => {
  for (const node of nodes) {
    if (node.name === name) return node.id
    const below = node.folders.length > 0 ? idOf(node.folders, name) : ''
    if (below !== '') return below
  }
  return ''
}

describe('the folders of a template', () => {
  it('come back as the template they were read from', () => {
    expect(templateOf(nodesOf(defaultTemplate.folders))).toEqual(defaultTemplate)
  })

  it.each([
    ['E', 'up', 'E A(B C(D))'],
    ['A', 'down', 'E A(B C(D))'],
    ['A', 'up', null],
    ['E', 'down', null],
    ['C', 'in', 'A(B(C(D))) E'],
    ['E', 'in', 'A(B C(D) E)'],
    ['B', 'in', null],
    ['D', 'out', 'A(B C D) E'],
    ['C', 'out', 'A(B) C(D) E'],
    ['A', 'out', null],
  ] satisfies [string, MoveWay, string | null][])('%s moves %s', (name, way, after) => {
    const nodes = tree()
    expect(written(moveNode(nodes, idOf(nodes, name), way))).toBe(after)
  })

  it.each([
    ['E', 'B', 'before', 'A(E B C(D))'],
    ['E', 'B', 'after', 'A(B E C(D))'],
    ['E', 'D', 'inside', 'A(B C(D(E)))'],
    ['B', 'E', 'after', 'A(C(D)) E B'],
    ['A', 'D', 'inside', null],
    ['A', 'A', 'before', null],
  ] satisfies [string, string, DropPlace, string | null][])(
    '%s is dropped on %s, %s',
    (name, target, place, after) => {
      const nodes = tree()
      expect(written(dropNode(nodes, idOf(nodes, name), idOf(nodes, target), place))).toBe(after)
    },
  )

  it('are added, renamed and removed with what is below them', () => {
    const nodes = tree()
    const added = insertNode(nodes, idOf(nodes, 'C'), 0, newNode('N'))
    expect(written(added)).toBe('A(B C(N D)) E')
    expect(written(changeNode(nodes, idOf(nodes, 'D'), { name: 'Z' }))).toBe('A(B C(Z)) E')
    expect(written(removeNode(nodes, idOf(nodes, 'C')))).toBe('A(B) E')
    expect(findNode(nodes, idOf(nodes, 'D'))?.parent?.name).toBe('C')
    expect(findNode(nodes, 'unknown')).toBeNull()
  })

  it('get a name that no sibling has', () => {
    expect(freeName(nodesOf([{ name: 'X' }, { name: 'X 2' }]), 'X')).toBe('X 3')
    expect(freeName([], 'X')).toBe('X')
  })

  it('have their faults, and others leave only the text', () => {
    const nodes = nodesOf([{ name: 'A', folders: [{ name: '' }, { name: 'x' }, { name: 'x' }] }])
    const faults = templateFaults(templateOf(nodes))
    expect(isTree(faults)).toBe(true)
    const below = nodes[0]?.folders ?? []
    expect([...faultsById(nodes, faults)]).toEqual([
      [below[0]?.id, ['name-missing']],
      [below[2]?.id, ['name-twice']],
    ])
    const deep = (levels: number): ClientFolder[] =>
      levels === 0 ? [] : [{ name: 'x', folders: deep(levels - 1) }]
    for (const wrong of [{}, { folders: [{ name: 1 }] }, { folders: [{ nom: 'x' }] }, { folders: deep(11) }])
      expect(isTree(templateFaults(wrong))).toBe(false)
  })
})
