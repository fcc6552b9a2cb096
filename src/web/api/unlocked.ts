import { forget, readStored, store } from './storage.ts'

/**
 * The guardian chest that this browser has unlocked: its id and the handle that the server gave for it
 * (`mk`, `{id, key}`). One at a time; the master key itself is never kept.
 */
export type UnlockedChest = { readonly id: number; readonly key: string }

const changed = 'trousseau:unlocked'

export function readUnlocked(): UnlockedChest | null {
  const text = readStored('mk')
  return text === null ? null : parsed(text)
}

/** What stands under `mk` in the storage, as text: the same text as long as nothing changed. */
export const readUnlockedText = (): string | null => readStored('mk')

export function parsed(text: string | null): UnlockedChest | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return isUnlocked(value) ? { id: value.id, key: value.key } : null
  } catch {
    return null
  }
}

export function keepUnlocked({ id, key }: UnlockedChest): void {
  store('mk', JSON.stringify({ id, key }))
  window.dispatchEvent(new Event(changed))
}

export function forgetUnlocked(): void {
  forget('mk')
  window.dispatchEvent(new Event(changed))
}

/** Listens to changes made in this tab and in the others; answers how to stop. */
export function onUnlockedChange(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === 'mk' || key === null) listener()
  }
  window.addEventListener(changed, listener)
  window.addEventListener('storage', onStorage)
  return () => {
    window.removeEventListener(changed, listener)
    window.removeEventListener('storage', onStorage)
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
