import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { chestRights } from '#contract/office/chest-rights.ts'
import { chestRightTexts } from '#texts/platform/chest-rights.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { nameOf } from '#web/access/nameOf.ts'
import { ReachPanel } from './ReachPanel.tsx'

/** The cache key of a chest's audience. Changes to the chest's grants invalidate it. */
export const audienceKey = (chestId: number) => ['audience', chestId] as const

/** Every person with rights on a chest, with the grants that give them. */
export function AudiencePanel(props: {
  chest: { id: number; name: string }
  onClose: () => void
}): ReactNode {
  const { chest, onClose } = props
  const texts = chestRightTexts.audience
  const query = useQuery({
    ...replyQuery(audienceKey(chest.id), chestRights.audience, { params: { id: chest.id } }),
    // Not cached: an access review needs current data.
    gcTime: 0,
  })
  const hidden = query.data?.hidden ?? 0
  return (
    <ReachPanel
      // An empty list with hidden people must not read as an empty audience.
      words={
        hidden > 0
          ? { ...texts, count: (count) => (count === 0 ? texts.countOfNone : texts.count(count)) }
          : texts
      }
      subject={chest.name}
      query={query}
      entriesOf={({ people }) =>
        people.map(({ user, ...reach }) => ({
          ...reach,
          id: user.id,
          title: nameOf(user),
          aside: user.login,
        }))
      }
      onClose={onClose}
    />
  )
}
