import { expect, it } from 'vitest'
import { keptInMemory } from '#web/testing/storage.ts'
import { readRecentChests, rememberRecentChest } from './recentChests.ts'

const kept = keptInMemory('localStorage')

it('remembers six chests of each account, the latest first, each once', () => {
  for (const id of [1, 2, 3, 4, 5, 6, 7, 3]) rememberRecentChest(8, id)
  expect(readRecentChests(8)).toEqual([3, 7, 6, 5, 4, 2])
  expect(readRecentChests(9)).toEqual([])
  // Numbers alone stay in the browser.
  expect([...kept.values()]).toEqual(['[3,7,6,5,4,2]'])
})

it.each(['{', '{"a":1}', '["1",2.5,null,{}]', '"7"'])(
  'takes nothing from what it cannot read: %s',
  (stored) => {
    localStorage.setItem('recent-chests-8', stored)
    expect(readRecentChests(8)).toEqual([])
    rememberRecentChest(8, 4)
    expect(readRecentChests(8)).toEqual([4])
  },
)
