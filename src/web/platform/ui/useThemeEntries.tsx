import { Monitor, Moon, Sun } from 'lucide-react'
import { uiTexts } from '#texts/platform/ui.ts'
import type { MenuEntries } from './Menu.tsx'
import { useTheme } from './useTheme.ts'

/** Returns the three choices as menu entries, with the current one ticked. */
export function useThemeEntries(): MenuEntries {
  const { theme, choose } = useTheme()
  const icons = { system: <Monitor />, light: <Sun />, dark: <Moon /> }
  return (['system', 'light', 'dark'] as const).map((id) => ({
    id: `theme-${id}`,
    label: uiTexts.theme[id],
    icon: icons[id],
    isChosen: theme === id,
    onAction: () => choose(id),
  }))
}
