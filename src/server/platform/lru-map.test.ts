import { describe, expect, it } from 'vitest'
import { LruMap } from './lru-map.ts'

const entry = (name: string) => ({ name })

describe('LruMap', () => {
  it('evicts the entry that was read or written least recently', () => {
    const map = new LruMap<string, { name: string }>(2)
    map.set('a', entry('a')).set('b', entry('b'))
    expect(map.get('a')).toEqual(entry('a'))
    map.set('c', entry('c'))
    expect([...map.keys()]).toEqual(['a', 'c'])
    map.set('a', entry('other')).set('d', entry('d'))
    expect([...map.values()]).toEqual([entry('other'), entry('d')])
  })

  it('keeps its size when an entry is replaced, and has room again after a deletion', () => {
    const map = new LruMap<number, { name: string }>(2)
    map.set(1, entry('one')).set(2, entry('two')).set(2, entry('other'))
    expect([...map.keys()]).toEqual([1, 2])
    expect(map.delete(1)).toBe(true)
    map.set(3, entry('three'))
    expect([...map.keys()]).toEqual([2, 3])
    expect(map.get(1)).toBeUndefined()
  })
})
