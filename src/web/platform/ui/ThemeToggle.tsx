import type { ReactNode } from 'react'
import { Monitor, Moon, Sun } from 'lucide-react'
import { uiTexts } from '#texts/platform/ui.ts'
import { IconButton } from './Button.tsx'
import type { MenuEntries } from './Menu.tsx'
import { useTheme } from './useTheme.ts'

/** Light or dark, at a press. */
export function ThemeToggle(): ReactNode {
  const { shown, choose } = useTheme()
  return shown === 'dark' ? (
    <IconButton label={uiTexts.theme.toLight} icon={<Sun />} onPress={() => choose('light')} />
  ) : (
    <IconButton label={uiTexts.theme.toDark} icon={<Moon />} onPress={() => choose('dark')} />
  )
}

/** The three choices as entries of a menu, the one in force ticked. */
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
