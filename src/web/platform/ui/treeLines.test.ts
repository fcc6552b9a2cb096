import { describe, expect, it } from 'vitest'
import { treeLines } from './treeLines.ts'

type Node = { name: string; children: readonly Node[] }
const node = (name: string, ...children: Node[]): Node => ({ name, children })
const reading = {
  idOf: ({ name }: Node) => name,
  labelOf: ({ name }: Node) => name,
  childrenOf: ({ children }: Node) => children,
}
const tree = [
  node('Réseau', node('Sites', node('Nord'), node('Sud')), node('Wi-Fi')),
  node('école'),
  node('Voirie', node('Feux')),
]
const linesOf = (...unfolded: string[]) => treeLines(tree, reading, new Set(unfolded))

describe('the lines of a tree', () => {
  it('are those whose ancestors are all expanded, from top to bottom', () => {
    expect(linesOf().map(({ id }) => id)).toEqual(['Réseau', 'école', 'Voirie'])
    expect(linesOf('Réseau', 'Voirie').map(({ id }) => id)).toEqual([
      'Réseau',
      'Sites',
      'Wi-Fi',
      'école',
      'Voirie',
      'Feux',
    ])
    // Expanded inside a collapsed one: hidden.
    expect(linesOf('Sites').map(({ id }) => id)).toEqual(['Réseau', 'école', 'Voirie'])
  })

  it("have their level, their position among siblings and their parent's line", () => {
    const lines = linesOf('Réseau', 'Sites')
    expect(
      lines.map(({ id, level, place, count, parent }) => [id, level, place, count, lines[parent]?.id]),
    ).toEqual([
      ['Réseau', 1, 1, 3, undefined],
      ['Sites', 2, 1, 2, 'Réseau'],
      ['Nord', 3, 1, 2, 'Sites'],
      ['Sud', 3, 2, 2, 'Sites'],
      ['Wi-Fi', 2, 2, 2, 'Réseau'],
      ['école', 1, 2, 3, undefined],
      ['Voirie', 1, 3, 3, undefined],
    ])
  })

  it('have their expanded state, undefined for a node without children', () => {
    expect(linesOf('Réseau', 'école').map(({ id, isExpanded }) => [id, isExpanded])).toEqual([
      ['Réseau', true],
      ['Sites', false],
      ['Wi-Fi', undefined],
      ['école', undefined],
      ['Voirie', false],
    ])
  })

  it('are built for five thousand folders at the deepest levels', () => {
    const names: string[] = []
    const named = (...children: Node[]) => {
      names.push(String(names.length))
      return node(String(names.length - 1), ...children)
    }
    const chain = () => {
      let deep = named()
      for (let level = 1; level < 64; level += 1) deep = named(deep)
      return deep
    }
    const wide = Array.from({ length: 79 }, chain)
    const lines = treeLines(wide, reading, new Set(names))
    expect(lines).toHaveLength(79 * 64)
    expect(Math.max(...lines.map(({ level }) => level))).toBe(64)
  })
})
