import { removeStored, readStored, store } from './storage.ts'
import type { UnlockedChest } from './unlocked.ts'

const changed = 'trousseau:unlocked'

/** Returns the stored text, which is identical as long as nothing changed. */
export const readUnlockedText = (): string | null => readStored('mk')

export function storeUnlocked({ id, key }: UnlockedChest): void {
  store('mk', JSON.stringify({ id, key }))
  window.dispatchEvent(new Event(changed))
}

export function clearUnlocked(): void {
  removeStored('mk')
  window.dispatchEvent(new Event(changed))
}

/** Listens to changes in this tab and in the others. Returns the function that stops it. */
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
