import type { ReactNode } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { journalTexts } from '#texts/office/journal.ts'
import { JournalView } from '#web/office/journal/JournalView.tsx'
import { readJournalPlace } from '#web/office/journal/place.ts'

/** /routes/journal: who did what, within the caller's scope. */
export function JournalPage(): ReactNode {
  const place = readJournalPlace(useSearch({ from: '/routes/journal' }))
  const navigate = useNavigate()
  return (
    <JournalView
      title={journalTexts.title}
      place={place}
      chest={null}
      isLinked
      onPlace={(search) => void navigate({ to: '/routes/journal', search, replace: true })}
    />
  )
}
