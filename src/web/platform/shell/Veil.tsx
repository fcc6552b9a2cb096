import { useEffect, useState, type ReactNode } from 'react'
import { shellTexts } from '#texts/platform/shell.ts'
import { onApiEvent } from '#web/platform/api/events.ts'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { ErrorBlock } from '#web/platform/ui/EmptyState.tsx'

/** Replaces every page while its session is being locked; says so when the server does not answer. */
export function Veil(): ReactNode {
  const [isDelayed, setDelayed] = useState(false)
  useEffect(() => onApiEvent('lock-delayed', () => setDelayed(true)), [])
  useEffect(() => {
    document.title = shellTexts.veil.title
  }, [])
  return (
    <main>
      <VisuallyHidden>
        <h1>{shellTexts.veil.title}</h1>
      </VisuallyHidden>
      {isDelayed && <ErrorBlock title={shellTexts.veil.title}>{shellTexts.veil.delayed}</ErrorBlock>}
    </main>
  )
}
