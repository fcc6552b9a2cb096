import { useEffect, useId, useRef, type ReactNode } from 'react'
import { TriangleAlert } from 'lucide-react'
import { panelTexts } from '#texts/vault/contents.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import styles from './ConflictBox.module.css'
import { Shown } from './Shown.tsx'

const texts = panelTexts.conflict

export type ConflictBoxProps = {
  /** The user who saved first. */
  by: string
  /** The value that they saved. */
  children: ReactNode
  isPending: boolean
  /** Whether the typed value is valid. */
  isReady: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Shown below the editor on an edit conflict: the other user's value, and the choice between the two. */
export function ConflictBox(props: ConflictBoxProps): ReactNode {
  const { by } = props
  const frame = useRef<HTMLDivElement>(null)
  const title = useId()
  // The field was disabled while it was sent and lost the focus.
  useEffect(() => frame.current?.focus(), [])
  return (
    <div ref={frame} className={styles.box} role="group" aria-labelledby={title} tabIndex={-1}>
      <p id={title} className={styles.title} role="alert">
        <TriangleAlert aria-hidden="true" />
        <span>
          {texts.title(by)} {texts.lost}
        </span>
      </p>
      <div>
        <div className={styles.label}>{texts.theirs(by)}</div>
        <div className={styles.value}>
          <Shown>{props.children}</Shown>
        </div>
      </div>
      <div className={styles.buttons}>
        <Button size="small" isDisabled={props.isPending} onPress={props.onTakeTheirs}>
          {texts.takeTheirs}
        </Button>
        <Button
          size="small"
          look="primary"
          isPending={props.isPending}
          isDisabled={!props.isReady}
          onPress={props.onKeepMine}
        >
          {texts.keepMine}
        </Button>
      </div>
    </div>
  )
}
