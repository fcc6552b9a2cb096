import type { ReactNode } from 'react'
import { FolderInput, Trash2, X } from 'lucide-react'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { Button, IconButton } from '#web/platform/ui/Button.tsx'
import { useMedia } from '#web/platform/ui/useMedia.ts'
import styles from './SelectionBar.module.css'

const texts = explorerTexts.selection

export type SelectionBarProps = {
  count: number
  mayUpdate: boolean
  mayDelete: boolean
  onMove: () => void
  onRemove: () => void
  onClear: () => void
}

/** Below this width the buttons are icons. */
const narrow = '(width < 700px)'

/** Replaces the toolbar while rows are marked: their number, and the actions on all of them. */
export function SelectionBar(props: SelectionBarProps): ReactNode {
  const isNarrow = useMedia(narrow)
  const deeds = [
    { label: texts.move, icon: <FolderInput />, isDisabled: !props.mayUpdate, onPress: props.onMove },
    { label: texts.remove, icon: <Trash2 />, isDisabled: !props.mayDelete, onPress: props.onRemove },
  ]
  return (
    <div className={styles.bar} role="group" aria-label={texts.bar}>
      <p className={styles.count}>{texts.count(props.count)}</p>
      {deeds.map(({ label, ...deed }) =>
        isNarrow ? (
          <IconButton key={label} label={label} look="quiet" {...deed} />
        ) : (
          <Button key={label} {...deed}>
            {label}
          </Button>
        ),
      )}
      <IconButton label={texts.clear} icon={<X />} onPress={props.onClear} />
    </div>
  )
}
