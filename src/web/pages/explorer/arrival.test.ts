import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { takeArrival } from './arrival.ts'

type Reply = NonNullable<Window['arrival']>['reply']

const session = { user: { id: 7, lastChestId: null } }
const reply = Promise.withResolvers<unknown>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', {
    location: { search: '' },
    arrival: { at: Date.now(), handle: null, reply: reply.promise as Reply },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('the page waits for the reply of a busy server rather than ask it for each part again', async () => {
  const cache = new QueryClient()
  let isDone = false
  const taken = takeArrival(cache).then(() => (isDone = true))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(isDone).toBe(false)
  reply.resolve({ session, favouriteChests: [] })
  await taken
  expect(cache.getQueryData(cacheKeys.session)).toMatchObject({ user: { id: 7 } })
  expect(cache.getQueryData(cacheKeys.favouriteChests)).toEqual([])
})

it('asks for each part itself where no reply comes', async () => {
  vi.stubGlobal('window', {
    location: { search: '' },
    arrival: { at: Date.now(), handle: null, reply: new Promise(() => undefined) },
  })
  const cache = new QueryClient()
  const taken = takeArrival(cache)
  await vi.advanceTimersByTimeAsync(8_000)
  await taken
  expect(cache.getQueryData(cacheKeys.session)).toBeUndefined()
})
