import { icons } from 'lucide-react'
import { describe, expect, it } from 'vitest'
import {
  categories,
  categoryKeys,
  categoryOfId,
  defaultCategoryId,
  otpCategoryId,
  requiredSecret,
} from './categories.ts'

describe('categories', () => {
  it('have the ids 1 to 12', () => {
    expect(categoryKeys.map((key) => categories[key].id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  })

  it('start with the web site, and include the OTP category [ITEM-03]', () => {
    expect([defaultCategoryId, otpCategoryId]).toEqual([6, 11])
    expect(categoryOfId(11)).toBe('otp')
    expect([0, 13, 1.5, Number.NaN].map(categoryOfId)).toEqual([null, null, null, null])
  })

  it('require the OTP in its category, and the password where there is one [ITEM-05] [ITEM-06]', () => {
    const others = { otp: 'otp', licence: null, bankCard: null } as const
    for (const key of categoryKeys) {
      expect(requiredSecret(categories[key].id)).toBe(
        key in others ? others[key as keyof typeof others] : 'password',
      )
    }
  })

  it('use icons of the icon set', () => {
    for (const key of categoryKeys) expect(Object.keys(icons)).toContain(categories[key].icon)
  })
})
