import type { ReactNode } from 'react'
import { Archive, Lock } from 'lucide-react'
import { screenLimits } from '#domain/platform/limits.ts'
import { favouriteTexts } from '#texts/vault/explorer.ts'
import { CardArea } from './CardArea.tsx'
import styles from './ChestCards.module.css'
import type { FavouriteChest } from './queries.ts'

export type ChestCardsProps = {
  chests: readonly FavouriteChest[]
  currentId: number | null
  hrefOf: (chestId: number) => string
  onOpen: (chestId: number) => void
}

/** Up to five favourite chests of the caller other than the current one, as links. */
export function ChestCards({ chests, currentId, hrefOf, onOpen }: ChestCardsProps): ReactNode {
  const others = chests.filter(({ chest_id: chestId }) => chestId !== currentId)
  const shown = others.slice(0, screenLimits.favouriteChests)
  if (shown.length === 0) return null
  return (
    <CardArea
      name="favourite-chests-folded"
      title={favouriteTexts.chests}
      count={shown.length}
      className={styles.area}
    >
      <ul className={styles.cards}>
        {shown.map(({ chest_id: chestId, name, guardian }) => (
          <li key={chestId}>
            <a
              className={styles.card}
              href={hrefOf(chestId)}
              title={name}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
                event.preventDefault()
                onOpen(chestId)
              }}
            >
              <Archive aria-hidden="true" />
              <span className={styles.name}>{name}</span>
              {guardian && (
                <Lock className={styles.lock} role="img" aria-label={favouriteTexts.protectedMark} />
              )}
            </a>
          </li>
        ))}
      </ul>
    </CardArea>
  )
}
