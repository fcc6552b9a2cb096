import type { ReactNode } from 'react'
import { Monitor, Moon, Sun } from 'lucide-react'
import { accountTexts } from '#texts/identity/account.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { useTheme } from '#web/platform/ui/useTheme.ts'
import styles from './Account.module.css'
import { Section } from './Section.tsx'

const texts = accountTexts.theme
const choices = [
  ['system', <Monitor key="system" />],
  ['light', <Sun key="light" />],
  ['dark', <Moon key="dark" />],
] as const

/** Light, dark, or the system's theme. */
export function ThemeSection(): ReactNode {
  const { theme, choose } = useTheme()
  return (
    <Section title={texts.title} detail={texts.detail}>
      <div className={styles.buttons} role="group" aria-label={texts.title}>
        {choices.map(([id, icon]) => (
          <Button
            key={id}
            icon={icon}
            look={theme === id ? 'primary' : 'quiet'}
            aria-pressed={theme === id}
            onPress={() => choose(id)}
          >
            {uiTexts.theme[id]}
          </Button>
        ))}
      </div>
    </Section>
  )
}
