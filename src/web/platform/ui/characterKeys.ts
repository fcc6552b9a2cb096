/** The key in the browser's storage. */
const key = 'character-keys'
const off = 'off'
/** Set while the browser has no storage. */
let unstored: boolean | null = null

/**
 * Returns whether keys that type a character may be shortcuts. Who dictates or presses keys by accident turns
 * them off (WCAG 2.1.4).
 */
export function areCharacterKeysOn(): boolean {
  try {
    return unstored ?? localStorage.getItem(key) !== off
  } catch {
    return unstored ?? true
  }
}

export function turnCharacterKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(key)
    else localStorage.setItem(key, off)
  } catch {
    unstored = isOn
  }
}

/** Returns whether a key press types a character, alone or with Shift. */
export const isCharacterKey = (
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
): boolean => event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
