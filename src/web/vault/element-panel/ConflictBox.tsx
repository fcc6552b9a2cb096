import { useEffect, useId, useRef, type ReactNode } from 'react'
import { TriangleAlert } from 'lucide-react'
import { panelTexts } from '#texts/vault/contents.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import styles from './ConflictBox.module.css'
import { Shown } from './Shown.tsx'

const texts = panelTexts.conflict

export type ConflictBoxProps = {
  /** Who was quicker. */
  by: string
  /** Their value. */
  children: ReactNode
  isPending: boolean
  /** What was typed may be saved. */
  isReady: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Under what was typed: what somebody else saved in its place, and the choice between the two. */
export function ConflictBox(props: ConflictBoxProps): ReactNode {
  const { by } = props
  const frame = useRef<HTMLDivElement>(null)
  const title = useId()
  // The field that had the focus was disabled while it was sent; the question comes next.
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
