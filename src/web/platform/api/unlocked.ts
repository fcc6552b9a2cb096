import { readStored } from './storage.ts'

/**
 * The guardian chest that this browser has unlocked: its id and the handle that the server gave for it
 * (`mk`, `{id, key}`). One at a time; the master key itself is never kept.
 */
export type UnlockedChest = { readonly id: number; readonly key: string }

export function readUnlocked(): UnlockedChest | null {
  const text = readStored('mk')
  return text === null ? null : parsed(text)
}

export function parsed(text: string | null): UnlockedChest | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return isUnlocked(value) ? { id: value.id, key: value.key } : null
  } catch {
    return null
  }
}

const isUnlocked = (value: unknown): value is UnlockedChest =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'number' &&
  'key' in value &&
  typeof value.key === 'string'

/** Asks for the master key of the chest in view; true once it is open again. */
type Opener = () => Promise<boolean>
const openers = new Set<Opener>()

/** Lets the page that shows a chest open it again when a change met a closed one; answers how to stop. */
export function onLockedChange(opener: Opener): () => void {
  openers.add(opener)
  return () => void openers.delete(opener)
}

/** Whether a page had the chest opened again. Without a page that asks, it stays closed. */
export async function isOpenedAgain(): Promise<boolean> {
  const opener = [...openers].at(-1)
  return opener === undefined ? false : opener()
}
