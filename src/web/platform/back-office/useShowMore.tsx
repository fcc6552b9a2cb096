import { useState, type ReactNode } from 'react'
import { officeTexts } from '#texts/platform/lists.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import styles from './AttachDialog.module.css'

/** The number of entries rendered at a time; thousands may be attached. */
const step = 100

/** Returns the first entries of a long list, and the button that shows more. */
export function useShowMore<Item>(items: readonly Item[]): { shown: readonly Item[]; more: ReactNode } {
  const [count, setCount] = useState(step)
  const rest = items.length - count
  const more = rest > 0 && (
    <div className={styles.more}>
      <Button size="small" onPress={() => setCount(count + step)}>
        {officeTexts.showMore(rest)}
      </Button>
    </div>
  )
  return { shown: rest > 0 ? items.slice(0, count) : items, more }
}
