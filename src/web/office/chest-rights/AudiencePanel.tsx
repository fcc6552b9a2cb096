import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { chestRights } from '#contract/office/chest-rights.ts'
import { chestRightTexts } from '#texts/platform/chest-rights.ts'
import { call } from '#web/platform/api/client.ts'
import { nameOf } from '#web/access/nameOf.ts'
import { ReachPanel } from './ReachPanel.tsx'

/** The key below which each chest's audience is kept: what changes its grants asks for it again. */
export const audienceKey = (chestId: number) => ['audience', chestId] as const

/** Who can see a chest: everybody whom a right reaches, and by which way. */
export function AudiencePanel(props: {
  chest: { id: number; name: string }
  onClose: () => void
}): ReactNode {
  const { chest, onClose } = props
  const texts = chestRightTexts.audience
  const { data, error, refetch } = useQuery({
    queryKey: audienceKey(chest.id),
    queryFn: ({ signal }) => call(chestRights.audience, { params: { id: chest.id }, signal }),
    // Read each time it opens: this is looked at to be sure.
    gcTime: 0,
  })
  const hidden = data?.hidden ?? 0
  return (
    <ReachPanel
      // Nobody is named does not mean that nobody sees it.
      words={
        hidden > 0
          ? { ...texts, count: (count) => (count === 0 ? texts.countOfNone : texts.count(count)) }
          : texts
      }
      subject={chest.name}
      error={error}
      note={hidden > 0 ? texts.hidden(hidden) : undefined}
      entries={data?.people.map(({ user, ...reach }) => ({
        ...reach,
        id: user.id,
        title: nameOf(user),
        aside: user.login,
      }))}
      onRetry={() => void refetch()}
      onClose={onClose}
    />
  )
}
