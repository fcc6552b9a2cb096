import { useId, type ReactNode } from 'react'
import { Archive, Lock } from 'lucide-react'
import { screenLimits } from '#domain/platform/limits.ts'
import { favouriteTexts } from '#texts/vault/explorer.ts'
import { cx } from '#web/platform/ui/given.ts'
import styles from './ChestCards.module.css'
import type { FavouriteChest } from './queries.ts'

export type ChestCardsProps = {
  chests: readonly FavouriteChest[]
  currentId: number | null
  hrefOf: (chestId: number) => string
  onOpen: (chestId: number) => void
}

/** Up to five favourite chests of the caller, as links. */
export function ChestCards({ chests, currentId, hrefOf, onOpen }: ChestCardsProps): ReactNode {
  const id = useId()
  if (chests.length === 0) return null
  return (
    <section className={styles.area} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {favouriteTexts.chests}
      </h2>
      <ul className={styles.cards}>
        {chests.slice(0, screenLimits.favouriteChests).map(({ chest_id: chestId, name, guardian }) => {
          const isCurrent = chestId === currentId
          return (
            <li key={chestId}>
              <a
                className={cx(styles.card, isCurrent && styles.current)}
                href={hrefOf(chestId)}
                aria-current={isCurrent || undefined}
                title={name}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
                  event.preventDefault()
                  if (!isCurrent) onOpen(chestId)
                }}
              >
                <Archive aria-hidden="true" />
                <span className={styles.name}>{name}</span>
                {guardian && (
                  <Lock className={styles.lock} role="img" aria-label={favouriteTexts.protectedMark} />
                )}
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
