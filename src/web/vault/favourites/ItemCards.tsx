import { useEffect, useMemo, type ReactNode } from 'react'
import { Copy, ExternalLink, KeyRound } from 'lucide-react'
import { favouriteTexts } from '#texts/vault/explorer.ts'
import { IconButton } from '#web/platform/ui/Button.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { CardArea } from './CardArea.tsx'
import { cardsOf, type ItemCard } from './cards.ts'
import styles from './ItemCards.module.css'
import type { FavouriteItem } from './queries.ts'
import { StarButton } from './StarButton.tsx'

/** What the cards do with items, passed by the page. */
export type ItemUse = {
  hrefOf: (favourite: FavouriteItem) => string
  open: (favourite: FavouriteItem) => void
  copyLogin: (login: string) => void
  copyPassword: (itemId: number) => void
  /** Renders the one-time code, which replaces the address while it is shown. */
  otp: (card: { itemId: number; name: string }) => ReactNode
  toggle: (favourite: FavouriteItem) => void
}

/** The last five favourite items of a chest, as a row of cards. */
export function ItemCards({ items, use }: { items: readonly FavouriteItem[]; use: ItemUse }): ReactNode {
  const toasts = useToasts()
  const { cards, failed } = useMemo(() => cardsOf(items), [items])
  useEffect(() => {
    if (failed > 0) toasts.error(favouriteTexts.cardFailed)
  }, [failed, toasts])
  if (cards.length === 0) return null
  return (
    <CardArea
      name="favourite-items-folded"
      title={favouriteTexts.items}
      count={cards.length}
      className={styles.area}
    >
      <ul className={styles.cards}>
        {cards.map((card) => (
          <Card key={card.favourite.item_id} card={card} use={use} />
        ))}
      </ul>
    </CardArea>
  )
}

function Card({ card, use }: { card: ItemCard; use: ItemUse }): ReactNode {
  const { favourite, name, login, href, host } = card
  return (
    <li className={styles.card}>
      <div className={styles.line}>
        <a
          className={styles.name}
          href={use.hrefOf(favourite)}
          title={name}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
            event.preventDefault()
            use.open(favourite)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'c' || event.metaKey || event.ctrlKey || event.altKey || !favourite.password)
              return
            use.copyPassword(favourite.item_id)
          }}
        >
          {name}
        </a>
        <StarButton size="small" name={name} isFavourite onToggle={() => use.toggle(favourite)} />
      </div>
      <div className={styles.line}>
        {login === '' ? (
          <span className={styles.none}>{favouriteTexts.noLogin}</span>
        ) : (
          <>
            <span className={styles.login} title={login}>
              {login}
            </span>
            <IconButton
              size="small"
              label={favouriteTexts.copyLoginOf(name)}
              icon={<Copy />}
              onPress={() => use.copyLogin(login)}
            />
          </>
        )}
      </div>
      <div className={styles.uses}>
        {favourite.password && (
          <IconButton
            size="small"
            label={favouriteTexts.copyPasswordOf(name)}
            icon={<KeyRound />}
            shortcut="c"
            onPress={() => use.copyPassword(favourite.item_id)}
          />
        )}
        {favourite.otp && use.otp({ itemId: favourite.item_id, name })}
        {href !== null && (
          <a
            className={styles.host}
            href={href}
            target="_blank"
            rel="noreferrer noopener"
            title={favouriteTexts.openAddress(host)}
          >
            <span>{host}</span>
            <ExternalLink aria-hidden="true" />
          </a>
        )}
      </div>
    </li>
  )
}
