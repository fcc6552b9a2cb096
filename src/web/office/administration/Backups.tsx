import type { ReactNode } from 'react'
import { backupTexts as texts } from '#texts/office/installation-state.ts'
import { CopyButton } from '#web/platform/ui/CopyButton.tsx'
import styles from './Backups.module.css'

/** How to set, make and try backups. */
export function Backups(): ReactNode {
  return (
    <ol className={styles.steps}>
      {texts.steps.map(({ title, detail, command }) => (
        <li key={title}>
          <h3 className={styles.title}>{title}</h3>
          <p>{detail}</p>
          {command !== null && (
            <p className={styles.command}>
              <code>{command}</code>
              <CopyButton label={texts.copy} source={command} size="small" />
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
