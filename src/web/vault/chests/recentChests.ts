import { readPreference, storePreference, type Preference } from '#web/platform/shell/usePreference.ts'

/** The open chest and five others. */
const most = 6

const recent: Preference<readonly number[]> = {
  name: 'recent-chests',
  read: (stored) =>
    Array.isArray(stored) ? stored.filter((id) => Number.isSafeInteger(id)).slice(0, most) : [],
}

/** Returns the ids of the chests that the account opened last in this browser, the latest first. */
export const readRecentChests = (userId: number): readonly number[] => readPreference(recent, userId)

/** Stores a chest as the one that the account opened last. */
export function rememberRecentChest(userId: number, chestId: number): void {
  const others = readRecentChests(userId).filter((id) => id !== chestId)
  storePreference(recent, userId, [chestId, ...others].slice(0, most))
}
