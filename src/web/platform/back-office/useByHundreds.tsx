import { useState, type ReactNode } from 'react'
import { officeTexts } from '#texts/platform/back-office.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import styles from './AttachDialog.module.css'

/** Thousands may hang on one thing: so many are laid out at a time. */
const step = 100

/** The first of many, and the button that shows as many again. */
export function useByHundreds<Item>(items: readonly Item[]): { shown: readonly Item[]; more: ReactNode } {
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
