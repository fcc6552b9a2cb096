import { useEffect, useRef, useState, type ReactNode } from 'react'
import { shortcutTexts } from '#texts/platform/shell.ts'
import { areCharacterKeysOn, turnCharacterKeys } from '#web/platform/ui/characterKeys.ts'
import { Switch } from '#web/platform/ui/Checkbox.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Kbd } from '#web/platform/ui/Kbd.tsx'
import styles from './ShortcutsDialog.module.css'

/** The list of keyboard shortcuts, and whether single characters are among them. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [areOn, setOn] = useState(areCharacterKeysOn)
  const list = useRef<HTMLDivElement>(null)
  // Arrow keys then scroll the list.
  useEffect(() => list.current?.focus({ preventScroll: true }), [])
  return (
    <Dialog title={shortcutTexts.title} isOpen onClose={onClose} size="small">
      <div ref={list} className={styles.list} role="group" aria-label={shortcutTexts.title} tabIndex={0}>
        <dl>
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
      </div>
      <div className={styles.choice}>
        <Switch
          label={shortcutTexts.characters}
          description={shortcutTexts.charactersDetail}
          isSelected={areOn}
          onChange={(isOn) => {
            turnCharacterKeys(isOn)
            setOn(isOn)
          }}
        />
      </div>
    </Dialog>
  )
}
