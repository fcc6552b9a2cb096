/**
 * The twelve categories in order. The ids are part of the API and never change. Icons are names of lucide.
 */
export const categories = {
  server: { id: 1, icon: 'Server' },
  database: { id: 2, icon: 'Database' },
  mail: { id: 3, icon: 'Mail' },
  network: { id: 4, icon: 'Network' },
  application: { id: 5, icon: 'AppWindow' },
  website: { id: 6, icon: 'Globe' },
  wifi: { id: 7, icon: 'Wifi' },
  apiKey: { id: 8, icon: 'KeyRound' },
  licence: { id: 9, icon: 'BadgeCheck' },
  bankCard: { id: 10, icon: 'CreditCard' },
  otp: { id: 11, icon: 'ShieldCheck' },
  other: { id: 12, icon: 'Shapes' },
} as const

export type CategoryKey = keyof typeof categories
export type CategoryId = (typeof categories)[CategoryKey]['id']
export type CategoryIcon = (typeof categories)[CategoryKey]['icon']

/** The keys in the order of their ids. */
export const categoryKeys = Object.keys(categories) as CategoryKey[]

/** The default category of the creation form: a web site. */
export const defaultCategoryId: CategoryId = categories.website.id

/** The category that requires the OTP secret. */
export const otpCategoryId: CategoryId = categories.otp.id

const keyById = new Map<number, CategoryKey>(categoryKeys.map((key) => [categories[key].id, key]))

/** Returns the key of a category id, or null for an unknown id. */
export const categoryOfId = (id: number): CategoryKey | null => keyById.get(id) ?? null

/** What has secrets of its own, in extra fields, and seldom a password: it may have one. */
const withoutPassword: readonly number[] = [categories.licence.id, categories.bankCard.id]

/** Returns which of the two secrets an item of this category requires; null: neither. */
export function requiredSecret(categoryId: number): 'otp' | 'password' | null {
  if (categoryId === otpCategoryId) return 'otp'
  return withoutPassword.includes(categoryId) ? null : 'password'
}
