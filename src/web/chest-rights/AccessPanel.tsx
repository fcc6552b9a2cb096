import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { chestRights } from '#contract/chest-rights.ts'
import { chestRightTexts } from '#texts/chest-rights.ts'
import { call } from '#web/api/client.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { ReachDialog } from './ReachDialog.tsx'

const texts = chestRightTexts.access

/** What a person has access to: every chest that a right reaches, and by which way. */
export function AccessDialog(props: { user: { id: number; name: string }; onClose: () => void }): ReactNode {
  const { user, onClose } = props
  const { data, error, refetch } = useQuery({
    queryKey: ['access', user.id],
    queryFn: ({ signal }) => call(chestRights.accessOfUser, { params: { id: user.id }, signal }),
    gcTime: 0,
  })
  return (
    <ReachDialog
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
