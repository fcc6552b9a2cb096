/** The twelve categories in their order; ids are on the wire and never move. Icons are names of lucide. */
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

/** What the creation form starts with: a web site. */
export const defaultCategoryId: CategoryId = categories.website.id

/** The category in which the OTP secret is required and the password optional (elsewhere the reverse). */
export const otpCategoryId: CategoryId = categories.otp.id

const keyById = new Map<number, CategoryKey>(categoryKeys.map((key) => [categories[key].id, key]))

/** The key of a category id, or null when no category has it. */
export const categoryOfId = (id: number): CategoryKey | null => keyById.get(id) ?? null

/** Which of the two secrets an item of this category must hold. */
export const requiredSecret = (categoryId: number): 'otp' | 'password' =>
  categoryId === otpCategoryId ? 'otp' : 'password'
