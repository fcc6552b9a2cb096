import { useId, type ReactNode } from 'react'
import { ChevronDown } from 'lucide-react'
import { usePreference } from '#web/platform/shell/usePreference.ts'
import { useMedia } from '#web/platform/ui/useMedia.ts'
import styles from './CardArea.module.css'

export type CardAreaProps = {
  /** The name of the preference that keeps whether the cards are folded. */
  name: string
  title: string
  count: number
  className: string | undefined
  /** The list of cards. */
  children: ReactNode
}

const readFolded = (stored: unknown): boolean | null => (typeof stored === 'boolean' ? stored : null)

/** Cards of favourites below their title, which folds them. On a phone they are folded at first. */
export function CardArea({ name, title, count, className, children }: CardAreaProps): ReactNode {
  const id = useId()
  const isNarrow = useMedia('(width < 700px)')
  const [chosen, setFolded] = usePreference(name, readFolded)
  const isFolded = chosen ?? isNarrow
  return (
    <section className={className} aria-label={title}>
      <h2>
        <button
          type="button"
          className={styles.title}
          aria-expanded={!isFolded}
          aria-controls={isFolded ? undefined : id}
          onClick={() => setFolded(!isFolded)}
        >
          <ChevronDown aria-hidden="true" />
          {title}
          {isFolded && <span className={styles.count}>{count}</span>}
        </button>
      </h2>
      {!isFolded && <div id={id}>{children}</div>}
    </section>
  )
}
