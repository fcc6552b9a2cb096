import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { chestRights } from '#contract/office/chest-rights.ts'
import { chestRightTexts } from '#texts/platform/chest-rights.ts'
import { call } from '#web/platform/api/client.ts'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { ReachPanel } from './ReachPanel.tsx'

const texts = chestRightTexts.access

/** The key below which each person's access is kept: what changes the person asks for it again. */
export const accessKey = (userId: number) => ['access', userId] as const

/** What a person has access to: every chest that a right reaches, and by which way. */
export function AccessPanel(props: { user: { id: number; name: string }; onClose: () => void }): ReactNode {
  const { user, onClose } = props
  const { data, error, refetch } = useQuery({
    queryKey: accessKey(user.id),
    queryFn: ({ signal }) => call(chestRights.accessOfUser, { params: { id: user.id }, signal }),
    gcTime: 0,
  })
  return (
    <ReachPanel
      words={texts}
      subject={user.name}
      error={error}
      entries={data?.chests.map(({ chest, ...reach }) => ({
        ...reach,
        id: chest.id,
        title: chest.name,
        aside: chest.guardian ? <Protected /> : undefined,
      }))}
      note={data !== undefined && data.hidden > 0 ? texts.hidden(data.hidden) : undefined}
      onRetry={() => void refetch()}
      onClose={onClose}
    />
  )
}

const Protected = (): ReactNode => (
  <span title={texts.guardian}>
    <Lock aria-hidden="true" />
    <VisuallyHidden>{texts.guardian}</VisuallyHidden>
  </span>
)
