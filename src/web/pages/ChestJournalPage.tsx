import type { ReactNode } from 'react'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { journalTexts } from '#texts/office/journal.ts'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { JournalView } from '#web/office/journal/JournalView.tsx'
import { readJournalPlace, type JournalPlace } from '#web/office/journal/place.ts'
import { useSession } from '#web/platform/shell/session.ts'
import { ButtonLink } from '#web/platform/ui/Button.tsx'
import { useChest } from '#web/vault/explorer/queries.ts'

/** /routes/explorer/journal?chestId=: the journal of a chest, for those who hold all five rights on it. */
export function ChestJournalPage(): ReactNode {
  const place = readJournalPlace(useSearch({ from: '/routes/explorer/journal' }))
  return place.chestId === undefined ? (
    <Navigate to="/routes/explorer" replace />
  ) : (
    <OfChest chestId={place.chestId} place={place} />
  )
}

function OfChest({ chestId, place }: { chestId: number; place: JournalPlace }): ReactNode {
  const navigate = useNavigate()
  const { permissions } = useSession()
  const { data: chest } = useChest(chestId)
  return (
    <JournalView
      title={chest ? journalTexts.titleOf(chest.name) : explorerTexts.journal}
      place={place}
      chest={chestId}
      isLinked={permissions.includes('openBackOffice')}
      actions={
        <ButtonLink
          href={`/routes/explorer?chestId=${chestId}`}
          icon={<ArrowLeft />}
          onFollow={() => void navigate({ to: '/routes/explorer', search: { chestId } })}
        >
          {journalTexts.backToChest}
        </ButtonLink>
      }
      onPlace={(search) => void navigate({ to: '/routes/explorer/journal', search, replace: true })}
    />
  )
}
