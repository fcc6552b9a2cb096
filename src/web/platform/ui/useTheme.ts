import { useSyncExternalStore } from 'react'
import { createRootChoice } from './rootChoice.ts'
import { useMedia } from './useMedia.ts'

export type Theme = 'system' | 'light' | 'dark'

const choice = createRootChoice<Theme>('theme', 'system', ['light', 'dark'])

/** Returns the chosen theme, the one shown, and the setter. The choice is stored in the browser. */
export function useTheme(): { theme: Theme; shown: 'light' | 'dark'; choose: (theme: Theme) => void } {
  const theme = useSyncExternalStore(choice.follow, choice.read, () => 'system' as const)
  const systemIsDark = useMedia('(prefers-color-scheme: dark)')
  return {
    theme,
    shown: theme === 'system' ? (systemIsDark ? 'dark' : 'light') : theme,
    choose: choice.choose,
  }
}
