import { describe, expect, it } from 'vitest'
import {
  boundCost,
  decodeCost,
  encodeCost,
  firstLockCost,
  isLowerCost,
  masterKeyCost,
  passwordCost,
} from './argon2-cost.ts'

describe('a cost', () => {
  it('is written as the PHC string format begins, and read again', () => {
    expect(encodeCost(masterKeyCost)).toBe('$argon2id$v=19$m=131072,t=3,p=1')
    for (const cost of [masterKeyCost, firstLockCost, passwordCost])
      expect(decodeCost(encodeCost(cost))).toEqual(cost)
  })

  it.each([
    '',
    '$argon2id$v=19$m=131072,t=3',
    '$argon2id$v=16$m=131072,t=3,p=1',
    '$argon2d$v=19$m=131072,t=3,p=1',
    '$argon2id$v=19$m=0,t=3,p=1',
    '$argon2id$v=19$m=31,t=1,p=4',
    '$argon2id$v=19$m=1048577,t=3,p=1',
    '$argon2id$v=19$m=131072,t=1001,p=1',
    '$argon2id$v=19$m=131072,t=3,p=65',
    '$argon2id$v=19$m=131072,t=3,p=1$AAAA',
  ])('%j is none', (text) => {
    expect(decodeCost(text)).toBeNull()
  })

  it('is lower by memory and passes; lanes do not count', () => {
    expect(isLowerCost(firstLockCost, masterKeyCost)).toBe(true)
    expect(isLowerCost(masterKeyCost, firstLockCost)).toBe(false)
    expect(isLowerCost(masterKeyCost, { ...masterKeyCost, parallelism: 4 })).toBe(false)
    expect(isLowerCost({ ...masterKeyCost, parallelism: 4 }, masterKeyCost)).toBe(false)
  })

  it('is bound to what it seals, except the one of the time before', () => {
    expect(boundCost(firstLockCost)).toBe('')
    expect(boundCost(masterKeyCost)).toBe('$argon2id$v=19$m=131072,t=3,p=1')
  })
})
