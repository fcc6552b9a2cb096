import type { ReactNode } from 'react'
import { Star } from 'lucide-react'
import { favouriteTexts } from '#texts/vault/explorer.ts'
import { IconButton } from '#web/platform/ui/Button.tsx'
import styles from './StarButton.module.css'

export type StarButtonProps = {
  /** What it marks. */
  name: string
  isFavourite: boolean
  onToggle: () => void
  size?: 'medium' | 'small' | undefined
}

/** Marks and unmarks a favourite; its name stays, its pressed state tells which it is. */
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
