import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { chestRights } from '#contract/office/chest-rights.ts'
import { chestRightTexts } from '#texts/platform/chest-rights.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { ReachPanel } from './ReachPanel.tsx'

const texts = chestRightTexts.access

/** The cache key of a person's access. Changes to that person invalidate it. */
export const accessKey = (userId: number) => ['access', userId] as const

/** Every chest that a person has rights on, with the grants that give them. */
export function AccessPanel(props: { user: { id: number; name: string }; onClose: () => void }): ReactNode {
  const { user, onClose } = props
  const query = useQuery({
    ...replyQuery(accessKey(user.id), chestRights.accessOfUser, { params: { id: user.id } }),
    gcTime: 0,
  })
  return (
    <ReachPanel
      words={texts}
      subject={user.name}
      query={query}
      entriesOf={({ chests }) =>
        chests.map(({ chest, ...reach }) => ({
          ...reach,
          id: chest.id,
          title: chest.name,
          aside: chest.guardian ? <Protected /> : undefined,
        }))
      }
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
