import { useEffect, useState, type ReactNode } from 'react'
import { shellTexts } from '#texts/platform/shell.ts'
import { onApiEvent } from '#web/platform/api/events.ts'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { isSessionEnding } from './leaving.ts'

/** Replaces every page while its session is being locked or ended; says so when the server does not answer to a lock. */
export function Veil(): ReactNode {
  const title = isSessionEnding() ? shellTexts.veil.ending : shellTexts.veil.title
  const [isDelayed, setDelayed] = useState(false)
  useEffect(() => onApiEvent('lock-delayed', () => setDelayed(true)), [])
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <main>
      <VisuallyHidden>
        <h1>{title}</h1>
      </VisuallyHidden>
      {isDelayed && <ErrorBlock title={title}>{shellTexts.veil.delayed}</ErrorBlock>}
    </main>
  )
}
