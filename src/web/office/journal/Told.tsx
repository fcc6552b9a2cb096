import { type ReactNode } from 'react'
import type { NamedKind } from '#domain/platform/journal-objects.ts'
import { authorOf, journalTexts, sentenceOf } from '#texts/office/journal.ts'
import { PlaceLink } from '#web/platform/back-office/Cells.tsx'
import type { Entry } from './queries.ts'

/** The pages of what a sentence names, in the back offices. */
const pages: Partial<Record<NamedKind, (id: number) => string>> = {
  user: (id) => `/routes/user?userId=${id}`,
  team: (id) => `/routes/team?teamId=${id}`,
  bank: (id) => `/routes/bank?bankId=${id}`,
}

/**
 * What an entry tells, after the name of its author. What it names is linked: people, teams and banks for callers of the back
 * offices, elements for everybody who gets their names, since only readers of the chest do.
 */
export function Told({ entry, isLinked }: { entry: Entry; isLinked: boolean }): ReactNode {
  return sentenceOf(entry).map((part, place) => {
    if (typeof part === 'string') return part
    const href = hrefOf(entry, part, isLinked)
    const key = `${part.kind} ${part.id} ${place}`
    return href === undefined ? (
      <span key={key}>{part.label}</span>
    ) : (
      <PlaceLink key={key} href={href} isInText>
        {part.label}
      </PlaceLink>
    )
  })
}

/** Only what has a name can be opened: the rest is gone, or out of scope. */
function hrefOf(
  entry: Entry,
  { kind, id }: { kind: NamedKind; id: number },
  isLinked: boolean,
): string | undefined {
  const isKnown = entry.named.some((one) => one.kind === kind && one.id === id && one.name !== null)
  if (!isKnown) return undefined
  if ((kind === 'item' || kind === 'folder') && entry.chest !== null)
    return `/routes/explorer?chestId=${entry.chest.id}&selectType=${kind}&selectId=${id}`
  return isLinked ? pages[kind]?.(id) : undefined
}

/** The author of an entry. */
export function Author({ entry, isLinked }: { entry: Entry; isLinked: boolean }): ReactNode {
  const name = authorOf(entry)
  return isLinked && entry.actor ? (
    <PlaceLink href={`/routes/user?userId=${entry.actor.id}`}>{name}</PlaceLink>
  ) : (
    name
  )
}

/** The chest of an entry. */
export function ChestOf({ entry, isLinked }: { entry: Entry; isLinked: boolean }): ReactNode {
  const { chest } = entry
  if (chest === null) return null
  const name = chest.name ?? journalTexts.numbered(chest.id)
  return isLinked && chest.exists ? (
    <PlaceLink href={`/routes/chest?chestId=${chest.id}`}>{name}</PlaceLink>
  ) : (
    name
  )
}
