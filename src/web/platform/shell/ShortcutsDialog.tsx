import type { ReactNode } from 'react'
import { shortcutTexts } from '#texts/platform/shell.ts'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Kbd } from '#web/platform/ui/Kbd.tsx'
import styles from './ShortcutsDialog.module.css'

/** The list of keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }): ReactNode {
  return (
    <Dialog title={shortcutTexts.title} isOpen onClose={onClose} size="small">
      <dl className={styles.list}>
        {shortcutTexts.rows.map(({ keys, text }) => (
          <div key={text} className={styles.row}>
            <dt>{text}</dt>
            <dd className={styles.keys}>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
