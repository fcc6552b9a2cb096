import { useRef, useState, type ReactNode } from 'react'
import { paging } from '#domain/platform/limits.ts'
import { Paging } from './Paging.tsx'

export type PagesProps<Item> = {
  /** All items, already loaded. */
  items: readonly Item[]
  limit?: number | undefined
  /** Renders one page of them. */
  children: (shown: readonly Item[]) => ReactNode
}

/** A page of a loaded list, with a pager if there are several. */
export function Pages<Item>({ items, limit = paging.defaultLimit, children }: PagesProps<Item>): ReactNode {
  const [asked, setAsked] = useState(0)
  const top = useRef<HTMLDivElement>(null)
  const total = items.length
  // The list may have shrunk below the current page.
  const offset = Math.min(asked, Math.floor(Math.max(0, total - 1) / limit) * limit)
  return (
    <div ref={top}>
      {children(items.slice(offset, offset + limit))}
      {total > limit && (
        <Paging
          offset={offset}
          limit={limit}
          total={total}
          hasSizes={false}
          onChange={(place) => {
            setAsked(place.offset)
            top.current?.scrollIntoView({ block: 'nearest' })
          }}
        />
      )}
    </div>
  )
}
