import { expect, it } from 'vitest'
import { createSilence } from './silence.ts'

const times = { patienceMs: 1_500, silenceMs: 60_000 }

it('a server that let somebody wait in vain is not waited for, for a minute', () => {
  let now = 1_000
  const silence = createSilence(() => now, times)
  expect(silence.lasts()).toBe(false)
  silence.begin()
  now += times.silenceMs - 1
  expect(silence.lasts()).toBe(true)
  now += 1
  expect(silence.lasts()).toBe(false)
})

it('a server that answers in time is waited for again; one that answers late is not', () => {
  const silence = createSilence(() => 0, times)
  silence.begin()
  silence.heard(times.patienceMs + 1)
  expect(silence.lasts()).toBe(true)
  silence.heard(200)
  expect(silence.lasts()).toBe(false)
})

it('a slow server is not called away; one that was given up is, until it is heard of or tried again', () => {
  let now = 1_000
  const silence = createSilence(() => now, times)
  silence.begin()
  expect(silence.isAway()).toBe(false)
  silence.missed()
  expect(silence.isAway()).toBe(true)
  silence.heard(times.patienceMs + 1)
  expect([silence.lasts(), silence.isAway()]).toEqual([true, false])
  silence.missed()
  now += times.silenceMs
  expect(silence.isAway()).toBe(false)
  silence.begin()
  expect(silence.isAway()).toBe(false)
})
