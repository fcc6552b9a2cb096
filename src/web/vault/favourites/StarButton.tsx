import type { ReactNode } from 'react'
import { Star } from 'lucide-react'
import { favouriteTexts } from '#texts/vault/explorer.ts'
import { IconButton } from '#web/platform/ui/Button.tsx'
import styles from './StarButton.module.css'

export type StarButtonProps = {
  /** The name of the chest or item. */
  name: string
  isFavourite: boolean
  onToggle: () => void
  size?: 'medium' | 'small' | undefined
}

/** A favourite toggle. Its label is constant; `aria-pressed` carries the state. */
export function StarButton({ name, isFavourite, onToggle, size }: StarButtonProps): ReactNode {
  return (
    <span className={styles.star} data-on={isFavourite || undefined}>
      <IconButton
        size={size}
        label={favouriteTexts.toggleOf(name)}
        icon={<Star />}
        isPressed={isFavourite}
        onPress={onToggle}
      />
    </span>
  )
}
