import type { ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { banks } from '#contract/office/banks.ts'
import { officeTexts } from '#texts/platform/lists.ts'
import { bankTexts } from '#texts/office/banks.ts'
import { call } from '#web/platform/api/client.ts'
import { AttachDialog } from '#web/platform/back-office/AttachDialog.tsx'
import type { Pickable } from '#web/platform/back-office/PickList.tsx'
import { chestSource, resolveUsers, teamSource, userSource } from '#web/office/attaching/sources.ts'
import { BankCounter, counterKey } from './BankCounter.tsx'
import { linkedNames, type Bank, type LinkKind } from './bankList.ts'

type Links = Bank['links']
type Change = (links: Links) => Links

const sources = { user: userSource, team: teamSource, chest: chestSource }
const detaching = { user: banks.detachUser, team: banks.detachTeam, chest: banks.detachChest } as const

/** Attaches an item to a bank. Returns how the bank's links change. */
const attaching: Record<LinkKind, (id: number, item: Pickable) => Promise<Change>> = {
  user: async (id, item) => {
    const made = await call(banks.attachUser, { params: { id, userId: item.id } })
    return (links) => ({ ...links, user: joined(links.user, [made]) })
  },
  team: async (id, item) => {
    const made = await call(banks.attachTeam, { params: { id, teamId: item.id } })
    return (links) => ({ ...links, team: joined(links.team, [made]) })
  },
  chest: async (id, item) => {
    const made = await call(banks.attachChest, { params: { id, chestId: item.id } })
    return (links) => ({ ...links, chest: joined(links.chest, [made]) })
  },
}

/** Attaches a pasted list of people in one call, all of them or none. */
async function attachAll(id: number, items: readonly Pickable[]): Promise<Change> {
  const made = await call(banks.attachUsers, {
    params: { id },
    body: { users: items.map((item) => item.id) },
  })
  return (links) => ({ ...links, user: joined(links.user, made) })
}

/** Returns the links with the new ones, without duplicates: the call returns existing links as well. */
const joined = <Link extends { id: number }>(links: readonly Link[], made: readonly Link[]): Link[] => [
  ...links.filter(({ id }) => !made.some((one) => one.id === id)),
  ...made,
]

export type BankAttachProps = {
  bank: Bank
  kind: LinkKind
  /** Updates the bank's row in the list. */
  onChange: (change: (bank: Bank) => Bank) => void
  onClose: () => void
}

/** Attaches users, teams or chests to a bank, and detaches them. */
export function BankAttach({ bank, kind, onChange, onClose }: BankAttachProps): ReactNode {
  const cache = useQueryClient()
  const { id } = bank
  const changeLinks = (change: Change) => {
    onChange((row) => ({ ...row, links: change(row.links) }))
    if (kind === 'user') void cache.invalidateQueries({ queryKey: counterKey(id) })
  }
  return (
    <AttachDialog
      title={bankTexts.attachTitle[kind](bank.label)}
      texts={officeTexts.attach[kind]}
      source={sources[kind]}
      attached={linkedNames[kind](bank.links)}
      pasting={
        kind === 'user'
          ? { resolve: resolveUsers, onAdd: async (items) => changeLinks(await attachAll(id, items)) }
          : undefined
      }
      notice={kind === 'user' && <BankCounter id={id} />}
      onAdd={async (item) => changeLinks(await attaching[kind](id, item))}
      onRemove={async (item) => {
        const link = bank.links[kind].find(({ entity }) => entity.id === item.id)
        if (link === undefined) return
        await call(detaching[kind], { params: { linkId: link.id } })
        changeLinks((links) => ({ ...links, [kind]: links[kind].filter((one) => one.id !== link.id) }))
      }}
      onClose={onClose}
    />
  )
}
