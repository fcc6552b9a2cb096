import { readStored } from './storage.ts'

/**
 * The guardian chest unlocked in this browser: its id and the server's handle (stored as `mk`, `{id, key}`).
 * One at a time. The master key itself is never stored.
 */
export type UnlockedChest = { readonly id: number; readonly key: string }

export function readUnlocked(): UnlockedChest | null {
  const text = readStored('mk')
  return text === null ? null : parseUnlocked(text)
}

export function parseUnlocked(text: string | null): UnlockedChest | null {
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

/** Asks for the master key of the chest on screen. Resolves to whether it was unlocked. */
type Opener = () => Promise<boolean>
const openers = new Set<Opener>()

/** Registers the unlock dialog for changes that meet a locked chest. Returns the function that removes it. */
export function registerUnlockDialog(opener: Opener): () => void {
  openers.add(opener)
  return () => void openers.delete(opener)
}

/** Asks for the unlock and returns whether it succeeded; false without a registered page. */
export async function askForUnlock(): Promise<boolean> {
  const opener = [...openers].at(-1)
  return opener === undefined ? false : opener()
}
