import { useCallback, useSyncExternalStore } from 'react'
import { useMedia } from './useMedia.ts'

export type Theme = 'system' | 'light' | 'dark'

/** The storage key; theme-early.js reads it before the first paint. */
const key = 'theme'

const read = (): Theme => {
  const theme = document.documentElement.dataset['theme']
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}
const apply = (theme: Theme) => {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** Follows the attribute, and the choice of another tab. */
function follow(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const onStorage = (event: StorageEvent) => {
    if (event.key === key)
      apply(event.newValue === 'light' || event.newValue === 'dark' ? event.newValue : 'system')
  }
  window.addEventListener('storage', onStorage)
  return () => {
    observer.disconnect()
    window.removeEventListener('storage', onStorage)
  }
}

/** Returns the chosen theme, the one shown, and the setter. The choice is stored in the browser. */
export function useTheme(): { theme: Theme; shown: 'light' | 'dark'; choose: (theme: Theme) => void } {
  const theme = useSyncExternalStore(follow, read, () => 'system' as const)
  const systemIsDark = useMedia('(prefers-color-scheme: dark)')
  const choose = useCallback((next: Theme) => {
    apply(next)
    try {
      if (next === 'system') localStorage.removeItem(key)
      else localStorage.setItem(key, next)
    } catch {
      // Without storage, the choice lasts as long as the page.
    }
  }, [])
  return { theme, shown: theme === 'system' ? (systemIsDark ? 'dark' : 'light') : theme, choose }
}
